/** An answer to show. */
export interface ShownAnswer {
  /** What was sent, in a few words. */
  readonly what: string;
  readonly response: Response;
  readonly text: string;
  readonly tookMs: number;
}

/** Shows an answer above the earlier ones, so that a reader sees what the first request did to the second. */
export function showAnswer(output: Element, { what, response, text, tookMs }: ShownAnswer): void {
  const entry = element("section", "try-response");
  const line = element("p", response.ok || response.status === 304 ? "status good" : "status bad");
  line.append(
    element("strong", "", `${response.status} ${response.statusText}`),
    ` ${what} · ${Math.round(tookMs)} ms`,
  );
  entry.append(line, headersOf(response));
  if (text !== "") entry.append(body(text));
  output.prepend(entry);
  while (output.children.length > KEPT) output.lastElementChild?.remove();
}

/** Shows why nothing was sent, or that nothing came back. */
export function showProblem(output: Element, message: string): void {
  const entry = element("section", "try-response");
  entry.append(element("p", "status bad", message));
  output.prepend(entry);
}

const KEPT = 5;

function headersOf({ headers }: Response): Element {
  const details = element("details", "");
  const list = [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  details.append(element("summary", "", "Headers"), code(list));
  return details;
}

function body(text: string): Element {
  try {
    return code(JSON.stringify(JSON.parse(text), null, 2));
  } catch {
    return code(text);
  }
}

function code(text: string): Element {
  const block = element("pre", "");
  block.setAttribute("tabindex", "0");
  block.append(element("code", "", text));
  return block;
}

function element(name: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
