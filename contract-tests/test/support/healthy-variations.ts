import { isJsonObject, type Json, type JsonObject, parseJson } from "content-service-contract";
import type { Sandbox, SandboxOptions } from "content-service-sandbox";
import type { CheckTarget } from "../../src/index.js";
import { findRoute, loadContract } from "../../src/index.js";
import { targetOn } from "./broken-sandbox.js";

/** A service that is right in another way than the sandbox. */
export interface Variation {
  readonly name: string;
  readonly sandbox?: SandboxOptions;
  target(sandbox: Sandbox): CheckTarget;
}

/** Changes the text of each response. */
const texts = (name: string, change: (text: string, response: Response) => string): Variation =>
  responses(name, async (response) => {
    const text = await response.text();
    return new Response(text === "" ? null : change(text, response), response);
  });

/** Changes the JSON objects of each response, the inner ones first. */
const objects = (name: string, change: (object: JsonObject, response: Response) => JsonObject): Variation =>
  texts(name, (text, response) => {
    const visit = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(visit);
      if (!isJsonObject(value)) return value;
      return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)])), response);
    };
    const value = parseJson(text);
    return value === undefined ? text : JSON.stringify(visit(value));
  });

/** Changes each response. */
const responses = (
  name: string,
  change: (response: Response, sent: { url: string; init: RequestInit }) => Promise<Response> | Response,
): Variation => ({
  name,
  target: (sandbox) => {
    const target = targetOn(sandbox);
    const send = target.fetch ?? fetch;
    return { ...target, fetch: async (url, init) => change(await send(url, init), { url, init }) };
  },
});

/** Changes each request. */
const requests = (name: string, change: (url: URL, init: RequestInit) => void): Variation => ({
  name,
  target: (sandbox) => {
    const target = targetOn(sandbox);
    const send = target.fetch ?? fetch;
    return {
      ...target,
      fetch: (given, init) => {
        const url = new URL(given);
        const changed = { ...init };
        change(url, changed);
        return send(url.href, changed);
      },
    };
  },
});

/** Gives other values for the target. */
const given = (name: string, values: (target: CheckTarget) => Partial<CheckTarget>): Variation => ({
  name,
  target: (sandbox) => {
    const target = targetOn(sandbox);
    return { ...target, ...values(target) };
  },
});

const withHeaders = (name: string, change: (headers: Headers, response: Response) => void): Variation =>
  responses(name, (response) => {
    const headers = new Headers(response.headers);
    change(headers, response);
    return new Response(response.body, { status: response.status, headers });
  });

const TIME = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z/g;
const isError = ({ status }: Response) => status >= 400;

