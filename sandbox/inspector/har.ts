import type { JournalEntry, JournalMessage } from "./sandbox-access.js";

/** Requests as an HTTP archive (HAR 1.2). Secrets are hidden, as in the journal. */
export function harOf(entries: readonly JournalEntry[], url: string) {
  return { log: { version: "1.2", creator: { name: "sandbox", version: "1" }, entries: entries.map(entryOf) } };

  function entryOf({ time, method, path, query, status, duration_ms, request, response }: JournalEntry) {
    const type = ({ headers }: JournalMessage) => headers["content-type"] ?? "";
    const postData = request.body === "" ? {} : { postData: { mimeType: type(request), text: request.body } };
    return {
      startedDateTime: time,
      time: duration_ms,
      request: {
        ...partsOf(request),
        method,
        url: `${url}${path}${query === "" ? "" : `?${query}`}`,
        queryString: pairsOf(new URLSearchParams(query)),
        ...postData,
      },
      response: {
        ...partsOf(response),
        status,
        statusText: "",
        content: { size: response.body.length, mimeType: type(response), text: response.body },
        redirectURL: response.headers["location"] ?? "",
      },
      cache: {},
      timings: { send: 0, wait: duration_ms, receive: 0 },
    };
  }
}

function partsOf({ headers, body }: JournalMessage) {
  const pairs = pairsOf(Object.entries(headers));
  return { httpVersion: "HTTP/1.1", cookies: [], headers: pairs, headersSize: -1, bodySize: body.length };
}

function pairsOf(entries: Iterable<readonly [string, string]>) {
  return [...entries].map(([name, value]) => ({ name, value }));
}
