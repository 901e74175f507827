import type { ProbotOctokit } from "probot";
import type { Simulator } from "../../src/simulator/simulator.ts";

const place = { owner: "acme", repo: "bench" } as const;
const WORKFLOW = "run-sweep.yml";

interface Clients {
  readonly app: ProbotOctokit;
  readonly bot: ProbotOctokit;
}

/** Uses every operation of the simulator at least once, with success. */
export async function tourOf(github: Simulator, clients: Clients): Promise<void> {
  const stage = setStage(github);
  await visitApp(github, clients);
  await visitRepository(clients.bot);
  await visitGit(clients.bot);
  await visitPull(clients.bot, stage);
  await visitConversation(clients.bot, stage);
  await visitChecks(clients.bot, stage);
  await visitActions(clients.bot, github);
  await visitMerge(clients.bot, github);
}

interface Stage {
  readonly pull: number;
  readonly head: string;
  readonly comment: number;
  readonly review: number;
  readonly reviewComment: number;
}

function setStage(github: Simulator): Stage {
  const files = { "README.md": "# bench\n", "configs/a.yaml": "a: 1\n", "old.txt": "same text\n" };
  const repo = github.addRepository({ ...place, name: place.repo, files });
  repo.setPermission("mira", "write");
  repo.setCodeownersErrors([]);
  github.addTeam("acme", "gpu", ["mira"]);
  repo.addWorkflow(`.github/workflows/${WORKFLOW}`, { inputs: ["key"] });
  const changed = { "configs/a.yaml": "a: 2\n", "old.txt": null, "new.txt": "same text\n" };
  const title = "Change a";
  const pull = repo.openPull({
    author: "mira",
    branch: "change",
    title,
    files: changed,
    labels: ["x"],
  });
  pull.push({ "configs/b.yaml": "b: 1\n" });
  pull.forcePush(changed);
  pull.unlabel("mira", "x");
  pull.requestReview("ben");
  const review = pull.review("ben", { state: "CHANGES_REQUESTED", body: "no" });
  pull.dismissReview("mira", review.id);
  const reviewComment = pull.reviewComment("ben", { body: "why?", path: "configs/a.yaml" });
  pull.edit({ title: "Change a to 2" });
  pull.convertToDraft();
  pull.ready();
  pull.close();
  pull.reopen();
  const comment = pull.comment("mira", "/help");
  repo.react("ben", comment.id, "heart");
  const ids = { comment: comment.id, review: review.id, reviewComment: reviewComment.id };
  return { pull: pull.number, head: pull.headSha, ...ids };
}

async function visitApp(github: Simulator, { app, bot }: Clients): Promise<void> {
  await app.rest.apps.getAuthenticated();
  const installations = await app.rest.apps.listInstallations({ per_page: 1, page: 1 });
  const installation_id = installations.data[0]?.id ?? github.installationId("acme");
  await app.rest.apps.getInstallation({ installation_id });
  await app.rest.apps.getRepoInstallation(place);
  await app.rest.apps.createInstallationAccessToken({
    installation_id,
    permissions: { contents: "read" },
  });
  await bot.rest.apps.listReposAccessibleToInstallation();
  await bot.rest.rateLimit.get();
  await bot.rest.users.getByUsername({ username: "mira" });
  await bot.rest.teams.getMembershipForUserInOrg({
    org: "acme",
    team_slug: "gpu",
    username: "mira",
  });
}

async function visitRepository(bot: ProbotOctokit): Promise<void> {
  await bot.rest.repos.get(place);
  await bot.rest.repos.getCollaboratorPermissionLevel({ ...place, username: "mira" });
  await bot.rest.repos.listActivities({ ...place, ref: "change" });
  await bot.rest.repos.codeownersErrors(place);
  await bot.rest.repos.listBranches(place);
  await bot.rest.repos.getBranch({ ...place, branch: "main" });
  await bot.rest.repos.listCommits({ ...place, sha: "change", path: "configs/a.yaml" });
  await bot.rest.repos.getCommit({ ...place, ref: "change" });
  await bot.rest.repos.compareCommitsWithBasehead({ ...place, basehead: "main...change" });
  await bot.rest.repos.getContent({ ...place, path: "configs/a.yaml", ref: "change" });
  await bot.rest.repos.getContent({ ...place, path: "configs" });
  await bot.rest.repos.createDispatchEvent({
    ...place,
    event_type: "ingest-results",
    client_payload: { key: "1" },
  });
}

