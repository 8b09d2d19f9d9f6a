import { parseJson } from "./parse-json.js";

/** The values of a form for an example. `reference/try-it-form.tsx` writes them into the page. */
export interface FormCall {
  readonly values: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The request of a form, or a message for the reader if the form is invalid. */
export function requestOf(form: HTMLFormElement, { baseUrl, authUrl }: { baseUrl: string; authUrl: string }) {
  const { method = "GET", path = "", server, type } = form.dataset;
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input[data-in]")];
  const valuesIn = (place: string) => inputs.filter(({ dataset, value }) => dataset["in"] === place && value !== "");
  const missing = inputs.find(({ dataset, value }) => dataset["in"] === "path" && value === "");
  if (missing) return `${missing.name} is a part of the path, and cannot be empty.`;

  const headers = new Headers();
  const token = form.querySelector<HTMLSelectElement>("select[name=token]")?.value ?? "";
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  try {
    for (const { name, value } of valuesIn("header")) headers.set(name, value);
  } catch {
    return "Invalid header: expected one line of Latin letters, digits and signs.";
  }
  const text = form.querySelector("textarea")?.value.trim() ?? "";
  const body = text === "" ? null : type === "application/json" ? text : formText(text);
  if (body === undefined) return "Invalid body: expected a JSON object. It is sent as a form.";
  if (body !== null && type !== undefined) headers.set("content-type", type);

  const filled = valuesIn("path").reduce(
    (at, { name, value }) => at.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  // Commas separate the values of a list.
  const query = valuesIn("query").map(
    ({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`,
  );
  const url = `${server === "auth" ? authUrl : baseUrl}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return new Request(url, { method, headers, body, cache: "no-store" });
}

function formText(text: string): string | undefined {
  const value = parseJson(text);
  if (typeof value !== "object" || value === null) return undefined;
  return new URLSearchParams(Object.entries(value).map(([name, one]) => [name, String(one)])).toString();
}
