import type { FetchLike } from "../options.js";
import { dispatcherOf } from "./dispatcher-of.js";
import { send } from "./exchange.js";
import type { NodeTransportOptions } from "./options.js";

export type { NodeTransportOptions } from "./options.js";

/** What `nodeTransport` makes. */
export interface NodeTransport {
  /** Sends requests: the `fetch` for `createClient` and `refreshingAuth`. */
  readonly fetch: FetchLike;
  /** Closes all connections. What is under way ends first; what is sent later fails. */
  close(): Promise<void>;
}

/**
 * Makes a transport for Node that costs far less than the platform's `fetch`: undici's own connections, no more of a
 * `Response` than is asked for. Needs the package `undici`, version 7.
 *
 * It is a `fetch` for clients, not for everything: the body of a request is a string, and no redirect is followed. The
 * time bounds are the client's. An answer has all that a `Response` has, but is none by `instanceof`.
 *
 * @throws TypeError when an option cannot work.
 * @example
 * const transport = nodeTransport();
 * const client = createClient({
 *   baseUrl: "https://api.content.example/2.0",
 *   auth: process.env["ACCESS_TOKEN"] ?? "",
 *   fetch: transport.fetch,
 * });
 * console.log((await client.getCurrentUser()).login);
 * await transport.close();
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const dispatcher = dispatcherOf(options);
  let closed: Promise<void> | undefined;
  return {
    fetch: (url, init) => send(dispatcher, url, init),
    close() {
      closed ??= dispatcher === options.dispatcher ? Promise.resolve() : dispatcher.close();
      return closed;
    },
  };
}
