import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type ContractDiff, contractDiff } from "content-service-contract-tests/diff";
import { bundleDocument } from "../../codegen/src/bundle-document.js";
import { read, root } from "../../support/repository.js";
import { newestRelease } from "./changelog.js";

const run = promisify(execFile);

/**
 * Compares the contract of the newest release in `CHANGELOG.md`, read from its git tag, with the current one. Undefined
 * before the first release.
 *
 * Rejects when the tag is missing.
 */
export async function changesSinceRelease(): Promise<ContractDiff | undefined> {
  const version = newestRelease(read("CHANGELOG.md"));
  if (version === undefined) return undefined;
  return changesSince(`v${version}`);
}

/** Compares the contract of a git tag or commit with the current one. */
export async function changesSince(revision: string): Promise<ContractDiff> {
  const folder = await mkdtemp(join(tmpdir(), "contract-diff-"));
  try {
    const current: unknown = JSON.parse(read("generated/openapi.json"));
    return await contractDiff(await contractAt(revision, folder), current);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The commit to compare with before the first release: the merge base with the main branch, or on that branch the parent.
 * Undefined for the first commit of a history.
 *
 * Rejects when the history is missing, as in a shallow clone.
 */
export async function unreleasedBase(folder = root): Promise<string | undefined> {
  const git = async (...args: string[]) => {
    const { stdout } = await run("git", args, { cwd: folder });
    return stdout.trim();
  };
  const commitOf = (...args: string[]) => git(...args).catch(() => undefined);
  const head = await commitOf("rev-parse", "--verify", "HEAD");
  if (head === undefined) throw new Error(`${HISTORY_MISSING} This folder is not a git checkout.`);
  const main =
    (await commitOf("rev-parse", "--verify", "origin/main")) ?? (await commitOf("rev-parse", "--verify", "main"));
  const mergeBase = main === undefined ? undefined : await commitOf("merge-base", "HEAD", main);
  if (mergeBase !== undefined && mergeBase !== head) return mergeBase;
  const parent = await commitOf("rev-parse", "--verify", "HEAD^");
  if (parent === undefined && (await git("rev-parse", "--is-shallow-repository")) === "true")
    throw new Error(
      `${HISTORY_MISSING} This is a shallow clone (run: git fetch --unshallow, or check out with fetch-depth: 0)`,
    );
  return parent;
}

const HISTORY_MISSING = "Cannot compare the contract with an earlier commit: the history is missing.";

/** Bundles the contract of a git tag or commit in an empty folder. */
export async function contractAt(revision: string, folder: string): Promise<unknown> {
  const archive = join(folder, "openapi.tar");
  try {
    await run("git", ["archive", `--output=${archive}`, revision, "openapi"], { cwd: root });
  } catch (cause) {
    throw new Error(`Cannot read openapi/ of ${revision} (run: git fetch --tags)`, { cause });
  }
  await run("tar", ["-xf", archive, "-C", folder]);
  return bundleDocument(join(folder, "openapi/openapi.yaml"));
}
