import { fileURLToPath } from "node:url";

/** A module that a program can import, and the page that describes it. */
export interface EntryPoint {
  /** What stands behind `from` in an import. */
  readonly specifier: string;
  readonly package: "content-service-client" | "content-service-contract-tests";
  /** Its source. */
  readonly file: string;
  /** The file of its page, in the folder of all of them. */
  readonly page: string;
  /** Its name in the navigation, below the name of the package. */
  readonly label: string;
  /** What it is for, in one sentence. */
  readonly purpose: string;
  /** What a newcomer calls first; the other names follow in the order in which they are exported. */
  readonly first?: readonly string[];
}

const fileAt = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Every entry point of the two packages, in the order of the navigation. */
export const ENTRY_POINTS: readonly EntryPoint[] = [
  {
    specifier: "content-service-client",
    package: "content-service-client",
    file: fileAt("src/index.ts"),
    page: "client.html",
    label: "Main entry",
    purpose: "The client: its options and errors, paging, metadata queries and shared links.",
  },
  {
    specifier: "content-service-client/refreshing-auth",
    package: "content-service-client",
    file: fileAt("src/tokens/refreshing-auth.ts"),
    page: "refreshing-auth.html",
    label: "refreshing-auth",
    purpose: "Access tokens that stay fresh, and what a store of tokens has to do.",
  },
  {
    specifier: "content-service-client/operations",
    package: "content-service-client",
    file: fileAt("generated/operations.ts"),
    page: "operations.html",
    label: "operations",
    purpose: "The operations one by one, for a client that has only some of them.",
  },
  {
    specifier: "content-service-client/file-token-store",
    package: "content-service-client",
    file: fileAt("src/tokens/stores/file.ts"),
    page: "file-token-store.html",
    label: "file-token-store",
    purpose: "Tokens in a file, for all processes of a machine.",
  },
  {
    specifier: "content-service-client/redis-token-store",
    package: "content-service-client",
    file: fileAt("src/tokens/stores/redis.ts"),
    page: "redis-token-store.html",
    label: "redis-token-store",
    purpose: "Tokens in Redis, for processes on any number of machines.",
  },
  {
    specifier: "content-service-client/node-transport",
    package: "content-service-client",
    file: fileAt("src/node-transport/index.ts"),
    page: "node-transport.html",
    label: "node-transport",
    purpose: "A transport for Node that costs less than the platform's fetch.",
  },
  {
    specifier: "content-service-contract-tests",
    package: "content-service-contract-tests",
    file: fileAt("contract-tests/src/index.ts"),
    page: "contract-tests.html",
    label: "Main entry",
    purpose:
      "Holds exchanges and whole services against the contract, reports what differs, and counts what was covered.",
    first: ["checkExchange", "runChecks", "loadContract", "recordExchange", "createCoverage"],
  },
  {
    specifier: "content-service-sandbox",
    package: "content-service-contract-tests",
    file: fileAt("sandbox/src/index.ts"),
    page: "sandbox.html",
    label: "sandbox",
    purpose: "A service that keeps its state in memory, and fails when it is told to.",
  },
  {
    specifier: "content-service-contract-tests/matchers",
    package: "content-service-contract-tests",
    file: fileAt("contract-tests/src/matchers/index.ts"),
    page: "contract-matchers.html",
    label: "matchers",
    purpose: "A matcher, which /vitest and /jest give to their runner, and a fetch that checks every exchange.",
  },
  {
    specifier: "content-service-contract-tests/har",
    package: "content-service-contract-tests",
    file: fileAt("contract-tests/src/har/index.ts"),
    page: "contract-har.html",
    label: "har",
    purpose: "Holds recorded traffic against the contract.",
  },
  {
    specifier: "content-service-contract-tests/proxy",
    package: "content-service-contract-tests",
    file: fileAt("contract-tests/src/proxy/index.ts"),
    page: "contract-proxy.html",
    label: "proxy",
    purpose: "Stands between any client and a service, and marks what differs.",
  },
];
