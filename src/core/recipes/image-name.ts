/** A container image as it is named: where it is published, and which one. */
export interface ImageName {
  /** Without the default registry; `host/…` for every other one. */
  readonly repository: string;
  readonly tag: string | null;
  readonly digest: string | null;
}

const DEFAULT_REGISTRY = /^(?:index\.)?docker\.io\//u;
const TAG = /^\w[\w.-]{0,127}$/u;
const DIGEST = /^sha256:[0-9a-f]{64}$/u;
const NAME =
  /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?::\d{1,5}(?=\/))?(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*){0,8}$/u;

/** An image name in its one form (spec/signoff §3.6): `#` is a slash; null for what is none, a path or a variable. */
export function parseImageName(text: string): ImageName | null {
  if (text.length > 500) return null;
  const plain = text.replaceAll("#", "/").replace(DEFAULT_REGISTRY, "");
  const [named, digest] = parted(plain, /^([^@]*)@(.*)$/u);
  const [repository, tag] = parted(named, /^(.+):([^:/]+)$/u);
  const isWhole = NAME.test(repository) && isOrNone(tag, TAG) && isOrNone(digest, DIGEST);
  return isWhole ? { repository, tag, digest } : null;
}

function parted(text: string, at: RegExp): readonly [string, string | null] {
  const [, before, after] = at.exec(text) ?? [];
  return before === undefined || after === undefined ? [text, null] : [before, after];
}

function isOrNone(text: string | null, pattern: RegExp): boolean {
  return text === null || pattern.test(text);
}

/** True for an image that one of these organisations publishes on Docker Hub: exactly `organisation/name`. */
export function isPublishedBy(
  { repository }: ImageName,
  organisations: readonly string[],
): boolean {
  const [organisation = "", name = "", ...more] = repository.split("/");
  return name !== "" && more.length === 0 && organisations.includes(organisation);
}

/** Whether two names mean the same image, however they are written; what is no name is equal to itself only. */
export function isSameImage(one: string, other: string): boolean {
  const [a, b] = [parseImageName(one), parseImageName(other)];
  if (a === null || b === null) return one === other;
  return a.repository === b.repository && a.tag === b.tag && a.digest === b.digest;
}
