import { readFile } from "node:fs/promises";
import { createSandbox, type Listening } from "content-service-sandbox";
import { transform } from "esbuild";
import type { Tarballs } from "../../scripts/pack.js";
import { makeProject, type Project, type ProjectPlan } from "./project.js";

/** A runtime, compiler, bundler or test runner that uses the packages, in one version. */
export interface Consumer {
  readonly name: string;
  readonly version: string;
  readonly project: ProjectPlan;
  readonly checks: readonly Check[];
}

export interface Check {
  /** What is named where it fails. */
  readonly what: string;
  /** Rejects if the check fails. */
  run(project: Project, service: Listening): Promise<void>;
}

/** Makes the project of a consumer and runs all its checks, each with a reset sandbox. */
export async function runConsumer(consumer: Consumer, tarballs: Tarballs, inside: string): Promise<void> {
  const project = await makeProject(consumer.project, tarballs, inside);
  const sandbox = await createSandbox();
  try {
    const service = await sandbox.listen();
    for (const { what, run } of consumer.checks) {
      sandbox.reset();
      await run(project, service).catch((cause) => {
        throw new Error(`${what}\n${cause instanceof Error ? cause.message : cause}`, { cause });
      });
    }
  } finally {
    await sandbox.close();
    await project.remove();
  }
}

/** The versions that `npm run lab -- consumers` installs. */
export const versions = {
  node: ["20.20.2", "22.23.3", "24.21.0", "26.10.0"],
  typescript: ["5.4.5", "5.5.4", "5.6.3", "5.7.3", "5.8.3", "5.9.3", "6.0.3", "7.0.2"],
  "@types/node": "20.19.43",
  vite: "8.3.8",
  esbuild: "0.28.2",
  bun: "1.4.5",
  deno: "2.9.6",
  workerd: "1.20261117.1",
  next: "16.4.6",
  react: "19.3.1",
  "@types/react": "19.3.0",
  vitest: "4.1.12",
  jest: "30.5.2",
  "@types/jest": "30.0.0",
} as const;

/** The environment of the programs. */
export function serviceEnvironment({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Record<string, string> {
  return { CONTENT_BASE_URL: baseUrl, CONTENT_AUTH_URL: authUrl };
}

/** The source of a program in `programs/`. */
export function program(name: string): Promise<string> {
  return readFile(new URL(`programs/${name}`, import.meta.url), "utf8");
}

/** Compiles a program to JavaScript; a `.cts` file becomes CommonJS. */
export async function withoutTypes(name: string): Promise<string> {
  const format = name.endsWith(".cts") ? "cjs" : "esm";
  const { code } = await transform(await program(name), { loader: "ts", format });
  return code;
}
