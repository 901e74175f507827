import { z } from "zod";
import { moveRef } from "../acts/refs.ts";
import { isAncestor } from "../git/history.ts";
import { FOLDER_MODE, type Signature } from "../git/store.ts";
import { type Change, filesOf, treeWith } from "../git/tree.ts";
import { created, noContent, ok, Refusal } from "../http/answer.ts";
import { found, paged, param, readBody, type RepositoryCall } from "../http/call.ts";
import { repositoryRoute, type Route } from "../http/route.ts";
import { mailOf } from "../render/account.ts";
import { renderGitCommit } from "../render/commit.ts";
import { type Json, nodeId } from "../render/json.ts";
import { apiUrl } from "../render/repository.ts";
import type { Repository } from "../state/records.ts";

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const newRef = z.object({ ref: z.string(), sha });
const movedRef = z.object({ sha, force: z.boolean().optional() });
const person = z.object({ name: z.string(), email: z.string(), date: z.iso.datetime().optional() });
const newCommit = z.object({
  message: z.string(),
  tree: sha,
  parents: z.array(sha).optional(),
  author: person.optional(),
  committer: person.optional(),
});
const newBlob = z.object({ content: z.string(), encoding: z.enum(["utf-8", "base64"]).optional() });
const newTree = z.object({
  base_tree: sha.optional(),
  tree: z.array(
    z.object({
      path: z.string(),
      mode: z.enum(["100644", "100755", "040000", "160000", "120000"]).optional(),
      type: z.enum(["blob", "tree", "commit"]).optional(),
      sha: sha.nullable().optional(),
      content: z.string().optional(),
    }),
  ),
});

function renderRef(repository: Repository, ref: string, target: string): Json {
  const api = apiUrl(repository);
  return {
    ref,
    node_id: nodeId("REF", ref),
    url: `${api}/git/${ref}`,
    object: { sha: target, type: "commit", url: `${api}/git/commits/${target}` },
  };
}

function knownCommit(repository: Repository, id: string): string {
  if (!repository.git.commits.has(id)) throw new Refusal(422, "Object does not exist");
  return id;
}

function renderTree(repository: Repository, tree: string, recursive: boolean): Json[] {
  const api = apiUrl(repository);
  const item = (path: string, mode: string, id: string): Json => {
    const folder = mode === FOLDER_MODE;
    const size = folder ? {} : { size: repository.git.blob(id).length };
    const url = `${api}/git/${folder ? "trees" : "blobs"}/${id}`;
    return {
      path,
      mode: folder ? "040000" : mode,
      type: folder ? "tree" : "blob",
      sha: id,
      ...size,
      url,
    };
  };
  const walk = (id: string, below: string): Json[] =>
    (repository.git.trees.get(id) ?? []).flatMap((entry) => {
      const own = item(below + entry.name, entry.mode, entry.sha);
      const inside = recursive && entry.mode === FOLDER_MODE;
      return inside ? [own, ...walk(entry.sha, `${below}${entry.name}/`)] : [own];
    });
  return walk(tree, "");
}

function treeAnswer(repository: Repository, tree: string, recursive: boolean): Json {
  const url = `${apiUrl(repository)}/git/trees/${tree}`;
  return { sha: tree, url, tree: renderTree(repository, tree, recursive), truncated: false };
}

function signatureFrom(
  call: RepositoryCall,
  given: { name: string; email: string; date?: string | undefined } | undefined,
): Signature {
  const now = call.world.now();
  if (given === undefined) {
    return { ...mailOf(call.actor.account), seconds: Math.floor(now / 1000) };
  }
  const at = given.date === undefined ? now : Date.parse(given.date);
  return { name: given.name, email: given.email, seconds: Math.floor(at / 1000) };
}

function writeTree(call: RepositoryCall): Json {
  const { git } = call.repository;
  const wish = readBody(call, newTree);
  const changes = new Map<string, Change>();
  for (const { path, mode, sha: id, content } of wish.tree) {
    if (content !== undefined)
      changes.set(path, { mode: mode ?? "100644", sha: git.writeBlob(content) });
    else if (typeof id === "string" && git.trees.has(id))
      addFolder(call.repository, changes, { path, id });
    else if (typeof id === "string")
      changes.set(path, { mode: mode ?? "100644", sha: knownBlob(call, id) });
    else changes.set(path, null);
  }
  return treeAnswer(call.repository, treeWith(git, wish.base_tree ?? null, changes), false);
}

function addFolder(
  repository: Repository,
  changes: Map<string, Change>,
  { path, id }: { readonly path: string; readonly id: string },
): void {
  for (const [name, file] of filesOf(repository.git, id)) changes.set(`${path}/${name}`, file);
}

