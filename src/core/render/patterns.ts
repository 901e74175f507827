import type { KeyPattern } from "../matrix/new-entries.ts";
