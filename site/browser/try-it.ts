// Sends the forms of operations to the sandbox, and shows the responses.
import { type FormCall, requestOf } from "./form-request.js";
import { root } from "./globals.js";
import { type ReachableSandbox, sandboxInPage } from "./sandbox-in-page.js";
import { showProblem, showResponse } from "./show-response.js";

const sandbox = findSandbox();
for (const form of document.querySelectorAll<HTMLFormElement>("form.try-it")) {
  if (sandbox === undefined) form.querySelector(".no-sandbox")?.removeAttribute("hidden");
  else start(form, sandbox);
}

/** The sandbox server of the site, or a sandbox in the page. Undefined for a page from a folder, without workers. */
function findSandbox(): ReachableSandbox | undefined {
  const address = globalThis.sandboxAddress ?? null;
  if (address === null)
    return location.protocol === "file:" ? undefined : sandboxInPage(`${root}assets/sandbox-worker.js`);
  return {
    ...address,
    note: "The sandbox runs on the server of this site.",
    unreachable: `Cannot reach ${address.baseUrl}: check that the sandbox is running.`,
    prepare() {},
    fetch: (request) => fetch(request),
  };
}

function start(form: HTMLFormElement, sandbox: ReachableSandbox): void {
  const output = form.querySelector("output");
  const note = form.querySelector(".which-sandbox");
  if (output === null || note === null) return;
  note.textContent = sandbox.note;
  form.querySelector("fieldset")?.removeAttribute("disabled");
  // `try-it-form.tsx` writes this attribute.
  const calls = JSON.parse(form.dataset["calls"] ?? "[]") as FormCall[];

  const send = async (title: string, request: Request) => {
    const startedMs = performance.now();
    try {
      const response = await sandbox.fetch(request);
      const text = await response.text();
      showResponse(output, { title, response, text, durationMs: performance.now() - startedMs });
    } catch {
      showProblem(output, sandbox.unreachable);
    }
  };
  form.addEventListener("focusin", sandbox.prepare, { once: true });
  form.querySelector("[name=example]")?.addEventListener("change", ({ target }: Event) => {
    const call = target instanceof HTMLSelectElement ? calls[Number(target.value)] : undefined;
    if (call !== undefined) fill(form, call);
  });
  form.querySelector("[name=reset]")?.addEventListener("click", () => {
    const reset = new Request(new URL("/_sandbox/reset", sandbox.baseUrl), { method: "POST" });
    void send("The sandbox was reset", reset);
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
