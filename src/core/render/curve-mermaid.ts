import type { Curve } from "../model/results.ts";
import { numberText } from "./measures.ts";
import { niceScale } from "./scale.ts";
import { PLAIN } from "./template.ts";
import { MARKDOWN } from "./voice.ts";
import { say, type Words } from "./words.ts";

/** More points than this cover each other. */
const MOST_POINTS = 60;
const LETTERS = "ABCDEFGH";

type Point = Curve["series"][number]["head"][number];

/**
 * The curve as a diagram that GitHub draws from text, for a bot without a public address. A quadrant
 * chart is the kind that places points by value on both axes; it has no ticks, so the axes say how far
 * they reach, and the letters are explained below it.
 */
export function mermaidCurve(curve: Curve, words: Words): string {
  const all = curve.series.flatMap(({ head, base }) => [...head, ...base]);
  const [x, y] = [niceScale(all.map((p) => p.x)), niceScale(all.map((p) => p.y))];
  const place = ({ x: across, y: up }: Point): string =>
    `[${share(across, x.most)}, ${share(up, y.most)}]`;
  const points = curve.series.flatMap(({ head, base }, index) => [
    ...head.map((p) => `  "${LETTERS[index] ?? "?"}${p.concurrency}": ${place(p)} radius: 4`),
    ...base.map((p) => `  "${LETTERS[index] ?? "?"}${p.concurrency}*": ${place(p)} radius: 2`),
  ]);
  const axis = (name: "x" | "y", most: number): string => {
    const unit = say(words, `results.axis_${name}`, {}, PLAIN);
    return `  ${name}-axis "0" --> ${quoted(`${numberText(most)} ${unit}`)}`;
  };
  const hasBase = curve.series.some(({ base }) => base.length > 0);
  const names = curve.series
    .map(({ name }, index) => `${LETTERS[index] ?? "?"} ${MARKDOWN.code(name)}`)
    .join(", ");
  return [
    "```mermaid",
    "quadrantChart",
    axis("x", x.most),
    axis("y", y.most),
    ...points.slice(0, MOST_POINTS),
    "```",
    "",
    say(words, "results.mermaid_legend", { names, hasBase }, MARKDOWN),
  ].join("\n");
}

/** A place on an axis from 0 to 1: the ends themselves are drawn outside of the chart. */
function share(value: number, most: number): string {
  return Math.min(0.995, Math.max(0.005, value / most)).toFixed(3);
}

/** The only text in the diagram is ours; what would end it early is left out all the same. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["`\n;]/gu, " ")}"`;
}
