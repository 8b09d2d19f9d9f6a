import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";

hljs.registerLanguage("sh", bash);
hljs.registerLanguage("json", json);
hljs.registerLanguage("ts", typescript);
hljs.registerLanguage("yaml", yaml);

/** A block of code as HTML. An unknown language is not highlighted. */
export function codeBlock(code: string, language = "text"): string {
  const html = hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
  // The tab index allows scrolling with the keyboard.
  return `<pre tabindex="0"><code class="language-${escapeHtml(language)}">${html}</code></pre>\n`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
