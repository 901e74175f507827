import { z } from "zod";
import type { Problem } from "../model/problem.ts";
import { parsePolicyText } from "./policy-text.ts";

const names = z.array(z.string().min(1));

/** `policy/images.yml`: what spec/signoff §3.6 leaves to a table. */
const ImagesPolicy = z.strictObject({
  /** Hardware on which the upstream engines run. */
  established: names.min(1),
  /** Upstream engines by framework name. */
  engines: z.record(
    z.string(),
    z.strictObject({
      /** Who publishes their images on Docker Hub. */
      organisations: names.min(1),
      /** Frameworks that serve through the engine. */
      derived: names,
    }),
  ),
  /** Words of a sign-off that ask for an exception; some count together with a link only. */
  exceptions: z.strictObject({ words: names, withLink: names }),
});
export type ImagesPolicy = z.output<typeof ImagesPolicy>;

/** Where the table stands. */
const PATH = "policy/images.yml";

/** The table of images and engines, or what is wrong with its text. */
export function parseImagesPolicy(text: string): ImagesPolicy | readonly Problem[] {
  return parsePolicyText(text, PATH, ImagesPolicy);
}
