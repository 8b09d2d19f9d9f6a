import type { CallInput, Json, JsonObject } from "content-service-contract";

/** What the samples and the form of an operation need. Its page has this as JSON. */
export interface SampleOperation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** The path template, such as `/files/{file_id}`. */
  readonly path: string;
  readonly server: "base" | "auth";
  /** Whether a call requires an access token. */
  readonly secured: boolean;
  readonly bodyType?: string | undefined;
  /** Whether the response is a page of a list. */
  readonly isList: boolean;
  /** The name of a variable for the response. Undefined for a response without a body. */
  readonly resultName?: string | undefined;
  /** The output of a program whose response has no body. */
  readonly doneText: string;
}

/** Where a call is sent, and as whom. */
export interface SampleTarget {
  readonly baseUrl: string;
  readonly authUrl: string;
  /** The access token. Empty for a call without one. */
  readonly token: string;
}

/** The request of a call, as `fetch` and curl take it. */
export function httpRequest(operation: SampleOperation, input: CallInput, target: SampleTarget) {
  const { server, secured, bodyType, path } = operation;
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(text(input.path?.[name] ?? "")));
  const query = Object.entries(input.query ?? {}).map(([name, value]) => {
    const values = Array.isArray(value) ? value : [value];
    return `${encodeURIComponent(name)}=${values.map((one) => encodeURIComponent(text(one))).join(",")}`;
  });
  return {
    url: `${server === "auth" ? target.authUrl : target.baseUrl}${filled}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: [
      ...(secured && target.token !== "" ? [["Authorization", `Bearer ${target.token}`] as const] : []),
      ...Object.entries(input.header ?? {}).map(([name, value]) => [name, text(value)] as const),
      ...(input.body === undefined || bodyType === undefined ? [] : [["Content-Type", bodyType] as const]),
    ],
    body: input.body === undefined ? undefined : bodyText(bodyType, input.body),
  };
}

function bodyText(type: string | undefined, body: Json): string {
  if (type === JSON_TYPE || !isObject(body)) return JSON.stringify(body);
  return new URLSearchParams(Object.entries(body).map(([name, value]) => [name, text(value)])).toString();
}

export const JSON_TYPE = "application/json";

/** The text of a value in an address, a header or a form. */
export function text(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Whether a value is a JSON object. The contract tests have this function too, but do not run in a browser. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
