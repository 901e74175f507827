import { appendCopies, type CopiedEntries } from "../changelog/copies.ts";
import type { Repair } from "../changelog/repair-terms.ts";
import type { Facts } from "../model/facts.ts";
import type { FileReading } from "../model/github.ts";
import { contentOf } from "../model/file-content.ts";
import { linkRepository } from "./changelog.ts";

/** The entries that the pull request has brought to the default branch. */
export function entriesOf(facts: Facts): CopiedEntries {
  const { pull, documents, config } = facts;
  const { base, head, tip } = documents.changelog;
  return {
    path: config.inForce.paths.changelog,
    before: pull.merged ? contentOf(base) : null,
    landed: contentOf(pull.merged ? head : tip),
    pull: pull.number,
  };
}

/** A changelog with copies of those entries under another pull request's link. */
export function copiesFor(facts: Facts, onto: FileReading, pull: number): Repair {
  const terms = { repository: linkRepository(facts), pull, mode: "pull" } as const;
  return appendCopies(entriesOf(facts), contentOf(onto), terms);
}
