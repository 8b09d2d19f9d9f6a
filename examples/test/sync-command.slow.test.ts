import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createSandbox } from "content-service-sandbox";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { read, root as repository } from "../../support/repository.js";
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
  const store = createStore({ baseUrl: server.baseUrl, auth: "token-owner" });
  const folder = await store.createFolder({ body: { name: "Synchronized", parent: { id: "3001" } } });
  const [here, there] = await Promise.all(["here", "there"].map((name) => mkdtemp(join(tmpdir(), `sync-${name}-`))));
  const run = async (root = "") => {
    child = spawn(
      process.execPath,
      ["--import", "tsx", "examples/sync/index.ts", root, folder.id, "--base-url", server.baseUrl],
      {
        cwd: repository,
        env: { ...process.env, CONTENT_TOKEN: "token-owner" },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
    const [code, signal] = await once(child, "exit");
    return { code, signal, output: (await output).join("") };
  };
  try {
    for (let index = 0; index < FILES; index++) {
      const folder = join(here ?? "", `folder-${index % 20}`);
      if (index < 20) await mkdir(folder);
      await writeFile(join(folder, `file-${index}.txt`), `The content of ${index}`);
    }
    expect(await run(here)).toMatchObject({ signal: "SIGKILL" });
    expect(uploads).toBeLessThan(FILES / 2);
    const { code, output } = await run(here);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/^\d+ same, \d+ upload\n$/) });
    // A file whose upload was in progress when the process was killed is in the service, or is sent again.
    expect(uploads).toBeLessThanOrEqual(FILES + 8);
    expect(await run(there)).toMatchObject({ code: 0 });
    const names = (await readdir(here ?? "", { recursive: true })).filter((name) => name.endsWith(".txt"));
    expect(names).toHaveLength(FILES);
    for (const name of names)
      expect(await readFile(join(there ?? "", name), "utf8")).toBe(await readFile(join(here ?? "", name), "utf8"));
  } finally {
    await server.close();
    for (const root of [here, there]) await rm(root ?? "", { recursive: true });
  }
});
