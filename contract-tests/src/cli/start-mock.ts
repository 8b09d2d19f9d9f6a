import type { JsonObject } from "content-service-contract";
import { importOptional } from "./optional-packages.js";

/** A running mock. */
export interface Mock {
  /** Its address: the base address and the token address at once. */
  readonly url: string;
  /** Stops the mock. */
  close(): Promise<void>;
}

/**
 * Starts Prism in this process, by default on the loopback address and a free port. It responds to each call with an
 * example of the contract, and validates requests and its own responses.
 *
 * Throws a `UsageError` with the install command when the packages of Prism are not installed.
 */
export async function startMock(
  document: JsonObject,
  { port = 0, host = "127.0.0.1" }: { readonly port?: number | undefined; readonly host?: string | undefined } = {},
): Promise<Mock> {
  const { createLogger, getHttpOperationsFromSpec, createServer } = await importOptional<Prism>("The mock", PACKAGES);
  // Prism resolves references in place, so it gets a copy.
  const operations = await getHttpOperationsFromSpec(structuredClone(document));
  const server = createServer(operations, {
    components: { logger: createLogger("mock", { level: "silent" }) },
    cors: true,
    config: {
      isProxy: false,
      mock: { dynamic: false },
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: true,
      upstreamProxy: undefined,
    },
  });
  const url = await server.listen(port, host);
  return { url, close: () => server.close() };
}

const PACKAGES = ["@stoplight/prism-core", "@stoplight/prism-http", "@stoplight/prism-http-server"];

/** The used part of Prism. Its own types need those of a logger that Prism does not depend on. */
interface Prism {
  createLogger(name: string, options: { level: string }): unknown;
  getHttpOperationsFromSpec(document: JsonObject): Promise<unknown[]>;
  createServer(
    operations: unknown[],
    options: { components: { logger: unknown }; cors: boolean; config: object },
  ): {
    listen(port: number, host: string): Promise<string>;
    close(): Promise<void>;
  };
}
