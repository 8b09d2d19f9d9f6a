import { endToEndHeaders, headerOf, pairsOf } from "./end-to-end-headers.js";
import type { Passing } from "./passing.js";
import { VIOLATIONS_HEADER } from "./violations-header.js";

/** The head of the answer to a client: the one of the service, without what was about its connection alone. */
export function answerHead(
  { incoming, answer }: Pick<Passing, "incoming" | "answer">,
  violations: string | undefined,
): { readonly status: number; readonly message: string; readonly headers: string[] } {
  const { statusCode = 502, statusMessage = "", rawHeaders } = answer;
  const isChunked = headerOf(pairsOf(rawHeaders), "transfer-encoding") !== undefined;
  const mayHaveTrailers = isChunked && incoming.httpVersion !== "1.0" && incoming.method !== "HEAD";
  const headers = endToEndHeaders(rawHeaders).filter(([name]) => mayHaveTrailers || name.toLowerCase() !== "trailer");
  if (violations !== undefined) headers.push([VIOLATIONS_HEADER, violations]);
  // The client has not sent its body, and may or may not do so (RFC 9110, section 10.1.1).
  const isRefusedEarly = incoming.headers.expect !== undefined && !incoming.complete;
  if (isRefusedEarly) headers.push(["Connection", "close"]);
  return { status: statusCode, message: statusMessage, headers: headers.flat() };
}
