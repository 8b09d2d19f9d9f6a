import { onTestFinished } from "vitest";
import { type ContractProxyOptions, createContractProxy } from "../../src/proxy/create-contract-proxy.js";
import type { ProxiedExchange } from "../../src/proxy/watcher.js";

/** Starts a proxy for one test before a server, whose base path is `/2.0`. */
export async function startedProxy(url: string, options: Partial<ContractProxyOptions> = {}) {
  const seen: ProxiedExchange[] = [];
  const proxy = createContractProxy({ target: `${url}/2.0`, onExchange: (one) => seen.push(one), ...options });
  onTestFinished(() => proxy.close());
  return { proxy, seen, ...(await proxy.listen()) };
}
