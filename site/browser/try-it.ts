// Sends what the form of an operation says to the sandbox, and shows the answer.
import { type FormCall, requestOf } from "./form-request.js";
import { root } from "./globals.js";
import { type ReachedSandbox, sandboxInPage } from "./sandbox-in-page.js";
import { showAnswer, showProblem } from "./show-response.js";

const sandbox = findSandbox();
for (const form of document.querySelectorAll<HTMLFormElement>("form.try-it")) {
  if (sandbox === undefined) form.querySelector(".no-sandbox")?.removeAttribute("hidden");
  else start(form, sandbox);
}

function start(form: HTMLFormElement, sandbox: ReachedSandbox): void {
  const output = form.querySelector("output");
  const note = form.querySelector(".which-sandbox");
  if (output === null || note === null) return;
  note.textContent = sandbox.note;
  form.querySelector("fieldset")?.removeAttribute("disabled");
  // The form carries what `try-it-form.tsx` wrote into it.
  const calls = JSON.parse(form.dataset["calls"] ?? "[]") as FormCall[];

  const send = async (what: string, request: Request) => {
    const startedMs = performance.now();
    try {
      const response = await sandbox.fetch(request);
      showAnswer(output, { what, response, text: await response.text(), tookMs: performance.now() - startedMs });
    } catch {
      showProblem(output, sandbox.silence);
    }
  };
  form.addEventListener("focusin", sandbox.prepare, { once: true });
  form.querySelector("[name=example]")?.addEventListener("change", ({ target }: Event) => {
    const call = target instanceof HTMLSelectElement ? calls[Number(target.value)] : undefined;
    if (call !== undefined) fill(form, call);
  });
  form.querySelector("[name=reset]")?.addEventListener("click", () => {
    const reset = new Request(new URL("/_sandbox/reset", sandbox.baseUrl), { method: "POST" });
    void send("The world is as it was at the start", reset);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = requestOf(form, sandbox);
    if (typeof request === "string") return showProblem(output, request);
    const { pathname, search } = new URL(request.url);
    void send(`${request.method} ${pathname}${search}`, request);
  });
}

function fill(form: HTMLFormElement, { values, body }: FormCall): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("input[data-in]")) input.value = values[input.name] ?? "";
  const field = form.querySelector("textarea");
  if (field && body !== undefined) field.value = JSON.stringify(body, null, 2);
}

/** The sandbox behind the site, or else one in the page. A page from a folder has none: it cannot start a worker. */
export function findSandbox(): ReachedSandbox | undefined {
  const address = globalThis.sandboxAddress ?? null;
  if (address === null)
    return location.protocol === "file:" ? undefined : sandboxInPage(`${root}assets/sandbox-worker.js`);
  return {
    ...address,
    note: "The sandbox runs behind this site.",
    silence: "Nothing came back: does the sandbox still run?",
    prepare() {},
    fetch: (request) => fetch(request),
  };
}
