import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseJson } from "content-service-contract";
import { documents } from "./contract/own-contract.js";
import type { Handlers } from "./own-handlers/define-handlers.js";

/**
 * Reads an OpenAPI document or an overlay. YAML and documents of several files need `content-service-codegen`. Rejects with
 * a `TypeError` for a file that cannot be read.
 */
export async function readDocument(option: string, path: string): Promise<object> {
  try {
    const json = parseJson(readFileSync(path, "utf8"));
    if (json !== undefined && !/"\$ref":\s*"[^#"]/.test(JSON.stringify(json))) return Object(json);
    const { bundleDocument } = await documents("YAML, or a document of several files,");
    return Object(await bundleDocument(path));
  } catch (error) {
    throw unreadable(option, path, error);
  }
}

/** Imports a module of handlers. Rejects with a `TypeError` for a module that cannot be imported, or has none. */
export async function readHandlers(path: string): Promise<Handlers> {
  let found: unknown;
  try {
    found = (await import(pathToFileURL(resolve(path)).href)).default;
  } catch (error) {
    // Node 20 does not import TypeScript.
    const hint =
      /\.ts$/.test(path) && /Unknown file extension/.test(String(error))
        ? " Run the sandbox with tsx, or compile the file."
        : "";
    throw unreadable("--handlers", path, error, hint);
  }
  if (typeof found !== "object" || found === null)
    throw new TypeError(`--handlers ${path} must have handlers as its default export`);
  // `createSandbox` validates them.
  return found as Handlers;
}

function unreadable(option: string, path: string, cause: unknown, hint = ""): TypeError {
  const reason = cause instanceof Error ? cause.message : cause;
  return new TypeError(`Cannot read ${option} ${path}: ${reason}${hint}`, { cause });
}
