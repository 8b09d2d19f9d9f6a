import { HTMLElement, type Node, parse, TextNode } from "node-html-parser";
import type { Page } from "./page.js";

export function markdownPath(path: string): string {
  return path.replace(/\.html$/, ".md");
}

/** A page as Markdown, without forms. Its links lead to the Markdown copies of other pages. */
export function toMarkdown({ html, path }: Pick<Page, "html" | "path">): string {
  const root = parse(html, { blockTextElements: {} });
  for (const part of root.querySelectorAll("form, fieldset, button, [hidden]")) part.remove();
  return `${blocks(root, path)
    .replace(/[ \t]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()}\n`;
}

/** The content of an element as blocks with an empty line between them. */
function blocks(node: HTMLElement, path: string): string {
  let text = "";
  for (const child of node.childNodes) {
    const block = child instanceof HTMLElement ? blockOf(child, path) : undefined;
    text += block === undefined ? inline(child, path) : `\n\n${block}\n\n`;
  }
  return text;
}

/** An element as a block, or undefined for an element within a line. */
function blockOf(element: HTMLElement, path: string): string | undefined {
  const tag = element.tagName.toLowerCase();
  if (/^h[1-6]$/.test(tag)) return `${"#".repeat(Number(tag[1]))} ${line(element, path)}`;
  if (tag === "p" || tag === "dt") return line(element, path);
  if (tag === "pre") return fence(element);
  if (tag === "ul" || tag === "ol" || tag === "dl") return list(element, path, tag === "ol");
  if (tag === "table") return table(element, path);
  if (tag === "blockquote") return blocks(element, path).trim().replace(/^/gm, "> ");
  return /^(div|section|details|summary|article|nav|main|figure|dd)$/.test(tag) ? blocks(element, path) : undefined;
}

function fence(pre: HTMLElement): string {
  const language = /language-(\w+)/.exec(pre.querySelector("code")?.getAttribute("class") ?? "")?.[1] ?? "";
  return `\`\`\`${language === "text" ? "" : language}\n${pre.textContent.trimEnd()}\n\`\`\``;
}

function list(element: HTMLElement, path: string, isOrdered: boolean): string {
  const items = element.children.map((item, index) => {
    const mark = isOrdered ? `${index + 1}. ` : "- ";
    return (
      mark +
      blocks(item, path)
        .trim()
        .replace(/\n+/g, (breaks) => `${breaks}${" ".repeat(mark.length)}`)
    );
  });
  return items.join("\n");
}

function table(element: HTMLElement, path: string): string {
  const [head = [], ...rows] = element.querySelectorAll("tr").map((row) =>
    row.children.map((cell) =>
      blocks(cell, path)
        .trim()
        .replace(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|"),
    ),
  );
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The content of an element on one line. */
function line(element: HTMLElement, path: string): string {
  return element.childNodes
    .map((child) => inline(child, path))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function inline(node: Node, path: string): string {
  if (node instanceof TextNode) return node.text.replace(/\s+/g, " ");
  if (!(node instanceof HTMLElement)) return "";
  const tag = node.tagName.toLowerCase();
  const content = node.childNodes.map((child) => inline(child, path)).join("");
  if (tag === "code") return `\`${node.textContent}\``;
  if (tag === "strong" || tag === "b") return `**${content}**`;
  if (tag === "em" || tag === "i") return `*${content}*`;
  if (tag === "br") return " ";
  if (tag === "img") return `![${node.getAttribute("alt") ?? ""}](${node.getAttribute("src") ?? ""})`;
  const href = node.getAttribute("href");
  return tag === "a" && href !== undefined ? `[${content.trim()}](${markdownLink(href)})` : content;
}

function markdownLink(href: string): string {
  return /^\w+:/.test(href) ? href : href.replace(/\.html(?=#|$)/, ".md");
}

/** `llms.txt`: what the site is, and the pages by part, each with a link to its Markdown copy. */
export function llmsText([first, ...pages]: readonly Page[]): string {
  const parts = [...new Set(pages.map(({ part }) => part))].map((part) => {
    const links = pages
      .filter((page) => page.part === part)
      .map(({ path, title, description }) => `- [${title}](${markdownPath(path)}): ${description}`);
    return `## ${part}\n\n${links.join("\n")}`;
  });
  return `# content-service-client\n\n> ${first?.title}. ${first?.description}\n\n${parts.join("\n\n")}\n`;
}
