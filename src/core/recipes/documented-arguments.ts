/** Longest text between an argument's name and its value. */
const BETWEEN = String.raw`["'\x60]?(?:\s*[:=,]\s*|\s{1,4})["'\x60]?`;

/** True where a name stands in the text as a word of its own, whatever its case. */
export function isMentioned(name: string, text: string): boolean {
  return new RegExp(`(?<![\\w.-])-{0,2}${pattern(name)}(?![\\w-])`, "iu").test(text);
}

/** Every value that a text gives to an argument under any of its names, in lower case. */
export function documentedValues(names: readonly string[], text: string): readonly string[] {
  const values = names.flatMap((name) => {
    // Two letters are a word of many meanings unless dashes stand before them.
    const dashes = name.length <= 2 ? "--?" : "(?:--?)?";
    const source = `(?<![\\w.-])${dashes}${pattern(name)}(?![\\w-])${BETWEEN}([^\\s"'\`,\\\\)}\\]]{1,200})`;
    return [...text.matchAll(new RegExp(source, "giu"))].map(([, value = ""]) =>
      value.toLowerCase(),
    );
  });
  return [...new Set(values)].filter((value) => !value.startsWith("-"));
}

/** Dashes and underscores are one; nothing else of the name is special. */
function pattern(name: string): string {
  return name
    .split(/[-_]/u)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`))
    .join("[-_]");
}
