// npm run generate: writes generated/ from openapi/, sandbox/generated/ from sandbox/openapi/, and the schemas of the files of
// content-contract from its options.
// With --check: writes nothing, and fails if a file of generated/ is stale.
// With --uncommitted: writes only what is not committed: generated/openapi.json, examples/generated/, and sandbox/generated/
// with the page of the sandbox inspector. npm ci runs this.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
// Without the contract package, which imports generated/openapi.json.
import { bundleDocument } from "../codegen/src/bundle-document.js";
import { root } from "../support/repository.js";

const CONTROL = "sandbox/openapi/sandbox.yaml";
const FILES = "examples/files.overlay.yaml";

const mode = process.argv[2];

const contract = await bundleDocument(`${root}openapi/openapi.yaml`);
const document = { "generated/openapi.json": await format("openapi.json", JSON.stringify(contract)) };
const settle = mode === "--check" ? rejectStale : write;
await settle(document);
// Imported only now: the contract package imports generated/openapi.json, which may have been missing.
const { typesSource } = await import("../codegen/src/types-source.js");
if (mode !== "--uncommitted") {
  const { operationsOfContract, resourcesOfContract } = await import("./generate-operations.js");
  await settle({
    ...document,
    "generated/types.ts": await format("types.ts", madeFrom("openapi/") + (await typesSource(contract))),
    "generated/resources.ts": await format("resources.ts", madeFrom("openapi/") + resourcesOfContract(contract)),
    "generated/operations.ts": await format("operations.ts", madeFrom("openapi/") + operationsOfContract(contract)),
  });
}
if (mode !== "--check") {
  const control = await bundleDocument(root + CONTROL);
  await write({
    "sandbox/generated/control.json": JSON.stringify(control),
    "sandbox/generated/seed.schema.json": JSON.stringify(seedSchema(control)),
    "sandbox/generated/control.ts": await format("control.ts", madeFrom(CONTROL) + (await typesSource(control))),
  });
  const { generateClient } = await import("../codegen/src/generate-client.js");
  const overlay: unknown = parse(await readFile(root + FILES, "utf8"), { merge: true });
  const { files } = await generateClient({
    contract: undefined,
    overlays: [{ path: FILES, overlay }],
    title: "the contract of content-service-client, files.overlay.yaml",
  });
  await write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`examples/generated/${name}`, text])));
  const { schemas } = await import("../contract-tests/config-schema.js");
  for (const [name, schema] of Object.entries(schemas))
    await write({ [`contract-tests/generated/${name}.schema.json`]: JSON.stringify(schema, null, 2) });
  const { bundleInspector } = await import("../sandbox/inspector/bundle-inspector.js");
  await write({ "sandbox/generated/inspector.json": JSON.stringify(await bundleInspector()) });
}

/** The schema of a file with a seed, for editors. */
function seedSchema(document: unknown): object {
  const { Seed, ...schemas } = Object(document).components.schemas;
  const properties = { $schema: { type: "string" }, ...Seed.properties };
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...Seed, properties, components: { schemas } };
}

function madeFrom(source: string): string {
  return `// Made from ${source} by npm run generate. Do not edit.\n`;
}

async function rejectStale(files: Readonly<Record<string, string>>): Promise<void> {
  const texts = Object.keys(files).map((path) => readFile(`${root}${path}`, "utf8").catch(() => ""));
  const current = await Promise.all(texts);
  const stale = Object.entries(files).filter(([, text], index) => current[index] !== text);
  for (const [path] of stale) console.error(`stale: ${path} (run: npm run generate)`);
  if (stale.length > 0) process.exit(1);
}

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(`${root}${path}`), { recursive: true });
    await writeFile(`${root}${path}`, text);
  }
}

async function format(name: string, text: string): Promise<string> {
  const args = ["format", `--stdin-file-path=generated/${name}`];
  const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
  const formatting = promisify(execFile)(`${root}node_modules/.bin/biome`, args, options);
  formatting.child.stdin?.end(text);
  return (await formatting).stdout;
}
