/** What the form holds when the reader chooses an example; `try-it/form-calls.ts` makes it. */
export interface FormCall {
  readonly values: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The request that a form describes, or what is wrong with it, for the reader. */
export function requestOf(form: HTMLFormElement, { baseUrl, authUrl }: { baseUrl: string; authUrl: string }) {
  const { method = "GET", path = "", server, type } = form.dataset;
  const inputs = [...form.querySelectorAll<HTMLInputElement>("input[data-in]")];
  const given = (place: string) => inputs.filter(({ dataset, value }) => dataset["in"] === place && value !== "");
  const missing = inputs.find(({ dataset, value }) => dataset["in"] === "path" && value === "");
  if (missing) return `${missing.name} is a part of the path, and cannot be empty.`;

  const headers = new Headers();
  const token = form.querySelector<HTMLSelectElement>("select[name=token]")?.value ?? "";
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  try {
    for (const { name, value } of given("header")) headers.set(name, value);
  } catch {
    return "A header takes letters, digits and signs of Latin scripts, on one line.";
  }
  const text = form.querySelector("textarea")?.value.trim() ?? "";
  const body = text === "" ? null : type === "application/json" ? text : formText(text);
  if (body === undefined) return "The body is not JSON. Here it is an object whose values are texts, sent as a form.";
  if (body !== null && type !== undefined) headers.set("content-type", type);

  const filled = given("path").reduce(
    (at, { name, value }) => at.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  // Commas stand between the values of a list.
  const query = given("query").map(({ name, value }) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",")}`);
  const url = `${server === "auth" ? authUrl : baseUrl}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return new Request(url, { method, headers, body, cache: "no-store" });
}

function formText(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null
      ? new URLSearchParams(Object.entries(value).map(([name, one]) => [name, String(one)])).toString()
      : undefined;
  } catch {
    return undefined;
  }
}
