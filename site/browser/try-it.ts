// Sends what the form of an operation says to the sandbox, and shows the answer.

import { type FormCall, requestOf } from "./form-request.js";
import type {} from "./globals.js";
import { showAnswer, showProblem } from "./show-answer.js";

const address = globalThis.sandboxAddress ?? null;
for (const form of document.querySelectorAll<HTMLFormElement>("form.try-it")) start(form);

function start(form: HTMLFormElement): void {
  const output = form.querySelector("output");
  if (address === null || output === null) {
    form.querySelector(".no-sandbox")?.removeAttribute("hidden");
    return;
  }
  form.querySelector("fieldset")?.removeAttribute("disabled");
  // The form carries what `try-it-form.tsx` wrote into it.
  const calls = JSON.parse(form.dataset["calls"] ?? "[]") as FormCall[];

  form.querySelector("[name=example]")?.addEventListener("change", ({ target }: Event) => {
    const call = target instanceof HTMLSelectElement ? calls[Number(target.value)] : undefined;
    if (call !== undefined) fill(form, call);
  });
  form.querySelector("[name=reset]")?.addEventListener("click", () => {
    void send(output, "The world is as it was at the start", () =>
      fetch(new URL("/_sandbox/reset", address.baseUrl), { method: "POST" }),
    );
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = requestOf(form, address);
    if (typeof request === "string") return showProblem(output, request);
    const { pathname, search } = new URL(request.url);
    void send(output, `${request.method} ${pathname}${search}`, () => fetch(request));
  });
}

async function send(output: Element, what: string, call: () => Promise<Response>): Promise<void> {
  const startedMs = performance.now();
  try {
    const response = await call();
    showAnswer(output, { what, response, text: await response.text(), tookMs: performance.now() - startedMs });
  } catch {
    showProblem(output, "Nothing came back: does the sandbox still run?");
  }
}

function fill(form: HTMLFormElement, { values, body }: FormCall): void {
  for (const input of form.querySelectorAll<HTMLInputElement>("input[data-in]")) input.value = values[input.name] ?? "";
  const field = form.querySelector("textarea");
  if (field && body !== undefined) field.value = JSON.stringify(body, null, 2);
}
