import type { FetchLike } from "content-service-client";

/** A request as it would have gone over the wire. */
export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly init: RequestInit;
}

/** What a scripted server does with a request: answers, fails with the error it throws, or hangs on a promise. */
export type Reply = (request: SentRequest, index: number) => Response | Promise<Response>;

/** A fetch function that plays a script and remembers what it was sent. */
export interface ScriptedFetch extends FetchLike {
  readonly sent: SentRequest[];
}

/** Makes a fetch that answers each request with the next reply; the last one stands for all that follow. */
export function scriptedFetch(...replies: [Reply, ...Reply[]]): ScriptedFetch {
  const sent: SentRequest[] = [];
  const fetch: FetchLike = async (url, init) => {
    const request = {
      url,
      method: init.method ?? "GET",
      headers: new Headers(init.headers),
      body: typeof init.body === "string" ? init.body : null,
      init,
    };
    sent.push(request);
    const reply = replies[Math.min(sent.length, replies.length) - 1] ?? replies[0];
    return reply(request, sent.length - 1);
  };
  return Object.assign(fetch, { sent });
}

/** An answer with a JSON body. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** A request that never gets an answer, and ends only by its signal. */
export const never: Reply = ({ init }) =>
  new Promise((_, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

/** What Node's fetch throws when a connection is reset. */
export const reset: Reply = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
};

/** Replies with a status and an empty body. */
export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response("", { status: code, headers });
