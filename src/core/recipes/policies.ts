import type { Problem } from "../model/problem.ts";
import { parseCurvesPolicy } from "./policy-curves.ts";

/** Reads the text of a policy file: what it says, or what is wrong with it. */
type ParsePolicy = (text: string) => object | readonly Problem[];

/** How each file of `policy/` is read, by its name without `.yml`; the parsers stand beside their checks. */
const PARSERS = {
  curves: parseCurvesPolicy,
} satisfies Readonly<Record<string, ParsePolicy>>;

type Parsers = typeof PARSERS;
export type PolicyName = keyof Parsers;

/** The policies in force, by name, as their parsers gave them. */
export type Policies = {
  readonly [Name in PolicyName]: Exclude<ReturnType<Parsers[Name]>, readonly Problem[]>;
};
