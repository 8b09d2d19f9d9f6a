import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createContract } from "content-service-contract";
import { afterAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { inferResources } from "../../src/check/resources/resources.js";
import { configSchema } from "../../src/cli/check-options.js";
import { readConfig, readExpect, withResources } from "../../src/cli/config-file.js";

const folder = temporaryFolder(afterAll);

function fileWith(value: unknown): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

test("reads options of each type, with names of files relative to the config", async () => {
  const config = { contract: "api.yaml", write: true, closed: false, timeout: 5, overlay: ["a", "b"] };
  expect((await readConfig(fileWith({ ...config, parameters: { id: "1" } }))).args).toEqual([
    ...[`--contract=${join(folder, "api.yaml")}`, "--write", "--timeout=5"],
    ...[`--overlay=${join(folder, "a")}`, `--overlay=${join(folder, "b")}`, '--parameters={"id":"1"}'],
  ]);
});

test("leaves addresses to the environment where it has them", async () => {
  vi.stubEnv("CONTENT_BASE_URL", "https://staging.example/v1").stubEnv("CONTENT_AUTH_URL", "");
  const config = { "base-url": "https://production.example/v1", "auth-url": "https://auth.example" };
  expect((await readConfig(fileWith(config))).args).toEqual(["--auth-url=https://auth.example"]);
  vi.unstubAllEnvs();
});

test.each<[reason: string, value: unknown]>([
  ["the file must be an object", []],
  ["/token is not documented", { token: "secret-token" }],
  ["/timeout must be a number", { timeout: "5" }],
])("rejects a config that %s", async (reason, value) => {
  await expect(readConfig(fileWith(value))).rejects.toThrow(reason);
});

test("reads expected records, and rejects those without what they show", async () => {
  const records = [{ operation: "getShelf", shows: { label: "Poetry" } }];
  expect(await readExpect(fileWith(records))).toEqual(records);
  await expect(readExpect(fileWith([{ operation: "getShelf" }]))).rejects.toThrow("/0/shows is missing");
});

test("has the options of the command, and none with a secret", () => {
  const names = Object.keys(configSchema.properties);
  expect(names).toEqual(expect.arrayContaining(["base-url", "write", "workspace", "html", "strict", "max-time"]));
  expect(names.filter((name) => /token|secret|^header$|^client/.test(name))).toEqual([]);
  const { overlay, concurrency, parameters, write } = configSchema.properties;
  const types = [overlay, concurrency, parameters, write].map((one) => one?.type);
  expect(types).toEqual(["array", "number", "object", "boolean"]);
});

test("infers from the listed operations alone", () => {
  const responses = { 200: { description: "One." } };
  const operation = (operationId: string) => ({ operationId, responses });
  const shelves = { post: operation("createShelf") };
  const own = { delete: operation("closeShelf"), get: operation("getShelf") };
  const contract = createContract({ openapi: "3.1.0", paths: { "/shelves": shelves, "/shelves/{id}": own } });
  const [shelf] = inferResources(withResources(contract, { "/shelves": ["createShelf", "getShelf"] }));
  expect([shelf?.read?.id, shelf?.remove]).toEqual(["getShelf", undefined]);
  expect(() => withResources(contract, { "/shelves": ["readShelf"] })).toThrow("no operation readShelf");
});
