#!/usr/bin/env node
// content-service-codegen: writes typed operations for the client from an OpenAPI document.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { generateClient } from "./generate-client.js";

const USAGE = `Usage: content-service-codegen --contract <file> [options]
       content-service-codegen --overlay <file> [options]

Writes types.ts and operations.ts for createClient({ operations }) of content-service-client.

  --contract <file>  an OpenAPI 3.0 or 3.1 document, YAML or JSON, in one or more files (default: the client's contract)
  --overlay <file>   an OpenAPI Overlay 1.0 document to apply; repeatable, applied in order
  --allow-ref <start>  a folder, or the start of an address, that a $ref of the document may lead to; repeatable (default:
                     only the folder of the document)
  --standalone       the document is of another service: names and security are those of the document alone, for
                     createPartialClient
  --out <folder>     the output folder (default: src/generated)
  --openapi <file>   also writes the document with its overlays, as JSON in one file, for other tools
  --check            write nothing, and fail if a file is not up to date
  --help             print this text

Prints a note on stderr for each operation that is renamed or skipped.
Exit codes: 0 written or up to date, 1 not up to date (--check), 2 invalid usage or document.`;

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      contract: { type: "string" },
      overlay: { type: "string", multiple: true, default: [] },
      "allow-ref": { type: "string", multiple: true },
      standalone: { type: "boolean", default: false },
      out: { type: "string", default: "src/generated" },
      openapi: { type: "string" },
      check: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { contract, overlay: paths, "allow-ref": allowedRefs, standalone, out, openapi, check, help } = values;
  if (help) return print(USAGE);
  if (contract === undefined && paths.length === 0) throw new Error("--contract or --overlay is required. See --help.");
  if (standalone && contract === undefined) throw new Error("--standalone requires --contract. See --help.");
  const overlays = await Promise.all(paths.map(async (path) => ({ path, overlay: await readOverlay(path) })));
  // Without folders, which differ between machines.
  const title = [contract ?? "the contract of content-service-client", ...paths]
    .map((path) => basename(path))
    .join(", ");
  const sources = { contract, overlays, title, allowedRefs, standalone };
  const { files, document, count, notes } = await generateClient(sources);
  for (const note of notes) console.error(note);
  const paired = Object.entries(files).map(([name, text]) => ({ path: join(out, name), text }));
  if (openapi !== undefined) paired.push({ path: openapi, text: `${JSON.stringify(document, null, 2)}\n` });
  if (check) {
    // Git can check files out with other line ends.
    const isStale = async ({ path, text }: { path: string; text: string }) =>
      (await readFile(path, "utf8").catch(() => "")).replaceAll("\r\n", "\n") !== text ? [path] : [];
    const stale = (await Promise.all(paired.map(isStale))).flat();
    for (const path of stale) console.error(`${path} is not up to date`);
    return stale.length > 0 ? 1 : print(`${count} operations in ${out} are up to date`);
  }
  for (const { path, text } of paired) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return print(`Wrote ${count} operations to ${new Intl.ListFormat("en").format(paired.map(({ path }) => path))}`);
}

function print(text: string): number {
  console.log(text);
  return 0;
}

async function readOverlay(path: string): Promise<unknown> {
  try {
    // YAML contains JSON.
    return parse(await readFile(path, "utf8"), { logLevel: "error", merge: true });
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message.split("\n")[0] : error}`);
  }
}

try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
