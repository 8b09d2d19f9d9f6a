import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createSandbox } from "content-service-sandbox";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { read } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import handlers from "../files.handlers.js";
import { createStore } from "../sync/remote.js";
import { type SyncOptions, sync } from "../sync/sync.js";

const overlay = parse(read("examples/files.overlay.yaml"), { merge: true });

/** Two folders that are synchronized with one folder of a service. */
async function setup() {
  const { baseUrl, fetch } = await createSandbox({ overlays: [overlay], handlers });
  const store = createStore({ baseUrl, fetch, auth: "token-owner", retry: false });
  const { id: folder } = await store.createFolder({ body: { name: "Synchronized", parent: { id: "3001" } } });
  const place = () => {
    const root = temporaryFolder();
    const now = () => new Date("2026-03-01T12:00:00Z");
    return {
      root,
      sync: (others: Partial<SyncOptions> = {}) =>
        sync({ store, root, folder, now, concurrency: 4, partsFrom: 100_000, ...others }),
      write: async (path: string, content: string | Uint8Array) => {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), content);
      },
      remove: (path: string) => rm(join(root, path), { recursive: true }),
      contents: () => contentsOf(root),
    };
  };
  return { store, folder, here: place(), there: place() };
}

/** The texts of the files by path, and undefined for folders, without those of the program. */
async function contentsOf(root: string): Promise<Record<string, string | undefined>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  const own = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(root.length + 1) }));
  const shown = own.filter(({ path }) => !path.startsWith(".sync")).sort((a, b) => (a.path < b.path ? -1 : 1));
  const texts = shown.map(async ({ entry, path }) => [
    path,
    entry.isFile() ? await readFile(join(root, path), "latin1") : undefined,
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

it("makes both sides alike, and then has nothing to do [BY-16]", async () => {
  const { here, there } = await setup();
  await here.write("plan.txt", "The plan");
  await here.write("rooms/kitchen/list.txt", "A sink");
  await here.write("empty/.keep", "");
  const large = new Uint8Array(150_000).map((_, index) => index % 251);
  await here.write("large.bin", large);
  const shown: string[] = [];
  const onProgress = (done: number, total: number) => void shown.push(`${done} of ${total}`);
  expect(await here.sync({ onProgress })).toEqual({ counts: { createRemote: 3, upload: 4 }, problems: [] });
  expect([shown[0], shown.at(-1)]).toEqual(["1 of 7", "7 of 7"]);
  expect(await there.sync()).toEqual({ counts: { createLocal: 3, download: 4 }, problems: [] });
  expect(await there.contents()).toEqual(await here.contents());
  const expected = { "large.bin": Buffer.from(large).toString("latin1"), rooms: undefined };
  expect(await there.contents()).toMatchObject(expected);
  for (const side of [here, there]) expect(await side.sync()).toEqual({ counts: { same: 7 }, problems: [] });
});

it("takes over changes, new files and removals of the other side, and keeps what it removes [BY-16]", async () => {
  const { here, there } = await setup();
  for (const name of ["a", "b", "c", "d/e"]) await here.write(name, `${name} 1`);
  await here.sync();
  await there.sync();
  await here.write("a", "a 2");
  await here.remove("b");
  await there.write("c", "c 2");
  await there.remove("d");
  await there.write("f/g", "g 1");
  expect((await here.sync()).counts).toEqual({ upload: 1, removeRemote: 1, same: 3 });
  const counts = { download: 1, removeLocal: 1, upload: 2, createRemote: 1, removeRemote: 2 };
  expect((await there.sync()).counts).toEqual(counts);
  expect(await readFile(join(there.root, ".sync/removed/2026-03-01T120000.000Z/b"), "utf8")).toBe("b 1");
  await here.sync();
  expect(await here.contents()).toEqual({ a: "a 2", c: "c 2", f: undefined, "f/g": "g 1" });
  expect(await there.contents()).toEqual(await here.contents());
});

it("keeps both contents of a conflict, and a content where the other side has removed it [BY-16]", async () => {
  const { here, there } = await setup();
  for (const name of ["plan.txt", "rooms/list.txt"]) await here.write(name, "1");
  await here.sync();
  await there.sync();
  await here.write("plan.txt", "here");
  await here.remove("rooms");
  await there.write("plan.txt", "there");
  await there.write("rooms/list.txt", "there");
  await here.sync();
  await there.sync();
  await here.sync();
  const both = {
    "plan (conflict 2026-03-01T120000Z).txt": "there",
    "plan.txt": "here",
    rooms: undefined,
    "rooms/list.txt": "there",
  };
  expect([await here.contents(), await there.contents()]).toEqual([both, both]);
});

it("loses nothing when lines of its state are changed or cut off [BY-16]", async () => {
  const { here, there } = await setup();
  await here.write("a", "1");
  await here.write("b", "1");
  await here.sync();
  await there.sync();
  const [name = ""] = (await readdir(join(there.root, ".sync"))).filter((one) => one.startsWith("state-"));
  const file = join(there.root, ".sync", name);
  const state = await readFile(file, "utf8");
  await writeFile(file, state.replaceAll('["a"', '["c"').slice(0, -5));
  await here.write("a", "2");
  await here.sync();
  const { problems } = await there.sync();
  expect(problems).toEqual([expect.stringMatching(/^\d lines of the state were damaged and are ignored$/)]);
  expect(await there.contents()).toEqual({ a: "2", "a (conflict 2026-03-01T120000Z)": "1", b: "1" });
});

it("resumes an upload in parts with the parts that are missing [BY-16]", async () => {
  const { store, here } = await setup();
  const content = new Uint8Array(300_000).map((_, index) => index % 241);
  await here.write("large.bin", content);
  let parts = 0;
  const cut: typeof store.uploadPart = (...call) => {
    parts += 1;
    if (parts === 3) throw new Error("cut");
    return store.uploadPart(...call);
  };
  await expect(here.sync({ store: { ...store, uploadPart: cut } })).rejects.toThrow("cut");
  expect((await here.sync({ store: { ...store, uploadPart: cut } })).counts).toEqual({ upload: 1 });
  // Five parts, of which two were there.
  expect(parts).toBe(6);
});

it("leaves what it cannot have as it is, and says why [BY-16]", async () => {
  const { store, folder, here } = await setup();
  await store.createFolder({ body: { name: "notes", parent: { id: folder } } });
  await here.write("notes", "a file");
  await here.write(".sync/running", String(process.pid));
  await expect(here.sync()).rejects.toThrow(`The process ${process.pid} is synchronizing this folder`);
  await here.write(".sync/running", "999999999");
  const { problems } = await here.sync();
  expect(problems).toEqual(["notes is a file on one side, and a folder on the other"]);
});
