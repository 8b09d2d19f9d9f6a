import type { FetchLike } from "content-service-client";
import { onTestFinished } from "vitest";

/** A way that requests can be sent. */
export interface Transport {
  readonly fetch: FetchLike;
  /** The same for a server whose certificate was signed with this one. */
  trusting(ca: string): FetchLike;
}

// The platform makes a dispatcher when it is first asked for anything of fetch, and shows it under this name only. Had
// undici come before, with the other transport, it would have put its own there.
new Headers();
const { constructor: PlatformAgent } = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1")) as {
  constructor: new (options: object) => object;
};
const { nodeTransport } = await import("content-service-client/node-transport");

/** Every transport, made anew for a test. */
export const transports = {
  "the platform's fetch": (): Transport => ({
    fetch: (url, init) => fetch(url, init),
    // What `NODE_EXTRA_CA_CERTS` does for a whole process.
    trusting(ca) {
      const dispatcher = new PlatformAgent({ connect: { ca } });
      return (url, init) => fetch(url, Object.assign({}, init, { dispatcher }));
    },
  }),
  nodeTransport: (): Transport => {
    const closing = (options?: Parameters<typeof nodeTransport>[0]) => {
      const transport = nodeTransport(options);
      onTestFinished(transport.close);
      return transport.fetch;
    };
    return { fetch: closing(), trusting: (ca) => closing({ connect: { ca } }) };
  },
};

/** The name of a transport. */
export type TransportName = keyof typeof transports;

/** The names of all, for tests that are run over each. */
export const transportNames = Object.keys(transports) as TransportName[];
