import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf, UsageError } from "./usage-error.js";

/**
 * Writes a file as a whole: whoever reads it sees the old text or the new one, and never a part. Its folder is made.
 *
 * Throws a `UsageError` when it cannot be written.
 *
 * @param mode who may read it, as for `open`
 */
export function writeFile(path: string, text: string, mode = 0o666): void {
  const file = resolve(path);
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const handle = openSync(temporary, "wx", mode);
    try {
      writeSync(handle, text);
      // What was spent for it does not come back after a loss of power.
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
