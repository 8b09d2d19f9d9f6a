import type { Operation } from "content-service-contract-tests";

/** What the client does by itself when a call of an operation fails, in Markdown. The rules are those of docs/retries.md. */
export function repeatsText(operation: Operation): string {
  return [
    mayRepeat(operation)
      ? "The client sends this call up to 4 times when the failure may pass: a lost connection, a time limit, 408, 429, 500, 502, 503, 504, or `operation_blocked_temporary`."
      : "The client sends this call again only where the service did nothing: after 429, 503 with `Retry-After`, or `operation_blocked_temporary`. After any other failure, look whether it was done.",
    "It waits as long as `Retry-After` says: [the rules](../reliability/retries.html).",
    ...(operation.secured ? ["After a 401 it asks `auth` for a newer token, and sends the call once more."] : []),
  ].join(" ");
}

/** Whether a call changes nothing when it is done twice. */
function mayRepeat({ method, reads }: Operation): boolean {
  return reads || ["get", "put", "delete"].includes(method);
}
