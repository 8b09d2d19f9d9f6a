import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent } from "undici";
import type { NodeTransportOptions } from "./options.js";

/**
 * Makes what holds the connections.
 *
 * @throws TypeError when an option cannot work.
 */
export function dispatcherOf({ dispatcher, ...options }: NodeTransportOptions): Dispatcher {
  const { connections = 64, connectTimeoutMs = 30_000, proxy, connect } = options;
  if (dispatcher) {
    if (Object.values(options).every((option) => option === undefined)) return dispatcher;
    throw new TypeError("a dispatcher brings its own connections, proxy and connect");
  }
  if (!(Number.isInteger(connections) && connections > 0)) {
    throw new TypeError("connections must be a whole number above 0");
  }
  if (!(connectTimeoutMs > 0)) throw new TypeError("connectTimeoutMs must be above 0");
  // undici takes 0 for no bound.
  const timeout = connectTimeoutMs === Number.POSITIVE_INFINITY ? 0 : connectTimeoutMs;
  const settings = {
    connections,
    // One request at a time on a connection: nobody waits for another's answer, or is lost with it.
    pipelining: 1,
    // The client's own bounds come first.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { ...connect, timeout },
  };
  if (proxy === undefined) return new Agent(settings);
  const { ca } = connect ?? {};
  const throughProxy = {
    ...settings,
    // Also where the service has no TLS: the proxy then sees what goes through, but takes no part in it.
    proxyTunnel: true,
    requestTls: settings.connect,
    proxyTls: { timeout, ...(ca && { ca }) },
  };
  try {
    if (proxy === "environment") return new EnvHttpProxyAgent(throughProxy);
    if (!/^https?:$/.test(new URL(proxy).protocol)) throw new TypeError("no proxy of HTTP");
    return new ProxyAgent({ ...throughProxy, uri: proxy });
  } catch {
    // What was thrown shows the address, and there may be a password in it.
    throw new TypeError('proxy must be an http: or https: URL, or "environment" with such URLs in it');
  }
}
