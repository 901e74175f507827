import type { SignoffVerdict } from "../../src/core/decide/signoff.ts";

/** Nothing to tell of sign-offs besides the rows. */
export const NOTHING_ASIDE: SignoffVerdict["aside"] = {
  stale: [],
  voided: [],
  withdrawn: false,
  stranger: null,
  hints: [],
};
