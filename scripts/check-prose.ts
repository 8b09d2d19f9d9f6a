// Checks the vocabulary of docs, comments and messages, and the spelling of docs and contract: in the files that changed since origin/main, or in the last commit
// where there is no such branch. Without an earlier commit, in all files.
import { execFileSync, spawnSync } from "node:child_process";

const files = changedFiles();
if (files?.trim() === "") console.log("No changed files.");
else {
  const args = files === undefined ? [] : ["--file-list", "stdin", "--no-must-find-files"];
  for (const config of ["cspell.json", "spelling.json"]) {
    const { status } = spawnSync("cspell", ["lint", "--quiet", "--config", config, ...args], {
      input: files,
      stdio: ["pipe", "inherit", "inherit"],
    });
    if (status !== 0) process.exitCode = 1;
  }
}

function changedFiles(): string | undefined {
  const base = git("merge-base", "HEAD", "origin/main") ?? git("rev-parse", "--verify", "HEAD~1");
  if (base === undefined) return undefined;
  const changed = git("diff", "--name-only", "--diff-filter=d", "--relative", base.trim());
  return `${changed}${git("ls-files", "--others", "--exclude-standard")}`;
}

function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}
