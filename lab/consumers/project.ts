import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
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
  /**
   * Runs a server until `call` has used the address that a line of its output names, and then stops it by a signal.
   * Rejects if there is no such line.
   */
  serve(command: readonly string[], options: ServerOptions): Promise<Output>;
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
    attempt: (command, options) => finished(startCommand(folder, command, options)),
    async run(command, options) {
      const output = await project.attempt(command, options);
      if (output.exitCode !== 0) throw new Error(outputText(command, output, `exited with ${output.exitCode}`));
      return output;
    },
    async runQuietly(command, options) {
      const output = await project.run(command, options);
      if (output.stderr.trim() !== "") throw new Error(outputText(command, output, "printed on stderr"));
      return output.stdout.trim().split("\n").at(-1) ?? "";
    },
    async serve(command, { signal, call, ...options }) {
      const child = startCommand(folder, command, { timeoutMs: 60_000, ...options });
      const output = finished(child);
      let isCalled = false;
      try {
        for await (const line of createInterface({ input: child.stdout })) {
          const called = call(line);
          await called;
          isCalled = called !== undefined;
          if (isCalled) break;
        }
      } finally {
        // Its later output must not keep the pipe open.
        child.stdout.resume();
        child.kill(signal);
      }
      if (!isCalled) throw new Error(outputText(command, await output, "named no address"));
      return output;
    },
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

interface ServerOptions extends CommandOptions {
  /** How it is stopped. */
  readonly signal: NodeJS.Signals;
  /** Uses the address in a line; undefined for a line without one. */
  readonly call: (line: string) => Promise<void> | undefined;
}

function startCommand(
  folder: string,
  [program = "", ...args]: readonly string[],
  { environment, timeoutMs = 300_000 }: CommandOptions = {},
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(program, args, {
    cwd: folder,
    env: commandEnvironment(folder, environment),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
}

async function finished(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Output> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  await once(child, "close");
  if (child.signalCode === "SIGKILL") output.stderr += "\nkilled, because it took too long";
  return { ...output, exitCode: child.exitCode };
}

/** This environment without options of Node and vitest, and with the programs of the folder first in PATH. */
function commandEnvironment(folder: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const others = /^(NODE_(OPTIONS|PATH|NO_WARNINGS|ENV)|VITEST.*|TEST.*|DEV|PROD|MODE|SSR|BASE_URL)$/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
  const path = `${folder}/node_modules/.bin:${inherited["PATH"]}`;
  return { ...inherited, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...more, PATH: path };
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
