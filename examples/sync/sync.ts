import { openAsBlob } from "node:fs";
import { mkdir, readFile, rename, rmdir, stat, unlink, writeFile } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import { isApiError } from "content-service-client";
import { isUnchanged, type LocalItem, OWN, scan } from "./local.js";
import { isRemoval, plan, type Step } from "./plan.js";
import { create, fetchContent, list, type RemoteItem, type Store } from "./remote.js";
import { openState, type State, type Synced } from "./state.js";

export interface SyncOptions {
  readonly store: Store;
  /** The local folder. */
  readonly root: string;
  /** The id of the folder of the service. */
  readonly folder: string;
  /** The most transfers at a time. */
  readonly concurrency: number;
  /** New files of at least this many bytes are uploaded in parts. */
  readonly partsFrom: number;
  readonly now: () => Date;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface SyncResult {
  /** How often each action was taken. */
  readonly counts: Readonly<Partial<Record<Step["action"], number>>>;
  /** What was left as it is, and why. Another run may do it. */
  readonly problems: readonly string[];
}

/** Makes a local folder and a folder of the service alike. What only one side has changed or removed, the other takes over. */
export async function sync(options: SyncOptions): Promise<SyncResult> {
  const { root, folder, store, concurrency, onProgress } = options;
  await mkdir(join(root, OWN, "partial"), { recursive: true });
  const unlock = await lock(join(root, OWN, "running"));
  const state = openState(join(root, OWN, `state-${folder}`));
  const problems: string[] = [];
  const warn = (message: string) => void problems.push(message);
  if (state.damaged > 0) warn(`${state.damaged} lines of the state were damaged and are ignored`);
  try {
    const [local, remote] = await Promise.all([scan(root, state, warn), list(store, folder, warn)]);
    const synced = new Map<string, Synced>();
    for (const path of state.paths()) {
      const known = state.get(path);
      if (!local.has(path) && !remote.has(path)) state.set(path, {});
      else if (known.synced) synced.set(path, known.synced);
    }
    const { steps, mismatches } = plan(local, remote, synced);
    for (const path of mismatches) warn(`${path} is a file on one side, and a folder on the other`);
    const counts: Partial<Record<Step["action"], number>> = {};
    const run = { ...options, state, local, remote };
    let done = 0;
    const take = async (step: Step) => {
      const problem = await actions[step.action](run, step.path).catch(rejection);
      if (problem === undefined) counts[step.action] = (counts[step.action] ?? 0) + 1;
      else warn(`${step.path} ${problem}`);
      onProgress?.(++done, steps.length);
    };
    const isFolder = ({ path }: Step) => (local.get(path) ?? remote.get(path))?.sha1 === undefined;
    const folders = steps.filter(isFolder);
    // New folders from the top, files, and what is removed from the bottom.
    for (const step of folders) if (!isRemoval(step.action)) await take(step);
    const files = steps.filter((step) => !isFolder(step));
    await eachOf(files, concurrency, take);
    for (const step of folders.toReversed()) if (isRemoval(step.action)) await take(step);
    return { counts, problems };
  } finally {
    state.close();
    await unlock();
  }
}

/** Calls a function for each item, at most `concurrency` at a time. Rejects with the first error, after the calls in progress. */
async function eachOf<T>(items: readonly T[], concurrency: number, call: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of rest) {
      if (failures.length > 0) return;
      await call(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
}

interface Run extends SyncOptions {
  readonly state: State;
  readonly local: ReadonlyMap<string, LocalItem>;
  readonly remote: Map<string, RemoteItem>;
}

/** Takes an action; returns why it did not. */
type Take = (run: Run, path: string) => Promise<string | undefined>;

const MEANWHILE = "was changed meanwhile";

const actions: Readonly<Record<Step["action"], Take>> = {
  async same(run, path) {
    const { state, local, remote } = run;
    const synced = syncedOf(local.get(path), remote.get(path));
    if (synced && JSON.stringify(state.get(path)) !== JSON.stringify({ synced })) state.set(path, { synced });
    return undefined;
  },

  async createRemote({ store, state, remote, folder }, path) {
    const body = { name: nameOf(path), parent: { id: parentOf(remote, folder, path) } };
    const { id, etag } = await store.createFolder({ body });
    remote.set(path, { id, etag: etag ?? "" });
    state.set(path, { synced: { id } });
    return undefined;
  },

  async createLocal({ root, state, remote }, path) {
    await mkdir(join(root, path), { recursive: true });
    state.set(path, { synced: { id: remote.get(path)?.id ?? "" } });
    return undefined;
  },

  upload: (run, path) => upload(run, path, run.local.get(path)),

  async download(run, path) {
    const { root, store, state, local, remote } = run;
    const item = remote.get(path);
    if (item === undefined) return MEANWHILE;
    const known = state.get(path);
    const part = await fetchContent(store, root, item, {
      begun: known.download,
      onStart: (begun) => state.set(path, { ...known, download: begun }),
    });
    const file = join(root, path);
    if (part === undefined || !(await isUnchanged(file, local.get(path)))) return MEANWHILE;
    await mkdir(dirname(file), { recursive: true });
    await rename(part, file);
    const { size, mtimeMs } = await stat(file);
    state.set(path, { synced: { id: item.id, size, mtimeMs, sha1: item.sha1 ?? "" } });
    return undefined;
  },

  /** Keeps both: the local content under a name of its own, on both sides. */
  async conflict(run, path) {
    const { root, local, now } = run;
    const item = local.get(path);
    if (item === undefined || !(await isUnchanged(join(root, path), item))) return MEANWHILE;
    const end = extname(path);
    const time = now().toISOString().replace(/\.\d+/, "").replaceAll(":", "");
    const copy = `${path.slice(0, path.length - end.length)} (conflict ${time})${end}`;
    await rename(join(root, path), join(root, copy));
    return (await upload(run, copy, item)) ?? (await actions.download({ ...run, local: new Map() }, path));
  },

  /** Moves it away, so that nothing is lost. A folder in which something is left stays. */
  async removeLocal({ root, state, local, now }, path) {
    const file = join(root, path);
    const item = local.get(path);
    if (item?.sha1 === undefined) {
      if (!(await rmdir(file).then(() => true, unless("ENOTEMPTY")))) return "is not empty";
    } else {
      if (!(await isUnchanged(file, item))) return MEANWHILE;
      const target = join(root, OWN, "removed", now().toISOString().replaceAll(":", ""), path);
      await mkdir(dirname(target), { recursive: true });
      await rename(file, target);
    }
    state.set(path, {});
    return undefined;
  },

  /** Moves it to the trash of the service. */
  async removeRemote({ store, state, remote }, path) {
    const item = remote.get(path);
    if (item === undefined) return MEANWHILE;
    if (item.sha1 !== undefined) {
      await store.deleteFile({ path: { file_id: item.id }, header: { "If-Match": item.etag } });
    } else {
      const { entries } = await store.listFolderItems({ path: { folder_id: item.id }, query: { limit: 1 } });
      if (entries.length > 0) return "is not empty in the service";
      await store.deleteFolder({ path: { folder_id: item.id } });
    }
    state.set(path, {});
    return undefined;
  },
};

/** Uploads a new file, or a version of one if it still has the etag that was listed. */
async function upload(run: Run, path: string, item: LocalItem | undefined): Promise<string | undefined> {
  const { root, store, state, remote, folder, partsFrom } = run;
  const file = join(root, path);
  if (item?.sha1 === undefined || !(await isUnchanged(file, item))) return MEANWHILE;
  const { size, mtimeMs, sha1 } = item;
  const old = remote.get(path);
  const known = state.get(path);
  const place = { file, name: nameOf(path), parent: parentOf(remote, folder, path), size, sha1 };
  const stored = old
    ? await store.uploadFileVersion({
        path: { file_id: old.id },
        header: { "If-Match": old.etag },
        body: await openAsBlob(file),
      })
    : await create(store, place, {
        partsFrom,
        ...(known.upload && { session: known.upload }),
        onSession: (session) => state.set(path, { ...known, upload: session }),
      });
  // A file that changes while it is read is uploaded again by the next run.
  const isSame = stored.sha1 === sha1;
  state.set(path, { synced: { id: stored.id, sha1: stored.sha1 ?? "", ...(isSame && { size, mtimeMs }) } });
  return isSame ? undefined : MEANWHILE;
}

function syncedOf(local: LocalItem | undefined, remote: RemoteItem | undefined): Synced | undefined {
  if (local === undefined || remote === undefined) return undefined;
  const { size, mtimeMs, sha1 } = local;
  return { id: remote.id, ...(sha1 !== undefined && { sha1, size, mtimeMs }) };
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

function parentOf(remote: ReadonlyMap<string, RemoteItem>, folder: string, path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? folder : (remote.get(path.slice(0, end))?.id ?? folder);
}

/** The rejection of a service in which somebody else was faster; throws any other error. */
function rejection(error: unknown): string {
  if (isApiError(error) && [404, 409, 412].includes(error.status)) return `was rejected: ${error.message}`;
  throw error;
}

/** Keeps a second process away from the folder. The lock of a process that has ended is free. */
async function lock(file: string): Promise<() => Promise<void>> {
  const isOwn = await writeFile(file, String(process.pid), { flag: "wx" }).then(() => true, unless("EEXIST"));
  if (isOwn) return () => unlink(file);
  const pid = Number(await readFile(file, "utf8"));
  if (isAlive(pid)) throw new Error(`The process ${pid} is synchronizing this folder`);
  await unlink(file);
  return lock(file);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** False for one error of the file system; throws any other. */
function unless(code: string): (error: unknown) => false {
  return (error) => {
    if (error instanceof Error && "code" in error && error.code === code) return false;
    throw error;
  };
}
