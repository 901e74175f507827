import {
  CAUSE_CHARACTERS,
  type CauseReading,
  type Finding,
  type JobAnnotation,
  type JobLog,
  type Place,
} from "../model/cause.ts";
import type { Job } from "../model/github.ts";
import { known, type Reading } from "../model/reading.ts";
import { linesOf, type LogLine } from "./log-lines.ts";
import { comparable, type Phrase, phraseOf, stands } from "./phrases.ts";
import type { Signature, Signatures } from "./signatures.ts";

/** What is known of a job that failed. */
export interface Evidence {
  readonly job: Pick<Job, "conclusion" | "failedStep">;
  readonly annotations: Reading<readonly JobAnnotation[]>;
  readonly log: Reading<JobLog>;
}

/**
 * Why a job failed: the first signature that matches anything, and its first line. Unknown when
 * nothing matched and something could not be read; null when all was read (then it is the benchmark).
 */
export function classify(evidence: Evidence, signatures: Signatures): CauseReading {
  const places = textsOf(evidence);
  for (const signature of signatures) {
    const finding = findingOf(signature, places);
    if (finding !== null) return known(finding);
  }
  const { annotations, log } = evidence;
  if (log.kind === "unknown") return log;
  return annotations.kind === "unknown" ? annotations : known(null);
}

interface Text extends LogLine {
  readonly compared: string;
}

type Texts = Readonly<Record<Place, readonly Text[]>>;

function textsOf({ job, annotations, log }: Evidence): Texts {
  const notes = annotations.kind === "known" ? annotations.value : [];
  const failures = notes.filter(({ level }) => level === "failure");
  return {
    conclusion: plain([job.conclusion ?? ""]),
    step: plain([job.failedStep ?? ""]),
    annotation: plain(failures.flatMap(({ message }) => message.split("\n"))),
    log: log.kind === "known" ? [...linesOf(log.value)].map(withComparable) : [],
  };
}

function plain(texts: readonly string[]): readonly Text[] {
  return texts.map((text) => withComparable({ number: 0, text: text.trim() }));
}

function withComparable(line: LogLine): Text {
  return { ...line, compared: comparable(line.text) };
}

function findingOf(signature: Signature, texts: Texts): Finding | null {
  const phrases: readonly Phrase[] = signature.any.map(phraseOf);
  for (const where of signature.where) {
    const text = texts[where].find(({ compared }) =>
      phrases.some((phrase) => stands(phrase, compared)),
    );
    if (text === undefined) continue;
    return {
      class: signature.class,
      infrastructure: signature.infrastructure,
      where,
      text: cut(text.text),
      line: where === "log" ? text.number : null,
    };
  }
  return null;
}

/** At most so many characters, without controls and halves of characters: no database keeps those. */
function cut(text: string): string {
  return text.slice(0, CAUSE_CHARACTERS).replaceAll(/[\p{Cc}\p{Cs}]/gu, "");
}