async function visitGit(bot: ProbotOctokit): Promise<void> {
  const { data: ref } = await bot.rest.git.getRef({ ...place, ref: "heads/main" });
  const { data: parent } = await bot.rest.git.getCommit({ ...place, commit_sha: ref.object.sha });
  await bot.rest.git.getTree({ ...place, tree_sha: parent.tree.sha, recursive: "1" });
  const { data: blob } = await bot.rest.git.createBlob({ ...place, content: "c: 1\n" });
  await bot.rest.git.getBlob({ ...place, file_sha: blob.sha });
  const { data: tree } = await bot.rest.git.createTree({
    ...place,
    base_tree: parent.tree.sha,
    tree: [{ path: "configs/c.yaml", mode: "100644", type: "blob", sha: blob.sha }],
  });
  const { data: commit } = await bot.rest.git.createCommit({
    ...place,
    message: "Add c",
    tree: tree.sha,
    parents: [parent.sha],
  });
  await bot.rest.git.createRef({ ...place, ref: "refs/heads/c", sha: parent.sha });
  await bot.rest.git.updateRef({ ...place, ref: "heads/c", sha: commit.sha });
  await bot.rest.git.listMatchingRefs({ ...place, ref: "heads/c" });
  await bot.rest.git.deleteRef({ ...place, ref: "heads/c" });
}

async function visitPull(bot: ProbotOctokit, stage: Stage): Promise<void> {
  const pull = { ...place, pull_number: stage.pull };
  await bot.rest.pulls.list({ ...place, state: "all", sort: "updated", direction: "desc" });
  await bot.rest.pulls.get(pull);
  await bot.rest.pulls.update({ ...pull, body: "Because." });
  await bot.rest.pulls.listFiles(pull);
  await bot.rest.pulls.listCommits(pull);
  const comments = [{ path: "configs/a.yaml", line: 1, side: "RIGHT", body: "a: 3" }];
  await bot.rest.pulls.createReview({ ...pull, event: "COMMENT", body: "Like this", comments });
  await bot.rest.pulls.listReviews(pull);
  await bot.rest.pulls.getReview({ ...pull, review_id: stage.review });
  await bot.rest.pulls.listReviewComments(pull);
  await bot.rest.pulls.getReviewComment({ ...place, comment_id: stage.reviewComment });
  await bot.rest.repos.listPullRequestsAssociatedWithCommit({ ...place, commit_sha: stage.head });
}

async function visitConversation(bot: ProbotOctokit, stage: Stage): Promise<void> {
  const issue = { ...place, issue_number: stage.pull };
  await bot.rest.issues.get(issue);
  await bot.rest.issues.listComments(issue);
  const { data: made } = await bot.rest.issues.createComment({ ...issue, body: "Hello" });
  await bot.rest.issues.getComment({ ...place, comment_id: made.id });
  await bot.rest.issues.updateComment({ ...place, comment_id: made.id, body: "Hello again" });
  const comment = { ...place, comment_id: stage.comment };
  const { data: reaction } = await bot.rest.reactions.createForIssueComment({
    ...comment,
    content: "eyes",
  });
  await bot.rest.reactions.createForIssueComment({ ...comment, content: "eyes" });
  await bot.rest.reactions.listForIssueComment(comment);
  await bot.rest.reactions.deleteForIssueComment({ ...comment, reaction_id: reaction.id });
  await bot.graphql(
    "mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }",
    { id: made.node_id },
  );
  await bot.rest.issues.listEventsForTimeline(issue);
  await bot.rest.issues.deleteComment({ ...place, comment_id: made.id });
  await bot.rest.issues.addLabels({ ...issue, labels: ["sweep-enabled"] });
  await bot.rest.issues.listLabelsOnIssue(issue);
  await bot.rest.issues.removeLabel({ ...issue, name: "sweep-enabled" });
  await bot.rest.issues.listEvents(issue);
}

