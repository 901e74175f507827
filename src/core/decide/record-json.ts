/** The JSON of a hidden record, or null: a line that somebody damaged records nothing. */
export function parseRecordJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
