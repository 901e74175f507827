import type { TreeEntry } from "../git/store.ts";
import { FOLDER_MODE } from "../git/store.ts";
import { entryAt } from "../git/tree.ts";
import { type Answer, ok, Refusal } from "../http/answer.ts";
import { param, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import type { Json } from "../render/json.ts";
import { apiUrl, pageUrl } from "../render/repository.ts";
import type { Repository } from "../state/records.ts";
import { findRevision } from "./revision.ts";

const LARGEST_INLINE_BYTES = 1024 * 1024;
const LARGEST_RAW_BYTES = 100 * 1024 * 1024;
const MOST_IN_FOLDER = 1_000;

interface Place {
  readonly path: string;
  readonly ref: string;
}

function renderEntry(repository: Repository, entry: TreeEntry, place: Place): Json {
  const encoded = place.path.split("/").map(encodeURIComponent).join("/");
  const folder = entry.mode === FOLDER_MODE;
  const url = `${apiUrl(repository)}/contents/${encoded}?ref=${encodeURIComponent(place.ref)}`;
  const git = `${apiUrl(repository)}/git/${folder ? "trees" : "blobs"}/${entry.sha}`;
  const page = `${pageUrl(repository)}/${folder ? "tree" : "blob"}/${place.ref}/${encoded}`;
  const raw = `https://raw.githubusercontent.com/${repository.owner.login}/${repository.name}`;
  return {
    type: folder ? "dir" : "file",
    size: folder ? 0 : repository.git.blob(entry.sha).length,
    name: entry.name,
    path: place.path,
    sha: entry.sha,
    url,
    git_url: git,
    html_url: page,
    download_url: folder ? null : `${raw}/${place.ref}/${encoded}`,
    _links: { self: url, git, html: page },
  };
}

function renderFile(repository: Repository, entry: TreeEntry, place: Place): Json {
  const bytes = repository.git.blob(entry.sha);
  // GitHub wraps base64 at 60 characters; over 1 MB it leaves the content out and says so.
  const wrapped = Buffer.from(bytes).toString("base64").replace(/.{60}/g, "$&\n");
  const isLarge = bytes.length > LARGEST_INLINE_BYTES;
  const content = isLarge
    ? { content: "", encoding: "none" }
    : {
        content: wrapped.endsWith("\n") || wrapped === "" ? wrapped : `${wrapped}\n`,
        encoding: "base64",
      };
  return { ...renderEntry(repository, entry, place), ...content };
}

function renderFolder(repository: Repository, folder: TreeEntry, place: Place): Json[] {
  const below = place.path === "" ? "" : `${place.path}/`;
  const entries = repository.git.trees.get(folder.sha) ?? [];
  return entries
    .slice(0, MOST_IN_FOLDER)
    .map((entry) => renderEntry(repository, entry, { ...place, path: below + entry.name }));
}

function contents(call: RepositoryCall, path: string): Answer {
  const { repository } = call;
  const ref = call.query.get("ref") ?? repository.defaultBranch;
  const commit = findRevision(repository, ref);
  if (commit === null) throw new Refusal(404, `No commit found for the ref ${ref}`);
  const entry = entryAt(repository.git, commit.tree, path);
  if (entry === null) throw new Refusal(404, "Not Found");
  const place = { path: path.replace(/\/$/, ""), ref };
  if (entry.mode === FOLDER_MODE) return ok(renderFolder(repository, entry, place));
  const bytes = repository.git.blob(entry.sha);
  if (bytes.length > LARGEST_RAW_BYTES) {
    const errors = [{ resource: "Blob", field: "data", code: "too_large" }];
    throw new Refusal(403, "This API returns blobs up to 100 MB in size.", { extra: { errors } });
  }
  if (/application\/vnd\.github(?:\.v3)?\.raw/.test(call.headers.accept ?? "")) {
    const type = "application/vnd.github.raw+json; charset=utf-8";
    return { status: 200, bytes, headers: { "content-type": type } };
  }
  return ok(renderFile(repository, entry, place));
}

/** Files and folders at a revision. */
export const contentRoutes: readonly Route[] = [
  repositoryRoute("GET /contents", "contents:read", (call) => contents(call, "")),
  repositoryRoute("GET /contents/{path+}", "contents:read", (call) =>
    contents(call, param(call, "path")),
  ),
];
