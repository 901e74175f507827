import { micromark, type Options } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";

type HtmlExtension = NonNullable<Options["htmlExtensions"]>[number];

/** What our own comments use, without any attribute but `open`: nothing in here can run or load anything. */
const HARMLESS = /^<\/?(?:details|summary|sub|sup|kbd|br)(?: open)?\s*\/?>$/iu;
const TAGS_AND_COMMENTS = /(<!--.*?-->|<\/?[a-z][^<>]*>)/giu;

const escapeUnlessHarmless: HtmlExtension = {
  exit: {
    htmlFlowData(token) {
      this.raw(keepHarmless(this.sliceSerialize(token), (text) => this.encode(text)));
    },
    htmlTextData(token) {
      this.raw(keepHarmless(this.sliceSerialize(token), (text) => this.encode(text)));
    },
  },
};

/**
 * Markdown as GitHub knows it, as HTML. HTML in it is shown as text, save a few tags without
 * attributes; comments (our markers) vanish; links other than http, https and mailto lose their target.
 */
export function renderMarkdown(markdown: string): string {
  return micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml(), escapeUnlessHarmless],
  });
}

function keepHarmless(html: string, encode: (text: string) => string): string {
  return html
    .split(TAGS_AND_COMMENTS)
    .map((piece) => {
      if (piece.startsWith("<!--") && piece.endsWith("-->")) {
        return "";
      }
      return HARMLESS.test(piece) ? piece : encode(piece);
    })
    .join("");
}
