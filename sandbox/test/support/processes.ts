import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The environment without variables that change what the commands do or print. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(CONTENT_|GITHUB_|FORCE_COLOR|NO_COLOR)/.test(name)),
);

/** Runs a TypeScript file, given by its path from the root. The process ends with the test. */
export function startProgram(file: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", file, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...clean, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Starts `content-contract`. */
export const startCommand = (args: readonly string[], env?: Record<string, string>) =>
  startProgram("contract-tests/src/cli/index.ts", args, env);

/** Runs `content-contract` to its end. */
export const runCommandLine = (args: readonly string[], env?: Record<string, string>) => ended(startCommand(args, env));

/** Waits for a process to end. Returns its exit code and its output. */
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

/** Waits for the first line of output that matches. */
export async function lineOf({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  if (stdout === null) throw new Error("Expected the output to be a pipe");
  for await (const line of createInterface(stdout)) {
    const match = pattern.exec(line);
    if (match !== null) return match;
  }
  throw new Error(`Expected a line that matches ${pattern}; the output ended`);
}
