import MarkdownIt, { type Env, type Token } from "markdown-it";
import { codeBlock } from "./highlight.js";

/** How Markdown becomes HTML. */
export interface MarkdownOptions {
  /** Where a link leads, seen from the page. A link for which it gives nothing becomes plain text. */
  readonly link?: (href: string) => string | undefined;
}

/**
 * Markdown as HTML: headings have an `id`, as on the usual hosts of repositories, code has colours, and wide tables
 * scroll by themselves. HTML in the text is shown as text, and its comments are left out.
 */
export function renderMarkdown(text: string, { link = (href) => href }: MarkdownOptions = {}): string {
  return markdown.render(text.replace(/<!--.*?-->\n?/gs, ""), environment(link));
}

/** Markdown of one line, without a paragraph around it. */
export function renderInline(text: string): string {
  return markdown.renderInline(
    text,
    environment((href) => href),
  );
}

/** What the rules know of the text that they work on. */
interface Rendering {
  readonly link: (href: string) => string | undefined;
  readonly slugs: Map<string, number>;
}

function environment(link: Rendering["link"]): Env {
  return { rendering: { link, slugs: new Map() } satisfies Rendering };
}

/** `environment` made it. */
const renderingOf = (env: Env = {}) => env["rendering"] as Rendering;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { rules } = markdown.renderer;

rules["fence"] = (tokens, index) => {
  const { content, info } = at(tokens, index);
  return codeBlock(content.trimEnd(), info.trim() || undefined);
};
rules["code_block"] = (tokens, index) => codeBlock(at(tokens, index).content.trimEnd());
rules["table_open"] = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
rules["table_close"] = () => "</table></div>\n";

rules["heading_open"] = (tokens, index, _options, env) => {
  const { tag } = at(tokens, index);
  const { children } = at(tokens, index + 1);
  const words = (children ?? []).map(({ content }) => content).join("");
  return tag === "h1" ? "<h1>" : `<${tag} id="${uniqueSlug(words, renderingOf(env).slugs)}">`;
};

markdown.core.ruler.push("resolve-links", ({ tokens, env }) => {
  for (const { children } of tokens) {
    if (children !== null) resolveLinks(children, renderingOf(env));
  }
});

function resolveLinks(children: Token[], { link }: Rendering): void {
  let kept = true;
  for (const token of children) {
    const attribute = token.type === "image" ? "src" : "href";
    if (token.type === "link_open" || token.type === "image") {
      const target = link(String(token.attrGet(attribute) ?? ""));
      if (token.type === "link_open") kept = target !== undefined;
      if (target !== undefined) token.attrSet(attribute, target);
    }
    const isLink = token.type === "link_open" || token.type === "link_close";
    if (isLink && !kept) Object.assign(token, { type: "text", tag: "", nesting: 0, content: "" });
    if (token.type === "link_close") kept = true;
  }
}

function uniqueSlug(words: string, slugs: Map<string, number>): string {
  const slug = words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  const before = slugs.get(slug) ?? 0;
  slugs.set(slug, before + 1);
  return before === 0 ? slug : `${slug}-${before}`;
}

function at(tokens: Token[], index: number): Token {
  const token = tokens[index];
  if (token === undefined) throw new RangeError(`there is no token ${index}`);
  return token;
}