export const variations: readonly Variation[] = [
  given("the sandbox itself", () => ({})),
  texts("lower-case t and z in times", (text) => text.replace(TIME, "$1t$2z")),
  texts("times with an offset", (text) => text.replace(TIME, "$1T$2+00:00")),
  texts("times with six digits of a second", (text) =>
    text.replace(
      TIME,
      (_, date, time) => `${date}T${String(time).split(".")[0]}.${(String(time).split(".")[1] ?? "").padEnd(6, "0")}Z`,
    ),
  ),
  texts("pretty-printed JSON", (text) => {
    const value = parseJson(text);
    return value === undefined ? text : `${JSON.stringify(value, null, 2)}\n`;
  }),
  texts("escaped JSON", (text) =>
    text.replace(/[/\u0080-\uffff]/g, (one) =>
      one === "/" ? "\\/" : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  ),
  objects("keys in reverse order", (object) => Object.fromEntries(Object.entries(object).reverse())),
  objects("unknown properties", (object) =>
    ["type", "entries", "code", "error", "access_token"].some((key) => key in object)
      ? { ...object, x_new: { id: "1", etag: "9" }, x_other: [1] }
      : object,
  ),
  texts("sizes of the maximum of int64", (text) =>
    text.replace(/"(space_amount|max_upload_size|size)":\d+/g, '"$1":9223372036854775807'),
  ),
  {
    name: "markers that never repeat",
    target: (sandbox) => {
      let next = 0;
      const inner = objects("", (object) => ({
        ...object,
        ...(typeof object["next_marker"] === "string" && object["next_marker"] !== ""
          ? { next_marker: `${object["next_marker"]}~${next++}` }
          : {}),
      })).target(sandbox);
      const send = inner.fetch ?? fetch;
      return {
        ...inner,
        fetch: (given, init) => {
          const url = new URL(given);
          const marker = url.searchParams.get("marker");
          if (marker !== null) url.searchParams.set("marker", marker.replace(/~\d+$/, ""));
          const body = typeof init.body === "string" ? init.body.replace(/("marker":"[^"]*)~\d+"/, '$1"') : init.body;
          return send(url.href, { ...init, ...(body === undefined ? {} : { body }) });
        },
      };
    },
  },
  objects("short errors", (object, response) => {
    const { code, error } = object;
    return isError(response) && (code !== undefined || error !== undefined)
      ? { ...(code === undefined ? { error: error ?? null } : { code }) }
      : object;
  }),
  objects("nulls in errors", (object, response) =>
    isError(response) && "code" in object
      ? { ...object, type: "error", message: null, status: null, context_info: null, help_url: null, request_id: null }
      : object,
  ),
  objects("empty texts in errors", (object, response) =>
    isError(response) && "code" in object ? { ...object, message: "", help_url: "", request_id: "" } : object,
  ),
  objects("other codes in errors", (object, response) =>
    isError(response) && typeof object["code"] === "string" && "message" in object
      ? { ...object, code: `acme_${object["code"]}` }
      : object,
  ),
  objects("enum values that are new", (object) => ({
    ...object,
    ...("item_status" in object && object["item_status"] !== null ? {} : {}),
    ...("effective_access" in object ? { effective_access: "everyone" } : {}),
    ...("resolution_state" in object ? { resolution_state: "delegated" } : {}),
  })),
  {
    name: "etags and ids of another form",
    target: (sandbox) => {
      const inner = objects("", (object) => ({
        ...object,
        ...(typeof object["etag"] === "string" ? { etag: `W/"${object["etag"]}"` } : {}),
      })).target(sandbox);
      const send = inner.fetch ?? fetch;
      return {
        ...inner,
        fetch: (url, init) => {
          const headers = new Headers(init.headers);
          for (const name of ["if-match", "if-none-match"]) {
            const etag = headers.get(name);
            if (etag !== null) headers.set(name, /^W\/"(.*)"(.*)$/.exec(etag)?.slice(1, 3).join("") ?? etag);
          }
          return send(url, { ...init, headers: Object.fromEntries(headers) });
        },
      };
    },
  },
  withHeaders("charset in upper case", (headers) => {
    if (headers.has("content-type")) headers.set("content-type", "application/json; charset=UTF-8");
  }),
  withHeaders("charset in quotes", (headers) => {
    if (headers.has("content-type")) headers.set("content-type", 'Application/JSON;charset="utf-8"');
  }),
  withHeaders("a gateway's headers", (headers) => {
    for (const [name, value] of Object.entries({
      via: "1.1 gateway",
      "x-request-id": crypto.randomUUID(),
      vary: "Accept-Encoding, Origin",
      "strict-transport-security": "max-age=31536000",
      "set-cookie": "session=1; Path=/",
      "x-empty": "",
      "cache-control": "no-cache, no-store",
      date: new Date().toUTCString(),
    }))
      headers.set(name, value);
  }),
  withHeaders("the same request id of a gateway in each response", (headers) => headers.set("x-gateway-id", "gw-1")),
  withHeaders("a clock that is a year ahead", (headers) =>
    headers.set("date", new Date(Date.now() + 365 * 86_400_000).toUTCString()),
  ),
  withHeaders("chunked responses without a length", (headers) => {
    headers.delete("content-length");
    headers.set("transfer-encoding", "chunked");
  }),
  withHeaders("other challenges for a token", (headers, { status }) => {
    if (status === 401 && headers.has("www-authenticate"))
      headers.set(
        "www-authenticate",
        'Bearer realm="Service", error="invalid_token", error_description="The access token, it expired"',
      );
  }),
  withHeaders("two challenges for a token", (headers, { status }) => {
    if (status === 401 && headers.has("www-authenticate"))
      headers.set("www-authenticate", 'Negotiate, Basic realm="a, b", bearer realm="x", error="invalid_token"');
  }),
  requests("unknown query parameters that are ignored", (url) => url.searchParams.delete("no_such_parameter")),
  requests("an intermediary that drops empty headers", (_, init) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of [...headers]) if (value.trim() === "") headers.delete(name);
    init.headers = Object.fromEntries(headers);
  }),
  requests("a lower maximum of limit", (url) => {
    const limit = Number(url.searchParams.get("limit") ?? 0);
    if (limit > 50 && limit < 2 ** 63) url.searchParams.set("limit", "50");
  }),
  responses("a gateway's page for methods that it does not know", (response, { init }) =>
    response.status === 405 && !["GET", "PUT", "POST", "DELETE"].includes(init.method ?? "GET")
      ? new Response("<html>405</html>", {
          status: 405,
          headers: { "content-type": "text/html", allow: response.headers.get("allow") ?? "GET" },
        })
      : response,
  ),
  responses("a gateway's page for paths that it does not know", (response, { url, init }) => {
    const addresses = { baseUrl: "https://sandbox.invalid/2.0", authUrl: "https://sandbox.invalid" };
    const isUnknown = findRoute(loadContract(), init.method ?? "GET", url, addresses).kind === "unknown";
    return isUnknown && response.status === 404
      ? new Response("<html>404</html>", { status: 404, headers: { "content-type": "text/html" } })
      : response;
  }),
  responses("201 for 200", (response, { init }) =>
    response.status === 200 && init.method === "POST"
      ? new Response(response.body, { status: 201, headers: response.headers })
      : response,
  ),
  responses("200 for 201", (response) =>
    response.status === 201 ? new Response(response.body, { status: 200, headers: response.headers }) : response,
  ),
  given("a token without admin rights", () => ({ token: "token-owner" })),
  given("a token without admin rights or ids", () => ({ token: "token-owner", parameters: {}, workspace: undefined })),
  given("no ids", () => ({ parameters: {} })),
  given("no workspace", () => ({ workspace: undefined })),
  given("no refresh token", () => ({ refresh: undefined })),
  given("an As-User without rights", ({ parameters }) => ({ parameters: { ...parameters, "As-User": "1002" } })),
  {
    ...given("a clock that is 100 days ahead", () => ({})),
    sandbox: { now: () => Date.now() + 100 * 86_400_000 },
  },
  {
    ...given("another name for the header of shared links", () => ({ brandHeader: "X-Brand" })),
    sandbox: { brandHeader: "X-Brand" },
  },
];
