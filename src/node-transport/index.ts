import { type ConnectionOptions, createSecureContext, type SecureContextOptions } from "node:tls";
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from "undici";
import { checkNumber, checkRecord, checkWhole, invalid, known } from "../checks.js";
import { systemClock } from "../core/clock.js";
import type { FetchLike } from "../core/options.js";
import { closedError, ExchangeController, type Running } from "./exchange.js";
import { send } from "./send.js";

/** Settings of `nodeTransport`. */
export interface NodeTransportOptions {
  /**
   * The maximum number of connections to one server. Further requests wait for a free one, within the timeout of their
   * attempt. @default 64
   */
  connections?: number | undefined;
  /**
   * The timeout for opening a connection, TLS included, in milliseconds. An attempt that waits for it times out by its own
   * `timeoutMs`; this timeout, which should not be shorter, then closes the connection. @default 30000
   */
  connectTimeoutMs?: number | undefined;
  /**
   * The proxy, as a URL, with `user:password@` if needed; or `"environment"` for `HTTPS_PROXY`, `HTTP_PROXY` and
   * `NO_PROXY` as set when the transport is created. The proxy opens a tunnel (`CONNECT`), so with `https:` it does not
   * see tokens. @default no proxy; these variables are ignored
   */
  proxy?: string | "environment" | undefined;
  /**
   * TLS options for the service, as for Node's `tls.connect`: `ca`, `cert`, `key`, `servername`. `ca` applies to a proxy
   * with TLS as well. @default the options of Node
   */
  connect?:
    | (SecureContextOptions & Pick<ConnectionOptions, "servername" | "checkServerIdentity" | "rejectUnauthorized">)
    | undefined;
  /**
   * Your own undici dispatcher, in place of all other options. `close` waits for its requests and leaves it open.
   * @default a dispatcher of the transport
   */
  dispatcher?: Dispatcher | undefined;
}

/** The result of `nodeTransport`. */
export interface NodeTransport {
  /** Sends requests: the `fetch` for `createClient` and `refreshingAuth`. */
  readonly fetch: FetchLike;
  /**
   * Closes all connections after the running requests. Later requests reject at once. Requests that run longer than
   * `timeoutMs`, also those whose response is not read to its end, are aborted.
   */
  close(options?: CloseOptions): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Settings of `NodeTransport.close`. */
export interface CloseOptions {
  /** How long to wait for the running requests, in milliseconds; `Infinity` waits for all. @default 10000 */
  timeoutMs?: number | undefined;
}

/**
 * Creates a transport for Node that is much faster than the platform's `fetch`: it uses undici directly and creates only
 * the parts of a `Response` that are read. Needs the package `undici`, version 7.
 *
 * It is a `fetch` for clients only: the body of a request must be a string, `Uint8Array` or `ReadableStream`, redirects are
 * not followed, and the timeouts are the client's.
 * @throws TypeError when an option is invalid.
 * @example
 * const { fetch, close } = nodeTransport();
 * const client = createClient({ baseUrl: "https://api.content.example/2.0", auth: token, fetch });
 * console.log((await client.getCurrentUser()).login);
 * await close();
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const dispatcher = createDispatcher(options);
  let onIdle = () => {};
  const running: Running = { exchanges: new Set(), onIdle: () => onIdle() };
  let closed: Promise<void> | undefined;
  const idle = async () => {
    await new Promise<void>((resolve) => {
      onIdle = resolve;
      if (running.exchanges.size === 0) resolve();
    });
    // Not `close`, which keeps the connections of aborted requests.
    if (dispatcher !== options.dispatcher) await dispatcher.destroy();
  };
  const close = async (own: CloseOptions = {}) => {
    const { timeoutMs = 10_000 } = known(own, { timeoutMs: 0 });
    closed ??= idle();
    const abort = () => {
      for (const each of running.exchanges) each.cancel(closedError("the transport was closed during the request"));
    };
    const stop = systemClock.timer(timeoutMs, abort);
    await closed;
    stop();
  };
  const fetch: FetchLike = (url, init) => send(closed ? undefined : dispatcher, running, url, init);
  return {
    fetch: Object.assign(fetch, { Controller: ExchangeController }),
    close,
    [Symbol.asyncDispose]: () => close(),
  };
}

const OPTIONS = { connections: 64, connectTimeoutMs: 30_000, proxy: "", connect: {}, dispatcher: undefined };

function createDispatcher(options: NodeTransportOptions): Dispatcher {
  const { dispatcher, ...others } = known(options, OPTIONS);
  const { connections, connectTimeoutMs, proxy } = { ...OPTIONS, ...others };
  if (dispatcher !== undefined) {
    if (typeof dispatcher?.dispatch !== "function") invalid("dispatcher", "be a dispatcher of undici");
    if (Object.keys(others).length > 0) invalid("dispatcher", "not be combined with other options");
    return dispatcher;
  }
  checkWhole("connections", connections);
  checkNumber("connectTimeoutMs", connectTimeoutMs, 1);
  const connect = checkedTls(options.connect);
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
  if (others.proxy === undefined) return new Agent(settings);
  const { ca } = connect;
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
    invalid("proxy", 'be an http: or https: URL, or "environment" with such URLs in it');
  }
}

/** Checks TLS options, which undici would pass on only when it connects. */
function checkedTls(given: NodeTransportOptions["connect"] = {}): NonNullable<NodeTransportOptions["connect"]> {
  checkRecord("connect", given);
  // An undefined value would replace Node's default: without checkServerIdentity, the process would end.
  const connect = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  try {
    createSecureContext(connect);
  } catch (error) {
    // Neither the cause nor its message: they could quote a key.
    invalid("connect", `have valid TLS options: ${(error as NodeJS.ErrnoException | undefined)?.code}`);
  }
  return connect;
}
