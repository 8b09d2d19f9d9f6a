import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));
/** Nothing of the environment of the tests counts, above all not that of a forge. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(CONTENT_|GITHUB_|FORCE_COLOR|NO_COLOR)/.test(name)),
);

/** Starts a program of the package from its source, and ends it with the test. */
export function startProgram(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const command = ["--import", "tsx", `contract-tests/src/${file}`, ...args];
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...clean, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Starts `content-contract`. */
export const startCommand = (args: readonly string[], env?: Record<string, string>) =>
  startProgram("cli/index.ts", args, env);

/** Runs `content-contract` to its end. */
export const runCommandLine = (args: readonly string[], env?: Record<string, string>) => ended(startCommand(args, env));

/** Waits for the end of a program: its exit code and all that it has written. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; error: string }> {
  let out = "";
  let error = "";
  child.stdout?.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    error += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out, error };
}

/** Gives the first match in the output. */
export async function lineOf({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (stdout === null) throw new Error("The output is not read");
  for await (const line of createInterface(stdout)) {
    const match = pattern.exec(line);
    if (match !== null) return match;
  }
  throw new Error("The command has ended");
}

/** Makes a folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "content-contract-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
