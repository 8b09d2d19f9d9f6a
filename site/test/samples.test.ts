import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
import { inputRequest, loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { curlCommand } from "../../codegen/samples/curl-command.js";
import { httpRequest } from "../../codegen/samples/http-request.js";
import { sampleOperation, successOf } from "../../codegen/samples/sample-operation.js";
import { WIDTH } from "../../codegen/samples/typescript-program.js";
import { root } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { samplesOf } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";

const run = promisify(execFile);
const contract = loadContract();
const samples = contract.operations.flatMap((operation) =>
  samplesOf(operation.id).map(({ name, ...sample }) => ({
    title: name === operation.id ? name : `${operation.id}-${name}`,
    operation,
    ...sample,
  })),
);

// Years after the examples were written, and before the dates in them.
const sandbox = await createSandbox({ now: () => Date.UTC(2035, 0, 4, 8) });
const { baseUrl, authUrl } = await sandbox.listen();
afterAll(() => sandbox.close());
const RECORDS = records();

// The programs as they are shown, and as modules that call the sandbox of this test.
const folder = temporaryFolder(afterAll);
beforeAll(async () => {
  for (const { title, typescript } of samples) {
    writeFileSync(join(folder, `${title}.shown.ts`), typescript);
    writeFileSync(
      join(folder, `${title}.ts`),
      typescript.replaceAll(SANDBOX.baseUrl, baseUrl).replaceAll(SANDBOX.authUrl, authUrl),
    );
  }
  await build({
    entryPoints: samples.map(({ title }) => join(folder, `${title}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    tsconfig: `${root}tsconfig.json`,
    nodePaths: [`${root}node_modules`],
    alias: { "content-service-client": `${root}src/index.ts` },
  });
});

test("the programs are formatted as the formatter would", async () => {
  const formatter = { indentStyle: "space", lineWidth: WIDTH };
  writeFileSync(join(folder, "biome.json"), JSON.stringify({ root: true, formatter }));
  const files = samples.map(({ title }) => `${title}.shown.ts`);
  await run(`${root}node_modules/.bin/biome`, ["format", ...files], { cwd: folder });
});

const commands = requestsOf(samples.map(({ curl }) => curl));

test.each(samples.map((sample, index) => ({ ...sample, command: commands[index] })))(
  "the request of $title, and of its command, is that of the contract tests",
  ({ operation, input, command }) => {
    const { url, headers, body } = httpRequest(sampleOperation(contract, operation), input, SANDBOX);
    const { path, ...expected } = inputRequest(operation, input, SANDBOX.token);
    const request = { ...expected, url: (operation.server === "auth" ? SANDBOX.authUrl : SANDBOX.baseUrl) + path };
    expect({ method: operation.method.toUpperCase(), url, headers: lowerCased(headers), body }).toEqual(request);
    expect(command).toEqual({ ...request, ...(operation.server === "base" && { body: body && JSON.parse(body) }) });
  },
);

test.each(samples)(
  "the program $title sends one request, which succeeds on a fresh sandbox, and a write changes its records [DS-21]",
  async ({ title, operation }) => {
    sandbox.reset();
    const before = sandbox.requests().length;
    const { log } = console;
    onTestFinished(() => {
      console.log = log;
    });
    let printed = "";
    console.log = (text: string) => {
      printed += `${text}\n`;
    };
    await import(pathToFileURL(join(folder, `${title}.mjs`)).href);
    expect(sandbox.requests()).toHaveLength(before + 1);
    expect(records() === RECORDS).toBe(operation.isSafe);
    // It prints the response, or a sentence if the response has no body.
    const { schema } = successOf(contract, operation);
    if (schema === undefined) expect(printed).toMatch(/^[A-Z].*\.\n$/);
    else expect(contract.validate(schema, JSON.parse(printed))).toEqual([]);
  },
);

/** The records of the sandbox as JSON, without its clock and the next id. */
function records(): string {
  const { now, next_id, ...others } = sandbox.snapshot();
  return JSON.stringify(others);
}

/** The requests that curl would send for some commands, as the shell passes them. */
function requestsOf(commands: readonly string[]) {
  const script = `curl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${commands.join("\n")}`;
  const printed = execFileSync("sh", ["-e", "-c", script], { encoding: "utf8" });
  return printed
    .split("\0\n\0")
    .slice(0, -1)
    .map((line) => requestOf(line.split("\0")));
}

function requestOf(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      silent: { type: "boolean", short: "s" },
      "show-error": { type: "boolean", short: "S" },
      request: { type: "string", short: "X" },
      header: { type: "string", short: "H", multiple: true, default: [] },
      data: { type: "string", short: "d" },
      "data-urlencode": { type: "string", multiple: true },
    },
  });
  const { silent, "show-error": showError, request, header, data, "data-urlencode": form } = values;
  expect([silent, showError, positionals.length]).toEqual([true, true, 1]);
  const ofForm = form === undefined ? [] : [["content-type", "application/x-www-form-urlencoded"]];
  const parts = form?.map((part) => [part.split("=")[0] ?? "", part.slice(part.indexOf("=") + 1)]);
  return {
    // With data, curl sends a POST.
    method: request ?? (data === undefined && form === undefined ? "GET" : "POST"),
    url: positionals[0] ?? "",
    headers: lowerCased([...header.map((line) => line.split(": ")), ...ofForm]),
    // A form, or the value of the JSON.
    body: parts === undefined ? data && JSON.parse(data) : new URLSearchParams(parts).toString(),
  };
}

function lowerCased(headers: readonly (readonly string[])[]): Record<string, string> {
  return Object.fromEntries(headers.map(([name = "", value = ""]) => [name.toLowerCase(), value]));
}

test("a command passes every character of a value to curl, in JSON and in a form", () => {
  const text = `it's "5 $HOME", \`x\` \\ 'two' & a=b and !more\n`;
  const inputs = { createTask: { message: text }, refreshAccessToken: { client_secret: text } };
  const [json, form] = requestsOf(
    Object.entries(inputs).map(([id, body]) =>
      curlCommand(sampleOperation(contract, contract.operation(id)), { body }, SANDBOX),
    ),
  );
  expect(json?.body).toEqual(inputs.createTask);
  expect(new URLSearchParams(String(form?.body)).get("client_secret")).toBe(text);
});
