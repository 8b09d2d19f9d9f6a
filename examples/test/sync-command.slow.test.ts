import type { ChildProcess } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox } from "content-service-sandbox";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { ended, startProgram } from "../../sandbox/test/support/processes.js";
import { read } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import handlers from "../files.handlers.js";
import { createStore } from "../sync/remote.js";

const overlay = parse(read("examples/files.overlay.yaml"), { merge: true });
const FILES = Number(process.env["FILES"] ?? 500);

it("goes on where a killed process has stopped, and sends no file twice [BY-16]", async () => {
  let child: ChildProcess | undefined;
  let uploads = 0;
  const sandbox = await createSandbox({
    overlays: [overlay],
    handlers: {
      ...handlers,
      uploadFile(context) {
        uploads += 1;
        if (uploads === Math.floor(FILES / 3)) child?.kill("SIGKILL");
        return handlers["uploadFile"]?.(context);
      },
    },
  });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const store = createStore({ baseUrl: server.baseUrl, auth: "token-owner" });
  const folder = await store.createFolder({ body: { name: "Synchronized", parent: { id: "3001" } } });
  const [here, there] = [temporaryFolder(), temporaryFolder()];
  const run = (root: string) => {
    const args = [root, folder.id, "--base-url", server.baseUrl];
    child = startProgram("examples/sync/index.ts", args, { CONTENT_TOKEN: "token-owner" });
    return ended(child);
  };
  for (let index = 0; index < FILES; index++) {
    const folder = join(here, `folder-${index % 20}`);
    if (index < 20) await mkdir(folder);
    await writeFile(join(folder, `file-${index}.txt`), `The content of ${index}`);
  }
  expect(await run(here)).toMatchObject({ code: null, error: "" });
  expect(uploads).toBeLessThan(FILES / 2);
  expect(await run(here)).toEqual({ code: 0, out: expect.stringMatching(/^\d+ same, \d+ upload\n$/), error: "" });
  // A file whose upload was in progress when the process was killed is in the service, or is sent again.
  expect(uploads).toBeLessThanOrEqual(FILES + 8);
  expect(await run(there)).toMatchObject({ code: 0 });
  const names = (await readdir(here, { recursive: true })).filter((name) => name.endsWith(".txt"));
  expect(names).toHaveLength(FILES);
  for (const name of names)
    expect(await readFile(join(there, name), "utf8")).toBe(await readFile(join(here, name), "utf8"));
});
