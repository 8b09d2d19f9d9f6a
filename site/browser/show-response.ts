import { element } from "./element.js";
import { parseJson } from "./parse-json.js";

/** A response to show. */
export interface ShownResponse {
  /** A short description of the request. */
  readonly title: string;
  readonly response: Response;
  readonly text: string;
  readonly durationMs: number;
}

/** Shows a response above the earlier ones. */
export function showResponse(output: Element, { title, response, text, durationMs }: ShownResponse): void {
  const { status, statusText, headers, ok } = response;
  const line = element(
    "p",
    { class: ok || status === 304 ? "status good" : "status bad" },
    element("strong", {}, `${status} ${statusText}`),
    ` ${title} · ${Math.round(durationMs)} ms`,
  );
  const headerLines = [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const details = element("details", {}, element("summary", {}, "Headers"), code(headerLines));
  const entry = element("section", { class: "try-response" }, line, details);
  const json = parseJson(text);
  if (text !== "") entry.append(code(json === undefined ? text : JSON.stringify(json, null, 2)));
  output.prepend(entry);
  while (output.children.length > MAX_SHOWN) output.lastElementChild?.remove();
}

/** Shows why there is no request or no response. */
export function showProblem(output: Element, message: string): void {
  output.prepend(element("section", { class: "try-response" }, element("p", { class: "status bad" }, message)));
}

const MAX_SHOWN = 5;

function code(text: string): Element {
  return element("pre", { tabindex: "0" }, element("code", {}, text));
}
