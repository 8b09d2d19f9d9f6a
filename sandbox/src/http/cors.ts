import type { Route } from "content-service-contract";
import type { OriginRule } from "content-service-contract/local-server";
import type { PlainResponse } from "../responses/plain-response.js";
import { isControlPath, pathOf } from "./path.js";

/** CORS: the web pages of other origins that may call the operations of the service. */
export type Cors = ReturnType<typeof createCors>;

/** A browser repeats a preflight after 10 minutes. */
const MAX_AGE_SECONDS = "600";

/** Creates the rules for some origins. Throws a `TypeError` for text that is not an origin. */
export function createCors(origins: string | readonly string[], brandHeader: string) {
  const allowed = new Set([origins].flat());
  for (const origin of allowed) checkOrigin(origin);
  const rule: OriginRule = {
    allows: (origin, target) => (allowed.has("*") || allowed.has(origin)) && !isControlPath(pathOf(target)),
    hint(origin, target) {
      if (isControlPath(pathOf(target))) return "Only pages of the sandbox can use its control operations.";
      if (!ORIGIN.test(origin)) return "";
      return `Allow the page with --cors ${origin}, or createSandbox({ cors: ["${origin}"] }).`;
    },
  };

  /** The headers of a response, with those of CORS: `origin` is that of an allowed page, which can read all headers. */
  function headersFor(origin: string | undefined, headers: PlainResponse["headers"]): PlainResponse["headers"] {
    if (allowed.size === 0) return headers;
    if (origin === undefined) return { ...headers, vary: "Origin" };
    const exposed = Object.keys(headers).join(", ");
    return {
      ...headers,
      ...{ vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": exposed },
    };
  }

  /** The response to a preflight. An unknown path allows it, so that the page sees the 501. */
  function preflight(route: Route | undefined, headers: Headers): PlainResponse {
    const method = headers.get("access-control-request-method") ?? "";
    const operations = route?.kind === "method" ? route.others : [];
    const methods = operations.length === 0 ? [method] : operations.map((one) => one.method.toUpperCase());
    const operation = operations.find((one) => one.method === method.toLowerCase());
    // The sandbox ignores headers that the contract does not have.
    const requested = (headers.get("access-control-request-headers") ?? "").split(/, */).filter((name) => name !== "");
    const documented = operation?.parameters.filter((one) => one.in === "header").map(({ name }) => name) ?? [];
    const known = ["Authorization", "Content-Type", ...documented].map((name) =>
      name === "ServiceApi" ? brandHeader : name,
    );
    const isKnown = (name: string) => known.some((one) => one.toLowerCase() === name.toLowerCase());
    return {
      status: 204,
      body: null,
      headers: {
        "access-control-allow-methods": methods.join(", "),
        "access-control-allow-headers": [...known, ...requested.filter((name) => !isKnown(name))].join(", "),
        "access-control-max-age": MAX_AGE_SECONDS,
      },
    };
  }

  return { rule, headersFor, preflight };
}

/** As browsers send it: `null` is a page from a file. */
const ORIGIN = /^(?:[a-z][a-z\d+.-]*:\/\/[^\s/?#@\\,"*]{1,100}|null)$/;

function checkOrigin(value: string): void {
  // A program without types can pass anything.
  const text = String(value);
  if (text === "*" || text === "null") return;
  const isWeb = /^https?:/i.test(text);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The origin of another scheme, such as that of an extension, is opaque.
  const origin = isWeb ? (url?.origin ?? "") : text.replace(/\/$/, "").toLowerCase();
  if (ORIGIN.test(text) && text === origin) return;
  const suggestion = [origin, /[.:]|^localhost$/.test(text) ? `http://${text}` : ""].find((one) => ORIGIN.test(one));
  const hint = suggestion === undefined ? "" : `. Did you mean ${suggestion}?`;
  throw new TypeError(`cors must be origins such as http://localhost:5173, or *; received ${text}${hint}`);
}
