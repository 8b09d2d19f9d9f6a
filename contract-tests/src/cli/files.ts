import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isJsonObject, parseJson } from "../contract/json.js";
import { reasonOf, UsageError } from "./command.js";

/**
 * Writes a file atomically, and creates its folder.
 *
 * Throws a `UsageError` when it cannot be written.
 *
 * @param mode the file mode, as for `open`
 */
export function writeFile(path: string, text: string, mode = 0o666): void {
  const file = resolve(path);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const handle = openSync(temporary, "wx", mode);
    try {
      writeSync(handle, text);
      // A spent refresh token must not be all that is left after a power loss.
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`, { cause: error });
  }
}

/** Tokens in the format of `fileTokenStore` of the client. */
export interface FiledTokens {
  readonly refreshToken: string;
  readonly accessToken?: string | undefined;
  readonly expiresAtMs?: number | undefined;
}

/**
 * Reads the refresh token of a token file; undefined when there is no file yet.
 *
 * Throws a `UsageError` when it cannot be read. The message never quotes the file.
 */
export function readTokenFile(path: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw new UsageError(`--token-file ${path} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  const value = parseJson(text);
  if (isJsonObject(value) && typeof value["refreshToken"] === "string" && value["refreshToken"] !== "") {
    return value["refreshToken"];
  }
  throw new UsageError(`--token-file ${path} must be JSON with a refreshToken`);
}

/** Replaces the token file. Only its owner can read it. */
export function writeTokenFile(path: string, tokens: FiledTokens): void {
  writeFile(path, `${JSON.stringify(tokens)}\n`, 0o600);
}
