import type { JsonObject } from "content-service-contract";
import { type Command, createInterruption, readPort, serverOptions } from "./command.js";
import { contractOptions, readContract } from "./contract-file.js";
import { importOptional } from "./optional-packages.js";
import { flag, readOptions, usageOf } from "./options.js";

const options = { ...contractOptions, ...serverOptions("4011"), quiet: flag("print nothing") };

export const command: Command = {
  usage: usageOf(
    "mock [options]",
    `Starts a mock of the contract, which responds to each call with an example. It keeps no state; the sandbox does. It needs
packages of Prism, and prints the install command when they are missing.`,
    options,
    "It runs until it is interrupted. Exit codes: 0 interrupted, 2 the mock could not start.",
  ),
  async run(args) {
    const { values } = readOptions(options, args);
    const { document } = await readContract(values);
    const interruption = createInterruption();
    try {
      const mock = await startMock(document, { port: readPort(values.port), host: values.host });
      if (!values.quiet) {
        console.log(`The mock is ready at ${mock.url}`);
        console.log("  The base address and the token address are the same, and any token will do.");
        if (values.contract === undefined)
          console.log(`  try  curl -H 'Authorization: Bearer any' ${mock.url}/users/me`);
      }
      await interruption.requested();
      await mock.close();
      return 0;
    } finally {
      interruption.end();
    }
  },
};

/** Starts Prism in this process, by default on a free loopback port. Throws a `UsageError` when it is not installed. */
export async function startMock(document: JsonObject, { port = 0, host = "127.0.0.1" } = {}) {
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
  return { url: await server.listen(port, host), close: () => server.close() };
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
