import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Tarballs } from "../pack.js";
import { type CommandOptions, type Output, runCommand, succeed, succeedQuietly } from "./run-command.js";

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
