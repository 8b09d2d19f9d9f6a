import type { FetchLike } from "content-service-client";

export interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | null;
  readonly init: RequestInit;
}

/** Responds to a request, throws a network error, or never settles. */
export type Reply = (request: SentRequest, index: number) => Response | Promise<Response>;

interface ScriptedFetch extends FetchLike {
  readonly sent: SentRequest[];
}

/** Creates a fetch that uses the next reply for each request, and the last one for all further requests. */
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

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

/** Never responds; the request ends by its signal. */
export const never: Reply = ({ init }) =>
  new Promise((_, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

/** Fails as Node's fetch does when a connection is reset. */
export const reset: Reply = () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
};

export const reply =
  (body: BodyInit | null, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(body, { status, headers });

export const user: Reply = () => json({ type: "user", id: "1001" });

/** Replies with a body that is cut off at once. */
export const cut =
  (code = 200): Reply =>
  () =>
    new Response(new ReadableStream({ start: (queue) => queue.error(new Error("cut")) }), { status: code });

/** Replies with a status and an empty body. */
export const status = (code: number, headers: Record<string, string> = {}) => reply("", code, headers);
