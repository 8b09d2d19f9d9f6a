import type { JsonObject } from "content-service-contract";
import type { TracedExchange } from "../report/report.js";

/**
 * The exchanges of a run as a recording (HAR 1.2), which browsers show. The comment of an entry is the id of its check. What
 * runs did not measure, such as the size of headers, is -1.
 *
 * @example
 * const report = await runChecks(target, { trace: true });
 * writeFileSync("calls.har", JSON.stringify(harOf(report.trace ?? [])));
 */
export function harOf(trace: readonly TracedExchange[]): JsonObject {
  const creator = { name: "content-service-contract-tests", version: "1" };
  return { log: { version: "1.2", creator, entries: trace.map(entryOf) } };
}

function entryOf({ check, endedAt, exchange: { request, response } }: TracedExchange): JsonObject {
  const { method, url = request.path ?? "", body } = request;
  const query = url.includes("?") ? [...new URLSearchParams(url.slice(url.indexOf("?")))] : [];
  const sent = messageOf(request);
  const received = messageOf(response);
  return {
    ...{ startedDateTime: endedAt, time: -1, comment: check, cache: {}, timings: { send: -1, wait: -1, receive: -1 } },
    request: {
      ...{ method: method.toUpperCase(), url, ...sent.message, queryString: pairsOf(query) },
      ...(body === undefined ? {} : { postData: { mimeType: sent.mimeType, text: body } }),
    },
    response: {
      ...{ status: response.status, statusText: "", ...received.message, redirectURL: received.location },
      content: { size: response.body?.length ?? 0, mimeType: received.mimeType, text: response.body ?? "" },
    },
  };
}

function messageOf({ headers, body = "" }: Pick<TracedExchange["exchange"]["response"], "headers" | "body">) {
  const all = new Headers(headers);
  const [mimeType = "", location = ""] = ["content-type", "location"].map((name) => all.get(name) ?? undefined);
  const unmeasured = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1, bodySize: body.length };
  return { message: { ...unmeasured, headers: pairsOf(all) }, mimeType, location };
}

function pairsOf(entries: Iterable<readonly [string, string]>): JsonObject[] {
  return [...entries].map(([name, value]) => ({ name, value }));
}
