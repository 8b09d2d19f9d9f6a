import MarkdownIt, { type Env, type Token } from "markdown-it";
import { codeBlock, escapeHtml } from "./highlight.js";

type Resolve = (href: string) => string;
const unchanged: Resolve = (href) => href;

/** Markdown as HTML, with ids of headings, highlighted code and scrolling tables. Escapes HTML, without its comments. */
export function renderMarkdown(text: string, link = unchanged): string {
  // The mark of a program is the name of its file.
  const named = text.replace(/<!-- run: ([\w.-]+) -->\n```ts/g, "```ts $1.ts");
  return markdown.render(named.replace(/<!--.*?-->\n?/gs, ""), environment(link));
}

/** Markdown as HTML within a line. */
export function renderInline(text: string): string {
  return markdown.renderInline(text, environment(unchanged));
}

interface Rendering {
  readonly link: Resolve;
  readonly slugs: Map<string, number>;
}

function environment(link: Resolve): Env {
  return { rendering: { link, slugs: new Map() } satisfies Rendering };
}

/** `environment` creates this value. */
const renderingOf = (env: Env = {}) => env["rendering"] as Rendering;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
const { rules } = markdown.renderer;

rules["fence"] = (tokens, index) => {
  const { content, info } = at(tokens, index);
  const [language, file] = info.split(" ");
  return `${file ? `<p class="file">${file}</p>` : ""}${codeBlock(content.trimEnd(), language || undefined)}`;
};
rules["code_block"] = (tokens, index) => codeBlock(at(tokens, index).content.trimEnd());
rules["table_open"] = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
rules["table_close"] = () => "</table></div>\n";

// A number stays with its unit, and a range on one line.
rules["text"] = (tokens, index) =>
  escapeHtml(at(tokens, index).content).replace(
    /(?<=\d) (?=(?:µs|ms|s|kB|MB|[KM]iB|to \d)\b)|(?<=\d to) (?=\d)/g,
    "\u00a0",
  );

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
  for (const token of children) {
    if (token.type === "link_open") token.attrSet("href", link(String(token.attrGet("href") ?? "")));
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
  if (token === undefined) throw new RangeError(`Expected a token at ${index}`);
  return token;
}
