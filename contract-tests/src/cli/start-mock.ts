import type { JsonObject } from "../contract/json.js";
import { packageManifest } from "./optional-packages.js";

/** A mock that listens. */
export interface Mock {
  /** Its address. It is the base address and the token address at once. */
  readonly url: string;
  /** Stops it. */
  close(): Promise<void>;
}

/** The packages of the mock are not installed. The message has the command that installs them. */
export class MissingMockError extends Error {
  override readonly name = "MissingMockError";
}

/**
 * Starts Prism in this process, on the loopback address and a free port unless told otherwise. It answers each call with
 * an example of the contract, and holds its own answers to the contract.
 *
 * Throws a `MissingMockError` when its packages are not installed: they are many, and nothing else needs them.
 */
export async function startMock(
  document: JsonObject,
  { port = 0, host = "127.0.0.1" }: { readonly port?: number | undefined; readonly host?: string | undefined } = {},
): Promise<Mock> {
  const { createLogger, getHttpOperationsFromSpec, createServer } = await loadPrism();
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

/**
 * What is used of Prism. Its own types need those of a logger that it does not bring along, and whoever builds against
 * this package would need them too.
 */
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

async function loadPrism(): Promise<Prism> {
  try {
    const parts = await Promise.all(PACKAGES.map((name): Promise<object> => import(name)));
    // The versions are those that this was written for; the tests start it.
    return Object.assign({}, ...parts) as Prism;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { testedWith } = packageManifest();
    const wanted = PACKAGES.map((name) => `${name}@${testedWith[name] ?? "latest"}`).join(" ");
    throw new MissingMockError(`The mock needs packages that are not installed: npm install --save-dev ${wanted}`, {
      cause: error,
    });
  }
}

function isMissing(error: unknown): boolean {
  const isModule = error instanceof Error && "code" in error && /MODULE_NOT_FOUND$/.test(String(error.code));
  return isModule && PACKAGES.some((name) => error.message.includes(`'${name}'`));
}