async function visitChecks(bot: ProbotOctokit, stage: Stage): Promise<void> {
  const { data: check } = await bot.rest.checks.create({
    ...place,
    name: "sweepbot",
    head_sha: stage.head,
    status: "in_progress",
    external_id: "key",
  });
  const one = { ...place, check_run_id: check.id };
  const place1 = { path: "configs/a.yaml", start_line: 1, end_line: 1 };
  const annotations = [{ ...place1, annotation_level: "failure" as const, message: "no" }];
  const output = { title: "Refused", summary: "One problem", annotations };
  await bot.rest.checks.update({ ...one, status: "completed", conclusion: "failure", output });
  await bot.rest.checks.get(one);
  await bot.rest.checks.listAnnotations(one);
  await bot.rest.checks.listForRef({ ...place, ref: stage.head, filter: "latest" });
  await bot.rest.repos.createCommitStatus({
    ...place,
    sha: stage.head,
    state: "pending",
    context: "c",
  });
  await bot.rest.repos.listCommitStatusesForRef({ ...place, ref: stage.head });
  await bot.rest.repos.getCombinedStatusForRef({ ...place, ref: stage.head });
}

async function visitActions(bot: ProbotOctokit, github: Simulator): Promise<void> {
  const workflow = { ...place, workflow_id: WORKFLOW };
  await bot.rest.actions.listRepoWorkflows(place);
  await bot.rest.actions.getWorkflow(workflow);
  const started = await bot.request(
    "POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
    { ...workflow, ref: "main", inputs: { key: "1" }, return_run_details: true },
  );
  const { workflow_run_id: run_id } = started.data as { workflow_run_id: number };
  await bot.rest.actions.createWorkflowDispatch({ ...workflow, ref: "main", inputs: {} });
  const repo = github.repository("acme", "bench");
  const story = repo.run(run_id);
  const job = story.addJob("single-node");
  job.start().complete("failure", { failedStep: "Benchmark" });
  story.complete();
  story.addArtifact("results_bmk", { "agg_bmk.json": "[]" });
  const run = { ...place, run_id };
  await bot.rest.actions.listWorkflowRuns({
    ...workflow,
    event: "workflow_dispatch",
    created: ">=2020-01-01",
  });
  await bot.rest.actions.listWorkflowRunsForRepo({ ...place, status: "completed" });
  await bot.rest.actions.getWorkflowRun(run);
  await bot.rest.actions.listJobsForWorkflowRun({ ...run, filter: "all" });
  await bot.rest.actions.getJobForWorkflowRun({ ...place, job_id: job.id });
  await bot.rest.actions.downloadJobLogsForWorkflowRun({ ...place, job_id: job.id });
  const { data: list } = await bot.rest.actions.listWorkflowRunArtifacts(run);
  const artifact = { ...place, artifact_id: list.artifacts[0]?.id ?? 0 };
  await bot.rest.actions.getArtifact(artifact);
  await bot.rest.actions.downloadArtifact({ ...artifact, archive_format: "zip" });
  await bot.rest.actions.reRunWorkflowFailedJobs(run);
  await bot.rest.actions.getWorkflowRunAttempt({ ...run, attempt_number: 1 });
  await bot.rest.actions.listJobsForWorkflowRunAttempt({ ...run, attempt_number: 2 });
  await bot.rest.actions.cancelWorkflowRun(run);
  await bot.rest.actions.reRunWorkflow(run);
}

async function visitMerge(bot: ProbotOctokit, github: Simulator): Promise<void> {
  const repo = github.repository("acme", "bench");
  const second = { author: "mira", branch: "second", title: "Second" };
  const pull = repo.openPull({ ...second, files: { "s.txt": "s\n" } });
  repo.commit({ author: "mira", files: { "main.txt": "m\n" } });
  const one = { ...place, pull_number: pull.number };
  await bot.rest.pulls.updateBranch(one);
  await bot.rest.pulls.merge({ ...one, merge_method: "squash" });
  await bot.rest.pulls.get(one);
  repo.createBranch("third");
  repo.commit({ author: "mira", branch: "third", files: { "t.txt": "t\n" } });
  const third = { head: "third", base: "main", title: "Third", body: "By a program" };
  await bot.rest.pulls.create({ ...place, ...third });
  await bot.rest.issues.listEventsForTimeline({ ...place, issue_number: pull.number });
}
