import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Tarballs } from "../pack.js";

/** What a temporary project is made of. */
export interface ProjectPlan {
  /** Which of the two packages it uses. */
  readonly tarballs: readonly (keyof Tarballs)[];
  /** What else is installed: names and exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Those whose install scripts may run, since they put a program in its place. */
  readonly allowScripts?: readonly string[];
  /** Its files, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A project elsewhere, which knows nothing of this repository. */
export interface Project {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  /** Runs a program to its end, whatever that is. */
  attempt(command: readonly string[], options?: CommandOptions): Promise<Output>;
  /** Runs a program that must succeed. */
  run(command: readonly string[], options?: CommandOptions): Promise<Output>;
  /** Runs a program that must succeed and print nothing on stderr, and gives its last line. */
  runQuietly(command: readonly string[], options?: CommandOptions): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a project from the tarballs in a new folder inside another. Whoever has it removes it. */
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
    // Newer versions of npm run no install script that is not allowed, older ones run them all.
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

/** What a program printed. */
interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

interface CommandOptions {
  /** Beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default 300000 */
  readonly timeoutMs?: number;
}

/** Runs a program to its end, whatever that is, with the programs of the folder's packages at hand. */
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
  if (child.signalCode !== null) output.stderr += `\nended by ${child.signalCode}, of at most ${timeoutMs} ms`;
  return { ...output, exitCode: child.exitCode };
}

/** The environment of a stranger: nothing that this process was told about Node, and the programs of the folder first. */
export function commandEnvironment(folder: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_PATH: _path, NODE_NO_WARNINGS: _quiet, ...inherited } = process.env;
  const path = `${folder}/node_modules/.bin:${inherited["PATH"]}`;
  // Colours are not part of what is compared.
  return { ...inherited, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...more, PATH: path };
}

/** Runs a program that must succeed. Rejects with all that it printed when it does not. */
async function succeed(folder: string, command: readonly string[], options?: CommandOptions): Promise<Output> {
  const output = await runCommand(folder, command, options);
  if (output.exitCode !== 0) throw new Error(told(command, output, `ended with ${output.exitCode}`));
  return output;
}

/** Runs a program that must succeed and print nothing on stderr, not even a warning. Gives its last line. */
async function succeedQuietly(folder: string, command: readonly string[], options?: CommandOptions): Promise<string> {
  const output = await succeed(folder, command, options);
  if (output.stderr.trim() !== "") throw new Error(told(command, output, "printed on stderr"));
  return output.stdout.trim().split("\n").at(-1) ?? "";
}

/** A command with what it printed, for the reader of a failure. */
function told(command: readonly string[], { stdout, stderr }: Output, what: string): string {
  return [`${command.join(" ")} ${what}`, stdout.trim(), stderr.trim()].filter((text) => text !== "").join("\n");
}
