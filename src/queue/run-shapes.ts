/** Runs and jobs as they are written into rows. A row that another version wrote may not fit: then GitHub is asked again. */
import { z } from "zod";
import {
  CONCLUSIONS,
  type Job,
  type Person,
  RUN_STATUSES,
  type WorkflowRun,
} from "../core/model/github.ts";

const status = z.enum(RUN_STATUSES);
const conclusion = z.enum(CONCLUSIONS).nullable();
const person: z.ZodType<Person> = z.object({
  id: z.number(),
  login: z.string(),
  isBot: z.boolean(),
});

export const jobShape: z.ZodType<Job> = z.object({
  id: z.number(),
  name: z.string(),
  status,
  conclusion,
  startedAt: z.number().nullable(),
  completedAt: z.number().nullable(),
  url: z.string().nullable(),
  runnerName: z.string().nullable(),
  labels: z.array(z.string()),
  failedStep: z.string().nullable(),
});

export const runShape: z.ZodType<WorkflowRun> = z.object({
  id: z.number(),
  attempt: z.number(),
  displayTitle: z.string(),
  event: z.string(),
  status,
  conclusion,
  headSha: z.string(),
  headBranch: z.string().nullable(),
  path: z.string(),
  actor: person.nullable(),
  createdAt: z.number(),
  attemptStartedAt: z.number(),
  updatedAt: z.number(),
  url: z.string(),
  pullNumbers: z.array(z.number()),
});
