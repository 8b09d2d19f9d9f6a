import type { ConnectionOptions, SecureContextOptions } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from "undici";
import type { FetchLike } from "../core/options.js";
import { send } from "./exchange.js";

/** Settings of `nodeTransport`. */
export interface NodeTransportOptions {
  /**
   * The maximum number of connections to one server. Further requests wait for a free one, within the timeout of their
   * attempt. Not together with `dispatcher`.
   * @default 64
   */
  connections?: number;
  /**
   * The timeout for opening a connection, TLS included, in milliseconds. An attempt that waits for it times out by its own
   * `timeoutMs`; this timeout, which should not be shorter, then closes the connection. Not together with `dispatcher`.
   * @default 30000
   */
  connectTimeoutMs?: number;
  /**
   * The proxy, as a URL, with `user:password@` if needed; or `"environment"` for `HTTPS_PROXY`, `HTTP_PROXY` and
   * `NO_PROXY` as set when the transport is created. By default there is no proxy, and these variables are ignored. The
   * proxy opens a tunnel (`CONNECT`), so with `https:` it does not see tokens. Not together with `dispatcher`.
   */
  proxy?: string | "environment";
  /**
   * TLS options for the service, as for Node's `tls.connect`: `ca`, `cert`, `key`, `servername`. `ca` applies to a proxy
   * with TLS as well. Not together with `dispatcher`.
   */
  connect?: SecureContextOptions & Pick<ConnectionOptions, "servername" | "checkServerIdentity" | "rejectUnauthorized">;
  /** Your own undici dispatcher, in place of all other options. `close` leaves it open. */
  dispatcher?: Dispatcher;
}

/** The result of `nodeTransport`. */
export interface NodeTransport {
  /** Sends requests: the `fetch` for `createClient` and `refreshingAuth`. */
  readonly fetch: FetchLike;
  /** Closes all connections after the running requests. Later requests fail. */
  close(): Promise<void>;
}

/**
 * Creates a transport for Node that is much faster than the platform's `fetch`: it uses undici directly and creates only
 * the parts of a `Response` that are read. Needs the package `undici`, version 7.
 *
 * It is a `fetch` for clients only: the body of a request must be a string, redirects are not followed, and the timeouts
 * are the client's. A response has all members of `Response`, but is not an `instanceof` it.
 *
 * @throws TypeError when an option is invalid.
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
  const dispatcher = createDispatcher(options);
  let closed: Promise<void> | undefined;
  return {
    fetch: (url, init) => send(dispatcher, url, init),
    close() {
      closed ??= dispatcher === options.dispatcher ? Promise.resolve() : dispatcher.close();
      return closed;
    },
  };
}

function createDispatcher({ dispatcher, ...options }: NodeTransportOptions): Dispatcher {
  const { connections = 64, connectTimeoutMs = 30_000, proxy, connect } = options;
  if (dispatcher) {
    if (Object.values(options).every((option) => option === undefined)) return dispatcher;
    throw new TypeError("dispatcher must not be combined with other options");
  }
  if (!(Number.isInteger(connections) && connections > 0)) {
    throw new TypeError("connections must be a whole number above 0");
  }
  if (!(connectTimeoutMs > 0)) throw new TypeError("connectTimeoutMs must be above 0");
  // undici uses 0 for no timeout.
  const timeout = connectTimeoutMs === Infinity ? 0 : connectTimeoutMs;
  const settings = {
    connections,
    // One request at a time on a connection, so that no request waits for another or is lost with it.
    pipelining: 1,
    // The client has its own timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...connect, timeout },
  };
  if (proxy === undefined) return new Agent(settings);
  const { ca } = connect ?? {};
  const proxySettings = {
    ...settings,
    // A tunnel for plain HTTP, too, so that the proxy only forwards bytes.
    proxyTunnel: true,
    requestTls: settings.connect,
    proxyTls: { timeout, ...(ca && { ca }) },
  };
  try {
    if (proxy === "environment") return new EnvHttpProxyAgent(proxySettings);
    if (!/^https?:$/.test(new URL(proxy).protocol)) throw new TypeError("not an HTTP proxy");
    return new ProxyAgent({ ...proxySettings, uri: proxy });
  } catch {
    // The cause would show the URL, which may hold a password.
    throw new TypeError('proxy must be an http: or https: URL, or "environment" with such URLs in it');
  }
}
