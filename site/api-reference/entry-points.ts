import { join } from "node:path";
import { type EntryPoint as ExportedModule, entryPoints } from "../../scripts/entry-points.js";
import { root } from "../../support/repository.js";

/** An entry point of a package, and the page that describes it. */
export interface EntryPoint extends ExportedModule {
  /** What it is for, in one sentence. */
  readonly purpose: string;
  /** The path of the source. */
  readonly file: string;
  /** The name of the page's file. */
  readonly page: string;
  /** The name in the navigation, below the name of the package. */
  readonly label: string;
}

const PURPOSES: Readonly<Record<string, string>> = {
  "content-service-client": "The client: its options and errors, pagination, metadata queries and shared links.",
  "content-service-client/refreshing-auth":
    "Access tokens that refresh themselves, and the interface of a token store.",
  "content-service-client/operations": "The operations one by one, for a client with only some of them.",
  "content-service-client/bytes": "Uploads and downloads: bytes, forms and streams in operations of your own.",
  "content-service-client/openapi": "Credentials, parameters, servers and lists as an OpenAPI document describes them.",
  "content-service-client/file-token-store": "Tokens in a file, for all processes of a machine.",
  "content-service-client/redis-token-store": "Tokens in Redis, for processes on any number of machines.",
  "content-service-client/sql-token-store":
    "Tokens in a row of PostgreSQL or SQLite, for processes on any number of machines.",
  "content-service-client/testing":
    "For tests: errors and tokens as the client makes them, and the test suite of token stores.",
  "content-service-client/node-transport": "A transport for Node that costs less than the platform's fetch.",
  "content-service-client/for-each-item": "Work on many records: several at a time, resumed from a checkpoint.",
  "content-service-client/opentelemetry": "OpenTelemetry spans for each call and each of its requests.",
  "content-service-contract-tests":
    "Checks exchanges and whole services against the contract, reports violations, and measures coverage.",
  "content-service-contract-tests/matchers":
    "A matcher, which /vitest and /jest register, and a fetch that checks every exchange.",
  "content-service-contract-tests/har": "Checks recorded traffic against the contract.",
  "content-service-contract-tests/diff":
    "Compares two versions of a contract, and says which version the changes need.",
  "content-service-contract-tests/proxy": "A proxy between any client and a service that reports contract violations.",
  "content-service-sandbox": "A stateful service in memory, with faults on demand.",
};

/** Entry points for the packages' own commands and servers, and for test runners. They have no page. */
export const WITHOUT_PAGE: readonly string[] = [
  "content-service-contract",
  "content-service-contract/redaction",
  "content-service-contract/text",
  "content-service-contract/local-server",
  "content-service-contract-tests/vitest",
  "content-service-contract-tests/jest",
  "content-service-sandbox/command",
];

/** The entry points with a page, in the order of the navigation. */
export const ENTRY_POINTS: readonly EntryPoint[] = entryPoints()
  .filter(({ specifier }) => !WITHOUT_PAGE.includes(specifier))
  .map((entry) => {
    const purpose = PURPOSES[entry.specifier];
    if (purpose === undefined) throw new Error(`Add ${entry.specifier} to PURPOSES or WITHOUT_PAGE in entry-points.ts`);
    const name = entry.specifier.split("/")[1];
    const owner = entry.owner.replace("content-service-", "");
    return {
      ...entry,
      purpose,
      file: join(root, entry.source),
      page: `${name === undefined ? owner : owner === "client" ? name : `contract-${name}`}.html`,
      label: name ?? "Main entry",
    };
  });
