import { numberSetting, type Draft, type Setting } from "./draft.ts";

type Read = (name: string) => string | null | undefined;

/** What ATOM is told of speculative decoding: a length, or a rate from which one follows. */
export function atomDraft(line: number, read: Read): Draft {
  const length = setting(read, "--num-speculative-tokens");
  return {
    engine: "atom",
    line,
    length,
    pinned: pinnedLength(read, length),
    traits: {
      method: present(read("--method")),
      draft: present(read("--draft-model")),
      sampling: undefined,
    },
    wrong: [],
    absent: [],
  };
}

/** Known to be nothing where the flag is not there. */
function present(value: string | null | undefined): string | null {
  return value === undefined ? "" : value;
}

function setting(read: Read, name: string): Setting | null {
  const text = read(name);
  if (text === undefined) return null;
  return text === null ? { kind: "unknown", written: name } : numberSetting(text);
}

function pinnedLength(read: Read, length: Setting | null): Setting | null {
  const given = setting(read, "--spec-decode-acceptance-length");
  if (given !== null) return given;
  const rate = setting(read, "--spec-decode-acceptance-rate");
  if (rate === null) return null;
  if (rate.kind === "unknown" || length?.kind !== "number") {
    return { kind: "unknown", written: "--spec-decode-acceptance-rate" };
  }
  return { kind: "number", value: 1 + rate.value * length.value };
}
