/** How long hostile bodies of 64 KB take to be read as sign-offs (spec/signoff §2.1, edge case 80). */
import { COMMENT_CHARACTERS } from "../../src/core/model/limits.ts";
import { nearMiss, parseSignoff, PHRASE } from "../../src/core/signoff/body.ts";
import { compareWithTemplate } from "../../src/core/signoff/match.ts";
import { parseTemplate } from "../../src/core/signoff/template.ts";
import { templatePage } from "../../test/support/checklist.ts";
import { hostileBodies } from "../../test/support/hostile.ts";

const AIM_MS = 50;
const REPEATS = 9;
const START = `${PHRASE}\n- [x] a\n- [x] b\n- [x] c\n`;

/** Prints the slowest bodies by name, each the median of several readings in processor time: parsed, answered and matched. */
export function benchSignoff(print: (line: string) => void): void {
  const template = parseTemplate(templatePage());
  const items = template.kind === "template" ? template.items : [];
  const bodies = Object.entries(hostileBodies()).flatMap(([name, body]) => [
    { name, body },
    // The same below a real beginning, so that all of it is read.
    { name: `a sign-off with ${name}`, body: `${START}${body}`.slice(0, COMMENT_CHARACTERS) },
  ]);
  const figures = bodies
    .map(({ name, body }) => ({
      name,
      ms: medianOf(() => {
        read(body, items);
      }),
    }))
    .toSorted((one, other) => other.ms - one.ms);
  for (const { name, ms } of figures.slice(0, 10)) {
    print(
      `${name}: ${ms.toFixed(1)} ms (${ms <= AIM_MS ? "within" : "over"} the aim of ${AIM_MS} ms)`,
    );
  }
}

function read(body: string, items: Parameters<typeof compareWithTemplate>[1]): void {
  const signoff = parseSignoff(body);
  if (signoff === null) nearMiss(body, signoff);
  else compareWithTemplate(signoff.items, items);
}

function medianOf(work: () => void): number {
  const times = Array.from({ length: REPEATS }, () => {
    const begun = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  });
  return times.toSorted((one, other) => one - other)[Math.floor(REPEATS / 2)] ?? 0;
}
