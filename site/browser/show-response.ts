import { isObject } from "../../codegen/samples/http-request.js";
import { codeBlock } from "../page/highlight.js";
import { withCopyButton } from "./copy-button.js";
import { element, parseJson } from "./page.js";

export interface ShownResponse {
  readonly title: string;
  readonly response: Response;
  readonly text: string;
  readonly durationMs: number;
  /** What to change in the form. By default, the remedy for the code. */
  readonly remedy?: string | undefined;
}

/** Shows a response above the earlier ones. */
export function showResponse(output: Element, { title, response, text, durationMs, remedy }: ShownResponse): void {
  const { status, statusText, headers, ok } = response;
  const line = element(
    "p",
    { class: ok || status === 304 ? "status good" : "status bad" },
    element("strong", {}, `${status} ${statusText}`),
    ` ${title} · ${Math.round(durationMs)} ms`,
  );
  const json = parseJson(text);
  const headerLines = [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const entry = element("section", { class: "try-response" }, line, ...remedyOf(json, remedy));
  if (text !== "") entry.append(codeElement(json === undefined ? text : JSON.stringify(json, null, 2), "json"));
  entry.append(element("details", {}, element("summary", {}, "Headers"), codeElement(headerLines, "text")));
  for (const block of entry.querySelectorAll("pre"))
    withCopyButton(block, block.closest("details") === null ? "response" : "headers");
  output.prepend(entry);
  line.scrollIntoView({ block: "nearest" });
  while (output.children.length > MAX_SHOWN) output.lastElementChild?.remove();
}

/** Shows why there is no request or no response. */
export function showProblem(output: Element, message: string): void {
  output.prepend(element("section", { class: "try-response" }, element("p", { class: "status bad" }, message)));
}

const MAX_SHOWN = 5;

/** What to do about an error, with a link to its code: as in the table of errors of the page. */
function remedyOf(body: unknown, inForm: string | undefined): Element[] {
  const code = isObject(body) ? (body["code"] ?? body["error"]) : undefined;
  const link = [...document.querySelectorAll<HTMLAnchorElement>(".errors th a")].find(
    ({ textContent }) => textContent === code,
  );
  if (link === undefined) return [];
  const remedy = inForm ? [inForm] : (link.closest("tr")?.lastElementChild?.cloneNode(true).childNodes ?? []);
  return [element("p", { class: "remedy" }, link.cloneNode(true), ": ", ...remedy)];
}

export function codeElement(text: string, language: string): Element {
  const holder = element("div");
  holder.innerHTML = codeBlock(text, language);
  return holder.firstElementChild ?? holder;
}
