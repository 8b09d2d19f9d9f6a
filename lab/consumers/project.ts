import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createSandbox } from "content-service-sandbox";
import { inject, type ProvidedContext, test } from "vitest";
import { INSTALL } from "./pack-once.js";

export interface ProjectPlan {
  /** Dependencies besides the packages, with exact versions. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** Texts by path. */
  readonly files: Readonly<Record<string, string>>;
}

type Environment = Readonly<Record<string, string>>;
type Command = readonly string[];

interface Serving {
  readonly address: RegExp;
  readonly call: (address: string) => Promise<void>;
  readonly environment?: Environment;
}

/** Strict settings of the compiler, which also check the declarations of the packages. */
export const STRICT = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  resolveJsonModule: true,
  skipLibCheck: false,
  rootDir: ".",
};

/** A temporary project outside of this repository. */
type Project = Awaited<ReturnType<typeof makeProject>>;

interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** Defines a test that uses the installed tarballs in a project of their own. */
export function consumer(name: string, plan: ProjectPlan, use: (project: Project) => Promise<void>): void {
  test.concurrent(name, async ({ onTestFinished }) => {
    const project = await makeProject(plan, inject("installed"));
    onTestFinished(() => project.remove());
    await use(project);
  });
}

/** Uses a sandbox that listens, by the environment of a program. */
export async function withSandbox(action: (environment: Record<string, string>) => Promise<void>): Promise<void> {
  const sandbox = await createSandbox();
  try {
    const { baseUrl, authUrl } = await sandbox.listen();
    await action({ CONTENT_BASE_URL: baseUrl, CONTENT_AUTH_URL: authUrl });
  } finally {
    await sandbox.close();
  }
}

/** Makes a project with all packages in a new folder. The caller removes it. */
async function makeProject(plan: ProjectPlan, { base, folder: inside }: ProvidedContext["installed"]) {
  const folder = await mkdtemp(join(inside, "project-"));
  const project = {
    folder,
    async write(path: string, text: string) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    /** Runs a program to its end. */
    attempt: (command: Command, environment?: Environment) => outputOf(start(folder, command, environment)),
    /** Runs a program that must exit with 0. */
    async run(command: Command, environment?: Environment) {
      const output = await project.attempt(command, environment);
      if (output.exitCode !== 0) throw failure(command, `exited with ${output.exitCode}`, output);
      return output;
    },
    /** Runs a program that must exit with 0 and print nothing on stderr. Returns the last line of its output. */
    async quietly(command: Command, environment?: Environment) {
      const output = await project.run(command, environment);
      if (output.stderr.trim() !== "") throw failure(command, "printed on stderr", output);
      return output.stdout.trim().split("\n").at(-1) ?? "";
    },
    /** Runs a server until `call` has used the address in its output, and then stops it with SIGINT. */
    async serve(command: Command, { address, call, environment }: Serving) {
      const child = start(folder, command, environment);
      const output = outputOf(child);
      try {
        for await (const line of createInterface({ input: child.stdout })) {
          const [, found] = address.exec(line) ?? [];
          if (found === undefined) continue;
          await call(found);
          // Its later output must not keep the pipe open.
          child.stdout.resume();
          child.kill("SIGINT");
          return await output;
        }
        throw failure(command, "named no address", await output);
      } finally {
        child.kill("SIGKILL");
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
  // npm takes long for the tarballs, and little to add a package to a copy.
  await cp(base, folder, { recursive: true });
  for (const [path, text] of Object.entries(plan.files)) await project.write(path, text);
  const packages = Object.entries(plan.dependencies).map(([name, version]) => `${name}@${version}`);
  await project.run(["npm", ...INSTALL, ...packages]);
  return project;
}

function start(folder: string, [program = "", ...args]: Command, environment: Environment = {}) {
  // Without options of Node and vitest, and with the programs of the folder first in PATH.
  const others = /^(NODE_(OPTIONS|PATH|NO_WARNINGS|ENV)|VITEST.*|TEST.*|DEV|PROD|MODE|SSR|BASE_URL)$/;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !others.test(name)));
  const PATH = `${folder}/node_modules/.bin:${inherited["PATH"]}`;
  return spawn(program, args, {
    cwd: folder,
    env: { ...inherited, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...environment, PATH },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 300_000,
    killSignal: "SIGKILL",
  });
}

async function outputOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Output> {
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  await once(child, "close");
  return { ...output, exitCode: child.exitCode };
}

function failure(command: Command, what: string, { stdout, stderr }: Output): Error {
  return new Error(`${command.join(" ")} ${what}\n${stdout}\n${stderr}`);
}
