import { z } from "zod";
import type { PullRef } from "../core/model/signal.ts";

/** A pull request as it is written into jobs and rows. */
export const pullRefShape: z.ZodType<PullRef> = z.object({
  installationId: z.number(),
  repositoryId: z.number(),
  owner: z.string(),
  name: z.string(),
  pull: z.number(),
});
