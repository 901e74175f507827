/**
 * A string, or one of the three numbers that Python writes and JSON does not have. A string that never
 * ends matches, too: were it looked for again from each of its quotes, one file would take minutes.
 */
const STRING_OR_ODD_NUMBER = /"(?:[^"\\]|\\[^])*(?:"|$|\\$)|-?\bInfinity\b|\bNaN\b/gu;

/** The value of a JSON file; undefined when it is none. Python's NaN and Infinity count as null. */
export function parseJsonText(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return parse(text);
  } catch {
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!/NaN|Infinity/u.test(text)) throw error;
    const mended = text.replaceAll(STRING_OR_ODD_NUMBER, (found) =>
      found.startsWith('"') ? found : "null",
    );
    return JSON.parse(mended) as unknown;
  }
}
