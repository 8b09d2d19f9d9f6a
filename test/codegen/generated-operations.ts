import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as client from "content-service-client";
import * as bytes from "content-service-client/bytes";
import * as openapi from "content-service-client/openapi";
import ts from "typescript";
import { expect } from "vitest";
import { generateClient } from "../../codegen/src/generate-client.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const modules: Record<string, object> = {
  "content-service-client": client,
  "content-service-client/bytes": bytes,
  "content-service-client/openapi": openapi,
};
export const baseUrl = "https://api.example/v1";
type Call = (options?: object) => client.CallPromise<unknown>;

/** An operation of a document: its path and method, `GET /things` by default, and what OpenAPI says of it. */
export interface Operation {
  readonly path?: string;
  readonly method?: string;
  readonly [member: string]: unknown;
}

/**
 * Writes documents to a folder. Returns the operations that are generated from one, each by its index: `call0`, `call1`. They
 * succeed with JSON.
 */
export const generatedIn =
  (folder: string) =>
  async (operations: readonly Operation[], document: object = {}) => {
    const contract = join(folder, `${crypto.randomUUID()}.json`);
    const responses = { 200: { description: "D", content: { "application/json": { schema: { type: "object" } } } } };
    const paths = operations.map(({ path = "/things", method = "get", ...operation }, index) => [
      `/${index}${path}`,
      { [method]: { operationId: `call${index}`, responses, ...operation } },
    ]);
    const info = { title: "T", version: "1" };
    await writeFile(
      contract,
      JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths), ...document }),
    );
    const { files, notes } = await generateClient({ contract, overlays: [], title: "made.json", standalone: true });
    expect(notes).toEqual([]);
    const { outputText } = ts.transpileModule(files["operations.ts"] ?? "", {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const exported: { operations?: Record<string, client.OperationDefinition<Call>> } = {};
    new Function("exports", "require", outputText)(exported, (name: string) => modules[name]);
    return exported.operations ?? expect.fail("no operations");
  };

/** Calls an operation, and returns what was sent: the URL after the base and the index, the headers and the body. */
export async function sentBy(
  operations: Awaited<ReturnType<ReturnType<typeof generatedIn>>>,
  index: number,
  options: object,
  auth: client.TokenSource | string = "t",
): Promise<Readonly<Record<string, string | undefined>>> {
  let body = "";
  const fetch = scriptedFetch(async ({ init }) => {
    body = await new Response(init.body ?? null).text();
    return json({});
  });
  const made = client.createPartialClient(operations, { baseUrl, auth, fetch, retry: false });
  await made[`call${index}`]?.(options);
  const [request] = fetch.sent;
  const { "user-agent": _, ...headers } = Object.fromEntries(new Headers(request?.headers));
  return { url: request?.url.replace(`${baseUrl}/${index}`, ""), ...headers, body };
}
