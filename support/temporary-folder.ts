import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty folder for one test. With `afterAll` it is for the tests of a file or group. */
export function temporaryFolder(atTheEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "content-service-client-"));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
