import type { FetchLike } from "content-service-client";
import { nodeTransport } from "content-service-client/node-transport";
import { onTestFinished } from "vitest";

export interface Transport {
  readonly fetch: FetchLike;
  /** A fetch that trusts this certificate authority. */
  trusting(ca: string): FetchLike;
}

// Node exposes the dispatcher of its fetch under this name only. See platform-fetch.ts.
const { constructor: PlatformAgent } = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1")) as {
  constructor: new (options: object) => object;
};

/** Every transport. Each call makes a new one for a test. */
export const transports = {
  "the platform's fetch": (): Transport => ({
    fetch: (url, init) => fetch(url, init),
    // As `NODE_EXTRA_CA_CERTS` does for a whole process.
    trusting(ca) {
      const dispatcher = new PlatformAgent({ connect: { ca } });
      return (url, init) => fetch(url, Object.assign({}, init, { dispatcher }));
    },
  }),
  nodeTransport: (): Transport => {
    const closing = (options?: Parameters<typeof nodeTransport>[0]) => {
      const transport = nodeTransport(options);
      onTestFinished(() => transport.close());
      return transport.fetch;
    };
    return { fetch: closing(), trusting: (ca) => closing({ connect: { ca } }) };
  },
};

export type TransportName = keyof typeof transports;

/** The names of all transports, for tests that run over each. */
export const transportNames = Object.keys(transports) as TransportName[];
