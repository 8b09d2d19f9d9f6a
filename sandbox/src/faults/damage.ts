import type { Answer } from "../http/answer.js";

/** How an answer fails to arrive whole. */
export type Damage = "reset" | "reset_after_head" | "cut";

/** An answer, and what happens to it on the way. */
export interface Reply {
  readonly answer: Answer;
  readonly damage?: Damage | undefined;
}

/** The answer as `fetch` would give it: an answer that does not arrive whole fails as it does on a network. */
export function arrived({ answer: { status, headers, body: whole }, damage }: Reply): Response {
  if (damage === undefined) return new Response(whole, { status, headers });
  if (damage === "reset") throw networkError();
  const text = damage === "cut" ? half(whole ?? "") : "";
  const body = new ReadableStream<Uint8Array>({
    // On the second pull, so that what was sent is read before the failure is.
    pull(controller) {
      if (text === "" || sent) return controller.error(networkError());
      sent = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
  let sent = false;
  return new Response(body, { status, headers });
}

/** The first half of a text. */
export function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

function networkError(): TypeError {
  // The form in which Node's fetch reports a reset.
  return new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
}
