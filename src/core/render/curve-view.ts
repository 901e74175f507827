import type { Picture } from "../model/results.ts";
import { numberText } from "./measures.ts";
import { niceScale, type Scale } from "./scale.ts";
import { PLAIN, type View } from "./template.ts";
import { say, type Words } from "./words.ts";

const WIDTH = 760;
const PLOT = { left: 72, right: 24, top: 44, height: 320 } as const;
const LEGEND_LINE = 20;
/** Room below the plot for ticks, the title of the axis and what solid and dashed mean. */
const BELOW = 78;
/** Colours that most people can tell apart, on light and on dark ground. */
const COLOURS = [
  ...["#0072b2", "#d55e00", "#009e73", "#cc79a7"],
  ...["#b8860b", "#56b4e9", "#7f7f7f", "#9467bd"],
];
const NAME_CHARACTERS = 90;

type Point = Picture["curve"]["series"][number]["head"][number];

/** Everything the picture's template needs, in whole tenths of a pixel: the run solid, what was published before dashed. */
export function curveView({ curve, runId }: Picture, words: Words): View {
  const all = curve.series.flatMap(({ head, base }) => [...head, ...base]);
  const [x, y] = [niceScale(all.map((p) => p.x)), niceScale(all.map((p) => p.y))];
  const bottom = PLOT.top + PLOT.height;
  const right = WIDTH - PLOT.right;
  const legendTop = bottom + BELOW;
  const word = (code: string, view: View = {}): string =>
    say(words, `results.${code}`, view, PLAIN);
  return {
    width: WIDTH,
    height: legendTop + LEGEND_LINE * (curve.series.length + (curve.more > 0 ? 1 : 0)),
    title: word("picture_title", { run: runId }),
    axisX: word("axis_x"),
    axisY: word("axis_y"),
    ...{ left: PLOT.left, right, top: PLOT.top, bottom, middle: (PLOT.left + right) / 2 },
    half: (PLOT.top + bottom) / 2,
    belowTicks: bottom + 18,
    belowAxis: bottom + 38,
    ticksX: x.ticks.map((tick) => ({ at: acrossOf(tick, x), label: numberText(tick) })),
    ticksY: y.ticks.map((tick) => ({ at: upOf(tick, y), label: numberText(tick) })),
    series: curve.series.map(({ name, head, base }, index) => ({
      colour: COLOURS[index % COLOURS.length] ?? "#000",
      name: cut(name),
      head: path(head, x, y),
      base: path(base, x, y),
      headPoints: head.map((point) => dot(point, x, y)),
      basePoints: base.map((point) => dot(point, x, y)),
      legendY: legendTop + LEGEND_LINE * index,
    })),
    ...{ headWord: word("head"), baseWord: word("base"), hasBase: hasBase(curve) },
    keyY: bottom + 58,
    more: curve.more > 0 ? word("series_more", { more: curve.more }) : "",
    moreY: legendTop + LEGEND_LINE * curve.series.length,
  };
}

function hasBase({ series }: Picture["curve"]): boolean {
  return series.some(({ base }) => base.length > 0);
}

function acrossOf(value: number, { most }: Scale): number {
  return tenth(PLOT.left + (value / most) * (WIDTH - PLOT.left - PLOT.right));
}

function upOf(value: number, { most }: Scale): number {
  return tenth(PLOT.top + PLOT.height * (1 - value / most));
}

function path(points: readonly Point[], x: Scale, y: Scale): string {
  return points.map((point) => `${acrossOf(point.x, x)},${upOf(point.y, y)}`).join(" ");
}

function dot({ x: across, y: up, concurrency }: Point, x: Scale, y: Scale): View {
  const [cx, cy] = [acrossOf(across, x), upOf(up, y)];
  return { cx, cy, labelX: tenth(cx + 6), labelY: tenth(cy - 6), concurrency };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function cut(name: string): string {
  return name.length <= NAME_CHARACTERS ? name : `${name.slice(0, NAME_CHARACTERS - 1)}…`;
}
