import type { Annotation, Status } from "../state/checks.ts";
import type { CheckRun, Repository } from "../state/records.ts";
import { worldOf } from "../state/world.ts";
import { renderApp, renderUser } from "./account.ts";
import { iso, isoOrNull, type Json, nodeId } from "./json.ts";
import { pullsWithHead, renderMinimalPull } from "./pull.ts";
import { apiUrl, pageUrl } from "./repository.ts";

/** "check-run". */
export function renderCheckRun(check: CheckRun): Json {
  const { repository, id } = check;
  const url = `${apiUrl(repository)}/check-runs/${id}`;
  const page = `${pageUrl(repository)}/runs/${id}`;
  return {
    id,
    name: check.name,
    node_id: nodeId("CR", id),
    head_sha: check.headSha,
    external_id: check.externalId,
    url,
    html_url: page,
    details_url: check.detailsUrl ?? page,
    status: check.status,
    conclusion: check.conclusion,
    started_at: isoOrNull(check.startedAt),
    completed_at: isoOrNull(check.completedAt),
    output: {
      title: check.title,
      summary: check.summary,
      text: check.text,
      annotations_count: check.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: check.suiteId },
    app: renderApp(worldOf(repository), check.appId),
    pull_requests: pullsWithHead(repository, check.headSha).map(renderMinimalPull),
  };
}

/** The check suite around a check run, as webhooks carry it. */
export function renderSuite(check: CheckRun): Json {
  const { repository, suiteId, headSha } = check;
  const siblings = [...repository.checkRuns.values()].filter((one) => one.suiteId === suiteId);
  const isDone = siblings.every((one) => one.status === "completed");
  const branch = [...repository.refs].find(
    ([ref, sha]) => sha === headSha && ref.startsWith("refs/heads/"),
  );
  return {
    id: suiteId,
    node_id: nodeId("CS", suiteId),
    head_branch: branch?.[0].slice("refs/heads/".length) ?? null,
    head_sha: headSha,
    status: isDone ? "completed" : "in_progress",
    conclusion: isDone ? check.conclusion : null,
    url: `${apiUrl(repository)}/check-suites/${suiteId}`,
    before: null,
    after: headSha,
    pull_requests: pullsWithHead(repository, headSha).map(renderMinimalPull),
    app: renderApp(worldOf(repository), check.appId),
    created_at: isoOrNull(check.startedAt),
    updated_at: isoOrNull(check.completedAt ?? check.startedAt),
  };
}

/** "check-annotation". */
export function renderAnnotation(check: CheckRun, annotation: Annotation): Json {
  const blob = `${apiUrl(check.repository)}/contents/${annotation.path}?ref=${check.headSha}`;
  return { ...annotation, blob_href: blob };
}

/** "simple-commit-status", as the combined status lists it. */
export function renderSimpleStatus(repository: Repository, status: Status): Json {
  return {
    url: `${apiUrl(repository)}/statuses/${status.sha}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${status.creator.id}?v=4`,
    id: status.id,
    node_id: nodeId("SC", status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: iso(status.createdAt),
    updated_at: iso(status.createdAt),
  };
}

/** "status". */
export function renderStatus(repository: Repository, status: Status): Json {
  const creator = renderUser(worldOf(repository), status.creator);
  return { ...renderSimpleStatus(repository, status), creator };
}
