import { loadContract } from "content-service-contract";
import { expect, it } from "vitest";
import { compilePrograms } from "../../scripts/compile-programs.js";
import { readmeBlocks } from "../../scripts/readme-blocks.js";
import { samplesOf } from "../../site/samples/samples-of.js";
import { listFiles, read } from "../../support/repository.js";

/** The names that the example of a docstring can use without an import. */
const prelude = `import * as all from "content-service-client";
import { getCurrentUser } from "content-service-client/operations";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { fileTokenStore } from "content-service-client/file-token-store";
import { bytes, type BytesBody, type Download, download, fileName, type Upload } from "content-service-client/bytes";
import { clientCredentials, credentials, isErrorOf } from "content-service-client/openapi";
import { nodeTransport } from "content-service-client/node-transport";
import { forEachItem } from "content-service-client/for-each-item";
import { traced } from "content-service-client/opentelemetry";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { apiError, networkError, stubClient, testTokens, timeoutError, tokenStoreContract } from "content-service-client/testing";
import type { TokenStore, Tokens } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import type { Pool } from "pg";
import { expect, test, vi } from "vitest";
const { createClient, createPartialClient, defineOperation, isApiError, isAuthError, metadataOf, metadataQuery, paginate, sharedLink, undocumented, updateIfUnchanged } = all;
type operations = all.operations;
declare const token: string;
declare const files: { downloadFile: Download<{ path: { file_id: string } }> };
declare function openFile(name: string, start: number): WritableStream<Uint8Array>;
declare const pool: Pool;
declare const store: TokenStore;
declare const context: { waitUntil(work: Promise<unknown>): void };
declare const redis: { sendCommand(args: string[]): Promise<unknown> };
`;

const docs = ["README.md", "docs/sandbox.md", "docs/sandbox-data.md", "contract/README.md", "contract-tests/README.md"];

const docstrings = docstringExamples();
const programs = new Map([
  ...docstrings,
  ...[...docs, ...listFiles("docs/guides/*.md")].flatMap((page) =>
    readmeBlocks(page).map(({ name, code }) => [`${page}/${name}.ts`, code] as const),
  ),
  // Those on the pages of the operations.
  ...loadContract().operations.flatMap(({ id }) =>
    samplesOf(id).map(({ name, typescript }) => [`operations/${id}/${name}.ts`, typescript] as const),
  ),
]);
const errors = compilePrograms(programs);

it("has the examples of the docstrings", () => {
  expect(docstrings.length).toBeGreaterThan(7);
});

it.each([...docs, "docs/guides", "operations", "src"])("compiles each program of %s", (place) => {
  expect([...programs.keys()].filter((path) => path.startsWith(`${place}/`))).not.toEqual([]);
  expect(errors.filter((error) => error.startsWith(`${place}/`))).toEqual([]);
});

function docstringExamples(): (readonly [path: string, code: string])[] {
  return listFiles("src/*.ts").flatMap((file) =>
    [...read(file).matchAll(/@example\n(.*?)\n\s*\*\//gs)].map(([, block = ""], index) => {
      const lines = block.replace(/^ *\* ?/gm, "");
      const client = /const client\b/.test(lines) ? "" : "declare const client: all.Client;\n";
      return [
        `src/${index}-${file.slice("src/".length).replaceAll("/", "-")}`,
        `${prelude}${client}{\n${lines}\n}\n`,
      ] as const;
    }),
  );
}
