import type { Route } from "../http/route.ts";
import { actionRoutes } from "./actions.ts";
import { appRoutes } from "./app.ts";
import { checkRoutes } from "./checks.ts";
import { commitRoutes } from "./commits.ts";
import { contentRoutes } from "./contents.ts";
import { gitRoutes } from "./git.ts";
import { graphqlRoutes } from "./graphql.ts";
import { issueRoutes } from "./issues.ts";
import { jobLogRoutes } from "./job-logs.ts";
import { pullRoutes } from "./pulls.ts";
import { repositoryRoutes } from "./repositories.ts";
import { reviewRoutes } from "./reviews.ts";
import { statusRoutes } from "./statuses.ts";

/** Every address of the simulated GitHub. */
export const allRoutes: readonly Route[] = [
  ...appRoutes,
  ...repositoryRoutes,
  ...commitRoutes,
  ...contentRoutes,
  ...gitRoutes,
  ...checkRoutes,
  ...statusRoutes,
  ...pullRoutes,
  ...reviewRoutes,
  ...issueRoutes,
  ...actionRoutes,
  ...jobLogRoutes,
  ...graphqlRoutes,
];
