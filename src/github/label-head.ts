import { z } from "zod";
import type { LabelHead } from "../core/model/fork.ts";
import { time } from "./translate.ts";

/** A label put on a fork's pull request, with the head that was live then. */
export interface SeenLabel {
  readonly repositoryId: number;
  readonly pull: number;
  readonly head: LabelHead;
}

const Labelled = z.looseObject({
  action: z.literal("labeled"),
  repository: z.looseObject({ id: z.int() }),
  label: z.looseObject({ name: z.string() }),
  sender: z.looseObject({ id: z.int(), login: z.string() }),
  pull_request: z.looseObject({
    number: z.int(),
    updated_at: time,
    head: z.looseObject({
      sha: z.string().regex(/^[0-9a-f]{40}$/u),
      repo: z.looseObject({ id: z.int() }).nullish(),
    }),
  }),
});

/** What a `labeled` delivery shows; null for every other delivery, and for the repository's own branches. */
export function labelHeadOf(event: string, payload: unknown): SeenLabel | null {
  const parsed = event === "pull_request" ? Labelled.safeParse(payload) : null;
  if (parsed?.success !== true) return null;
  const { repository, label, sender, pull_request: pull } = parsed.data;
  if (pull.head.repo?.id === repository.id) return null;
  return {
    repositoryId: repository.id,
    pull: pull.number,
    head: {
      label: label.name,
      headSha: pull.head.sha,
      sender: { id: sender.id, login: sender.login },
      at: pull.updated_at,
    },
  };
}
