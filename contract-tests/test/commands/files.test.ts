import { execFileSync, spawn } from "node:child_process";
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createContract, loadContract } from "content-service-contract";
import { afterAll, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { inferResources } from "../../src/check/document/infer-resources.js";
import { readCallers } from "../../src/cli/callers.js";
import { configSchema } from "../../src/cli/check-options.js";
import { readConfig, readExpect, withResources } from "../../src/cli/config-file.js";
import { readContract } from "../../src/cli/contract-file.js";
import { requireWritable, writeFile } from "../../src/cli/files.js";

const folder = temporaryFolder(afterAll);

function fileWith(value: unknown): string {
  const file = join(folder, `${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

test("writes to the file of a link, and into a pipe, and replaces neither", async () => {
  const [link, pipe] = [join(folder, "latest"), join(folder, "pipe")];
  symlinkSync(fileWith("old"), link);
  execFileSync("mkfifo", [pipe]);
  const reader = spawn("cat", [pipe]);
  for (const file of [link, pipe]) writeFile(file, "new");
  expect([lstatSync(link).isSymbolicLink(), lstatSync(pipe).isFIFO()]).toEqual([true, true]);
  expect([readFileSync(link, "utf8"), await text(reader.stdout)]).toEqual(["new", "new"]);
});

test("rejects a report that is a folder before a long run", () => {
  expect(() => requireWritable(folder)).toThrow(`${folder} cannot be written: it is a folder`);
});

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

test("reads the tokens of callers from the environment and facts from the file", async () => {
  process.env["TEST_MEMBER_TOKEN"] = "token-member";
  const facts = { id: "1005", roles: ["member"], hidden: { file: ["4001"] }, grants: { viewer: { file: "4002" } } };
  const admin = { name: "the admin", facts: { roles: ["admin"] } };
  const entries = [admin, { name: "the member", env: "TEST_MEMBER_TOKEN", facts }];
  for (const file of [entries, { $schema: "./callers.schema.json", entries }].map(fileWith)) {
    const read = [admin, { name: "the member", token: "token-member", facts }];
    expect(await readCallers(file, loadContract())).toEqual(read);
  }
});

test.each(["README.md", "../docs/guides/contract-tests-in-ci.md"])("reads the callers file of %s", async (page) => {
  vi.stubEnv("MEMBER_TOKEN", "token-member");
  const markdown = readFileSync(new URL(`../../${page}`, import.meta.url), "utf8");
  const [, json = ""] = /```json\n(\[[^`]*"facts"[^`]*)```/.exec(markdown) ?? [];
  const member = expect.objectContaining({ name: "the member", token: "token-member" });
  expect(await readCallers(fileWith(JSON.parse(json)), loadContract())).toContainEqual(member);
  vi.unstubAllEnvs();
});

test.each<[reason: RegExp, value: unknown]>([
  [/the file must be an array$/, { name: "x" }],
  [/\/0\/name is missing$/, [{ token: "secret-token" }]],
  [/\/0\/tokens is not documented$/, [{ name: "x", tokens: "secret-token" }]],
  [/entry 1 needs the variable NO_SUCH_VARIABLE, which is not set/, [{ name: "x", env: "NO_SUCH_VARIABLE" }]],
  [/entry 1 must have a token of ASCII characters/, [{ name: "x", token: "secret-token\n" }]],
  [/\/0\/facts\/role is not documented$/, [{ name: "x", facts: { role: "admin" } }]],
  [/\/0\/facts\/roles must be an array$/, [{ name: "x", facts: { roles: "admin" } }]],
  [
    /entry 1 has an unknown role "admn" in roles: the contract has admin, co-admin, service, member$/,
    [{ name: "x", facts: { roles: ["admn"] } }],
  ],
  [/entry 1 has an unknown role "owner" in grants: .* co-owner,/, [{ name: "x", facts: { grants: { owner: {} } } }]],
  [/entry 1 has an unknown type "files" in hidden: .* file,/, [{ name: "x", facts: { hidden: { files: ["4001"] } } }]],
  [/entry 1 has an unknown type "Folder" in visible:/, [{ name: "x", facts: { visible: { Folder: ["1"] } } }]],
  [/entry 1 has an unknown role "owner" in groups:/, [{ name: "x", facts: { groups: { "2001": { owner: {} } } } }]],
  [/entry 1 has an unknown type "doc" in grants:/, [{ name: "x", facts: { grants: { viewer: { doc: "1" } } } }]],
  [/\/0\/facts\/hidden\/file must be an array$/, [{ name: "x", facts: { hidden: { file: "4001" } } }]],
])("rejects callers that %s", async (reason, value) => {
  const failure = readCallers(fileWith(value), loadContract());
  await expect(failure).rejects.toThrow(reason);
  await expect(failure).rejects.not.toThrow("secret-token");
});

function folderOf(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

const head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";
const files = {
  "main.yaml": `${head}paths: { /a: { $ref: path.yaml } }`,
  "path.yaml": "get: { operationId: a, responses: { 200: { description: A } } }",
  "broken.yaml": `${head}paths: { /a: { $ref: none.yaml } }`,
  "old.yaml": "swagger: '2.0'\npaths: {}",
  "overlay.yaml": "overlay: 1.0.0\nactions: [{ target: $.paths.*.get, update: { operationId: b, x-reads: true } }]",
};

test("reads a document of several files, changed by overlays", async () => {
  const path = folderOf(files);
  const { operations } = await readContract({ contract: path("main.yaml"), overlay: [path("overlay.yaml")] });
  expect(operations.map(({ id }) => id)).toEqual(["b"]);
});

test("changes the contract of the client with an overlay, and leaves the original as it is", async () => {
  const actions = "actions: [{ target: $.paths.*.*.operationId, remove: true }]";
  const path = folderOf({ "overlay.yaml": `overlay: 1.0.0\n${actions}` });
  const changed = await readContract({ overlay: [path("overlay.yaml")] });
  expect(changed.operations.some(({ id }) => id === "getCurrentUser")).toBe(false);
  expect((await readContract({})).operation("getCurrentUser").method).toBe("get");
});

test.each<[options: { contract: string; overlay?: string[] }, reason: string]>([
  [{ contract: "broken.yaml" }, "none.yaml"],
  [{ contract: "old.yaml" }, "npx swagger2openapi"],
  [{ contract: "main.yaml", overlay: ["path.yaml"] }, "Expected an overlay of version 1.0"],
])("says what is wrong with %o", async ({ contract, overlay = [] }, reason) => {
  const path = folderOf(files);
  const message = expect.stringContaining(reason);
  const read = readContract({ contract: path(contract), overlay: overlay.map(path) });
  await expect(read).rejects.toMatchObject({ name: "UsageError", message });
});
