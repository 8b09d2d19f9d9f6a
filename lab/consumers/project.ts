import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Tarballs } from "../../scripts/pack.js";

export interface ProjectPlan {
  /** The packages that it uses. */
  readonly tarballs: readonly (keyof Tarballs)[];
  /** Other dependencies with exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Dependencies that need their install scripts. */
  readonly allowScripts?: readonly string[];
  /** Texts by path. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A temporary project outside of this repository. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  /** Runs a program with any exit code. */
  attempt(command: readonly string[], options?: CommandOptions): Promise<Output>;
  /** Runs a program that must exit with 0. */
  run(command: readonly string[], options?: CommandOptions): Promise<Output>;
  /** Runs a program that must exit with 0 and print nothing on stderr. Returns the last line of its output. */
  runQuietly(command: readonly string[], options?: CommandOptions): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a project from the tarballs in a new folder. The caller removes it. */
export async function makeProject(plan: ProjectPlan, tarballs: Tarballs, inside: string): Promise<Project> {
  const folder = await mkdtemp(join(inside, "project-"));
  const project: Project = {
    folder,
    async write(path, text) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    attempt: (command, options) => runCommand(folder, command, options),
    run: (command, options) => succeed(folder, command, options),
    runQuietly: (command, options) => succeedQuietly(folder, command, options),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  try {
    const { allowScripts = [], files = {} } = plan;
    // Newer npm versions run only allowed install scripts.
    const allowed = Object.fromEntries(allowScripts.map((name) => [name, true]));
    await project.write("package.json", JSON.stringify({ private: true, type: "module", allowScripts: allowed }));
    for (const [path, text] of Object.entries(files)) await project.write(path, text);
    const packages = Object.entries(plan.dependencies).map(([name, version]) => `${name}@${version}`);
    const own = plan.tarballs.map((name) => tarballs[name]);
    await project.run([...INSTALL, ...own, ...packages]);
    return project;
  } catch (error) {
    await project.remove();
    throw error;
  }
}

const INSTALL = ["npm", "install", "--save-exact", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

interface CommandOptions {
  /** In addition to those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default 300000 */
  readonly timeoutMs?: number;
}

async function runCommand(
  folder: string,
  [program = "", ...args]: readonly string[],
  { environment, timeoutMs = 300_000 }: CommandOptions = {},
): Promise<Output> {
  const child = spawn(program, args, {
    cwd: folder,
    env: commandEnvironment(folder, environment),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  await once(child, "close");
  if (child.signalCode !== null) output.stderr += `\nkilled by ${child.signalCode} after at most ${timeoutMs} ms`;
  return { ...output, exitCode: child.exitCode };
}

/** This environment without options of Node and vitest, and with the programs of the folder first in PATH. */
export function commandEnvironment(folder: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const others = /^(NODE_(OPTIONS|PATH|NO_WARNINGS|ENV)|VITEST.*|TEST.*|DEV|PROD|MODE|SSR|BASE_URL)$/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
  const path = `${folder}/node_modules/.bin:${inherited["PATH"]}`;
  return { ...inherited, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...more, PATH: path };
}

async function succeed(folder: string, command: readonly string[], options?: CommandOptions): Promise<Output> {
  const output = await runCommand(folder, command, options);
  if (output.exitCode !== 0) throw new Error(outputText(command, output, `exited with ${output.exitCode}`));
  return output;
}

async function succeedQuietly(folder: string, command: readonly string[], options?: CommandOptions): Promise<string> {
  const output = await succeed(folder, command, options);
  if (output.stderr.trim() !== "") throw new Error(outputText(command, output, "printed on stderr"));
  return output.stdout.trim().split("\n").at(-1) ?? "";
}

function outputText(command: readonly string[], { stdout, stderr }: Output, what: string): string {
  return [`${command.join(" ")} ${what}`, stdout.trim(), stderr.trim()].filter((text) => text !== "").join("\n");
}

/** Strict settings of the compiler, for programs from the documentation. */
export const strictOptions = {
  module: "NodeNext",
  target: "ES2023",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  outDir: "out",
  types: ["node"],
};