function knownBlob(call: RepositoryCall, id: string): string {
  if (!call.repository.git.blobs.has(id)) throw new Refusal(422, "tree.sha is not a valid blob");
  return id;
}

/** The Git database: refs, commits, trees and blobs. */
export const gitRoutes: readonly Route[] = [
  repositoryRoute("GET /git/ref/{ref+}", "contents:read", (call) => {
    const ref = `refs/${param(call, "ref")}`;
    return ok(renderRef(call.repository, ref, found(call.repository.refs.get(ref))));
  }),
  repositoryRoute("GET /git/matching-refs/{ref+}", "contents:read", (call) => {
    const start = `refs/${param(call, "ref")}`;
    const refs = [...call.repository.refs].filter(([ref]) => ref.startsWith(start));
    return paged(call, refs, ([ref, id]) => renderRef(call.repository, ref, id));
  }),
  repositoryRoute("POST /git/refs", "contents:write", (call) => {
    const wish = readBody(call, newRef);
    if (!/^refs\/(?:heads|tags)\/./.test(wish.ref)) {
      throw new Refusal(
        422,
        "Reference name must start with 'refs/' and have at least two slashes",
      );
    }
    if (call.repository.refs.has(wish.ref)) throw new Refusal(422, "Reference already exists");
    const target = knownCommit(call.repository, wish.sha);
    moveRef(call.repository, wish.ref, target, call.actor.account);
    return created(renderRef(call.repository, wish.ref, target));
  }),
  repositoryRoute("PATCH /git/refs/{ref+}", "contents:write", (call) => {
    const { git, refs } = call.repository;
    const ref = `refs/${param(call, "ref")}`;
    const wish = readBody(call, movedRef);
    const before = refs.get(ref);
    if (before === undefined) throw new Refusal(422, "Reference does not exist");
    const target = knownCommit(call.repository, wish.sha);
    if (wish.force !== true && !isAncestor(git, before, target)) {
      throw new Refusal(422, "Update is not a fast forward");
    }
    moveRef(call.repository, ref, target, call.actor.account);
    return ok(renderRef(call.repository, ref, target));
  }),
  repositoryRoute("DELETE /git/refs/{ref+}", "contents:write", (call) => {
    const ref = `refs/${param(call, "ref")}`;
    if (!call.repository.refs.has(ref)) throw new Refusal(422, "Reference does not exist");
    moveRef(call.repository, ref, null, call.actor.account);
    return noContent;
  }),
  repositoryRoute("GET /git/commits/{commit_sha}", "contents:read", (call) => {
    const commit = found(call.repository.git.commits.get(param(call, "commit_sha")));
    return ok(renderGitCommit(call.repository, commit));
  }),
  repositoryRoute("POST /git/commits", "contents:write", (call) => {
    const { git } = call.repository;
    const wish = readBody(call, newCommit);
    if (!git.trees.has(wish.tree)) throw new Refusal(422, "Tree SHA does not exist");
    const parents = (wish.parents ?? []).map((parent) => knownCommit(call.repository, parent));
    const author = signatureFrom(call, wish.author);
    const committer = wish.committer === undefined ? author : signatureFrom(call, wish.committer);
    const { tree, message } = wish;
    const id = git.writeCommit({ tree, parents, author, committer, message });
    return created(renderGitCommit(call.repository, git.commit(id)));
  }),
  repositoryRoute("GET /git/trees/{tree_sha}", "contents:read", (call) => {
    const { git, refs } = call.repository;
    const asked = param(call, "tree_sha");
    const commit = git.commits.get(refs.get(`refs/heads/${asked}`) ?? asked);
    const tree = commit?.tree ?? asked;
    if (!git.trees.has(tree)) throw new Refusal(404, "Not Found");
    return ok(treeAnswer(call.repository, tree, call.query.has("recursive")));
  }),
  repositoryRoute("POST /git/trees", "contents:write", (call) => created(writeTree(call))),
  repositoryRoute("GET /git/blobs/{file_sha}", "contents:read", (call) => {
    const id = param(call, "file_sha");
    const bytes = found(call.repository.git.blobs.get(id));
    const content = Buffer.from(bytes).toString("base64");
    const url = `${apiUrl(call.repository)}/git/blobs/${id}`;
    const size = bytes.length;
    return ok({ sha: id, node_id: nodeId("B", id), size, url, content, encoding: "base64" });
  }),
  repositoryRoute("POST /git/blobs", "contents:write", (call) => {
    const wish = readBody(call, newBlob);
    const encoding = wish.encoding === "base64" ? "base64" : "utf8";
    const id = call.repository.git.writeBlob(Buffer.from(wish.content, encoding));
    return created({ sha: id, url: `${apiUrl(call.repository)}/git/blobs/${id}` });
  }),
];
