// The form of an operation: shows the code of the call in it, sends the call to the sandbox, and shows the response.
import type { CallInput } from "content-service-contract";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { httpRequest, type SampleOperation } from "../../codegen/samples/http-request.js";
import { typescriptProgram } from "../../codegen/samples/typescript-program.js";
import { SANDBOX } from "../samples/sandbox.js";
import { startBodyControls } from "./body-controls.js";
import { element, remember, remembered } from "./page.js";
import { type FormProblem, fillForm, readForm } from "./read-form.js";
import { findSandbox, type ReachableSandbox } from "./sandbox-in-page.js";
import { codeElement, showProblem, showResponse } from "./show-response.js";

const form = document.querySelector<HTMLFormElement>("form.try-it");
if (form !== null) start(form, findSandbox());

function start(form: HTMLFormElement, sandbox: ReachableSandbox | undefined): void {
  // `try-it-form.tsx` writes these attributes.
  const operation = JSON.parse(form.dataset["operation"] ?? "") as SampleOperation;
  const calls = JSON.parse(form.dataset["calls"] ?? "") as CallInput[];
  const pairs = [...document.querySelectorAll(".pair")];
  const output = element("output", { "aria-live": "polite" });
  const stale = element("p", { class: "bad" }, "The form is invalid: this is the code of the last valid request.");
  const users = form.querySelector<HTMLSelectElement>("select[name=token]");
  const area = form.querySelector("textarea");
  const showControls = area ? startBodyControls(form, area) : () => {};

  const target = () => ({ ...SANDBOX, ...sandbox, token: users?.value ?? SANDBOX.token });
  const showCode = () => {
    const read = readForm(form, operation);
    stale.toggleAttribute("hidden", !("message" in read));
    if ("message" in read) return;
    const { input } = read;
    const code = {
      TypeScript: codeElement(typescriptProgram(operation, input, target()).trimEnd(), "ts"),
      curl: codeElement(curlCommand(operation, input, target()), "sh"),
    };
    for (const [language, block] of Object.entries(code))
      document.querySelector(`.pair.selected [data-language=${language}] pre`)?.replaceChildren(...block.childNodes);
  };
  const select = (index: number) => {
    for (const [at, pair] of pairs.entries()) pair.classList.toggle("selected", at === index);
    output.replaceChildren();
    pairs[index]?.querySelector(".responses")?.prepend(output);
    pairs[index]?.querySelector(".samples")?.prepend(stale);
    fillForm(form, calls[index] ?? {});
    if (area) area.rows = Math.min(24, area.value.split("\n").length + 1);
    showControls();
    showCode();
  };

  const user = remembered("sandbox-user");
  if (users && [...users.options].some(({ value }) => value === user)) users.value = user ?? "";
  // To send no token is a choice for one page: on the next one it would look like a mistake.
  users?.addEventListener("change", () => users.value !== "" && remember("sandbox-user", users.value));
  form.addEventListener("input", ({ target: field }) => {
    if (field instanceof Element) field.removeAttribute("aria-invalid");
    if (field instanceof HTMLSelectElement && field.name === "example") select(Number(field.value));
    else showCode();
  });
  form.querySelector("fieldset")?.removeAttribute("disabled");
  select(0);
  // The search and links lead to the headings of examples, which the form replaces.
  const selectNamed = () => {
    const named = pairs.findIndex((pair) => pair.querySelector(":scope > h3")?.id === location.hash.slice(1));
    const example = form.querySelector<HTMLSelectElement>("[name=example]");
    if (named < 0 || example === null) return;
    example.value = String(named);
    select(named);
    document.querySelector("#try-it")?.scrollIntoView();
  };
  selectNamed();
  addEventListener("hashchange", selectNamed);
  if (sandbox === undefined) {
    form.querySelector(".no-sandbox")?.removeAttribute("hidden");
    form.querySelector(".buttons")?.remove();
  } else
    startSending(form, sandbox, output, () => {
      const read = readForm(form, operation);
      if ("message" in read) return read;
      const { url, headers, body = null } = httpRequest(operation, read.input, target());
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
  requestOf: () => Request | FormProblem,
): void {
  const send = async (title: string, request: Request) => {
    const startedMs = performance.now();
    try {
      const response = await sandbox.fetch(request);
      const text = await response.text();
      const remedy = remedyInForm(request, response, text);
      showResponse(output, { title, response, text, durationMs: performance.now() - startedMs, remedy });
    } catch {
      showProblem(output, sandbox.unreachable);
    }
  };
  form.querySelector(".which-sandbox")?.prepend(sandbox.note, " ");
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
    if ("message" in request) {
      request.field?.setAttribute("aria-invalid", "true");
      request.field?.focus();
      return showProblem(output, request.message);
    }
    const { pathname, search } = new URL(request.url);
    void send(`${request.method} ${pathname}${search}`, request);
  });
}

/** What to change in the form after an error response. Undefined if the page has a remedy for the code. */
function remedyInForm({ headers, url }: Request, { status }: Response, text: string): string | undefined {
  const isTokenRequest = url.endsWith("/oauth2/token");
  if (status === 401 && !headers.has("authorization") && !isTokenRequest)
    return "The request had no access token. Choose a user in the field “As”.";
  if (!text.includes('"forbidden"') || !headers.has("as-user")) return undefined;
  if (!text.includes("may not act for"))
    return "The call acts as the user in the field As-User, who lacks the permission. Change or empty the field.";
  // The list names the role of who is not a member.
  return document.querySelector("[name=token] :checked")?.textContent.includes(", ")
    ? "The field As-User has no user of the same enterprise. Change or empty it."
    : "Only an admin or a co-admin with this right may act for another user. Choose one in the field “As”, or empty the field As-User.";
}
