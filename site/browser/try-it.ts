// The form of an operation: shows the code of the call in it, sends the call to the sandbox, and shows the response.
import type { CallInput } from "content-service-contract";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { httpRequest, type SampleOperation } from "../../codegen/samples/http-request.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import { codeBlock } from "../page/highlight.js";
import type { BodyControl } from "../reference/body-controls.js";
import { SANDBOX } from "../samples/sandbox.js";
import { startBodyControls } from "./body-controls.js";
import { element } from "./element.js";
import { fillForm, readForm } from "./read-form.js";
import { findSandbox, type ReachableSandbox } from "./sandbox-in-page.js";
import { showProblem, showResponse } from "./show-response.js";
import { remember, remembered } from "./storage.js";

const form = document.querySelector<HTMLFormElement>("form.try-it");
if (form !== null) start(form, findSandbox());

function start(form: HTMLFormElement, sandbox: ReachableSandbox | undefined): void {
  // `try-it-form.tsx` writes these attributes.
  const operation = JSON.parse(form.dataset["operation"] ?? "") as SampleOperation;
  const calls = JSON.parse(form.dataset["calls"] ?? "") as CallInput[];
  const controls = JSON.parse(form.dataset["controls"] ?? "") as BodyControl[];
  const pairs = [...document.querySelectorAll(".pair")];
  const output = element("output", { "aria-live": "polite" });
  const users = form.querySelector<HTMLSelectElement>("select[name=token]");
  const area = form.querySelector("textarea");
  const place = form.querySelector(".body-controls");
  const showControls = area && place ? startBodyControls(area, place, controls) : () => {};

  const target = () => ({ ...SANDBOX, ...sandbox, token: users?.value ?? SANDBOX.token });
  const showCode = () => {
    const input = readForm(form, operation);
    // The code of the last valid call stays.
    if (typeof input === "string") return;
    const code = {
      TypeScript: codeBlock(typescriptProgram(operation, input, target()).trimEnd(), "ts"),
      curl: codeBlock(curlCommand(operation, input, target()), "sh"),
    };
    for (const [language, html] of Object.entries(code)) {
      const block = document.querySelector(`.pair.selected [data-language=${language}] pre`);
      const holder = element("div");
      holder.innerHTML = html;
      block?.replaceChildren(...(holder.firstElementChild?.childNodes ?? []));
    }
  };
  const select = (index: number) => {
    for (const [at, pair] of pairs.entries()) pair.classList.toggle("selected", at === index);
    output.replaceChildren();
    pairs[index]?.querySelector(".responses")?.prepend(output);
    fillForm(form, calls[index] ?? {});
    if (area) area.rows = Math.min(24, area.value.split("\n").length + 1);
    showControls();
    showCode();
  };

  const user = remembered("sandbox-user");
  if (users && [...users.options].some(({ value }) => value === user)) users.value = user ?? "";
  users?.addEventListener("change", () => remember("sandbox-user", users.value));
  form.addEventListener("input", ({ target: field }) => {
    if (field instanceof HTMLSelectElement && field.name === "example") select(Number(field.value));
    else showCode();
  });
  form.querySelector("fieldset")?.removeAttribute("disabled");
  select(0);
  if (sandbox === undefined) {
    form.querySelector(".no-sandbox")?.removeAttribute("hidden");
    form.querySelector(".buttons")?.remove();
  } else
    startSending(form, sandbox, output, () => {
      const input = readForm(form, operation);
      if (typeof input === "string") return input;
      const { url, headers, body = null } = httpRequest(operation, input, target());
      return new Request(url, {
        method: operation.method,
        headers: headers.map(([...pair]) => pair),
        body,
        cache: "no-store",
      });
    });
}

/** Sends the request of the form, or shows the message of an invalid form. */
function startSending(
  form: HTMLFormElement,
  sandbox: ReachableSandbox,
  output: Element,
  requestOf: () => Request | string,
): void {
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
  form.querySelector(".which-sandbox")?.append(sandbox.note);
  form.addEventListener("focusin", sandbox.prepare, { once: true });
  form.querySelector("[name=reset]")?.addEventListener("click", () => {
    const reset = new Request(new URL("/_sandbox/reset", sandbox.baseUrl), { method: "POST" });
    void send("The sandbox was reset", reset);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const request = requestOf();
    if (typeof request === "string") return showProblem(output, request);
    const { pathname, search } = new URL(request.url);
    void send(`${request.method} ${pathname}${search}`, request);
  });
}
