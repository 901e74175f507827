import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";

/** HTML of our own: folding, and hidden markers. */
const OURS =
  /^(?:<details><summary>[^<>@]{1,200}<\/summary>|<\/?details>|<\/?summary>|<!-- (?:sweepbot:|recipe-reminder|codeowner-signoff-verify)[^<>]{0,400}-->|\s)+$/u;

/** What could do harm in a rendered text: mentions, HTML, links to elsewhere, pictures, unseen characters. */
export function harm(markdown: string): readonly string[] {
  const visit = (node: Nodes): readonly string[] => [
    ...harmOf(node),
    ...("children" in node ? node.children.flatMap(visit) : []),
  ];
  return visit(fromMarkdown(markdown));
}

const MENTION = /@(?!\u200B)[\w/-]+|https?:\/\/e\.\S*/gu;
const UNSEEN = /[\u202A-\u202E\u2066-\u2069]/gu;

function harmOf(node: Nodes): readonly string[] {
  if (node.type === "html") return OURS.test(node.value) ? [] : [node.value];
  if (node.type === "image" || node.type === "link") return isOurs(node) ? [] : [node.url];
  const mentions = node.type === "text" ? found(node.value, MENTION) : [];
  const isShown = node.type === "text" || node.type === "inlineCode";
  return isShown ? [...mentions, ...found(node.value, UNSEEN)] : [];
}

function found(text: string, pattern: RegExp): readonly string[] {
  return text.match(pattern) ?? [];
}

function isOurs(node: Nodes & { readonly url: string }): boolean {
  const ours = /^https:\/\/(?:github\.com\/acme\/|inferencex\.semianalysis\.com\/)/u;
  return node.type === "link" && ours.test(node.url);
}
