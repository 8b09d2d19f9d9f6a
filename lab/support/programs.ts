import { type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { root } from "../../support/repository.js";

/** Far more than a program needs on a slow machine. */
const LONGEST_MS = 1_200_000;

/**
 * Starts a program, which can be in TypeScript. The program sends a message in response to each that it gets, and ends when
 * it is disconnected.
 */
export function startProcess(file: string, args: readonly string[] = [], options: ForkOptions = {}) {
  const child = fork(file, args, { ...(file.endsWith(".ts") && { execArgv: ["--import", "tsx"] }), ...options });
  const ended = new AbortController();
  const exited = once(child, "exit").then(([code, signal]) => {
    ended.abort(new Error(`${file} exited with ${code ?? signal}, and sent no message`));
  });
  return {
    /**
     * Sends a question, if there is one, and waits for the next message. Rejects if the process exits first, or sends
     * nothing for a time.
     */
    async ask<Response>(question?: string, timeoutMs = LONGEST_MS): Promise<Response> {
      const message = once(child, "message", {
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (question !== undefined && child.connected) child.send(question);
      const [response] = await message;
      // The caller knows what its program sends.
      return response as Response;
    },
    /** Disconnects the process and waits for its exit. */
    async stop(): Promise<void> {
      if (child.connected) child.disconnect();
      await exited;
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/**
 * Compiles programs of the lab to plain JavaScript for as long as an action takes, so that the loader does not count. The
 * action gets their paths.
 */
export async function withPrograms<Result>(sources: string[], action: (...programs: string[]) => Promise<Result>) {
  // Most programs of the lab do without it.
  const { build } = await import("esbuild");
  // Below node_modules, so that the programs find the packages of the project.
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const outdir = await mkdtemp(join(parent, "lab-programs-"));
  try {
    await build({
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "warning",
      packages: "external",
      entryPoints: sources.map((file) => join(root, "lab", file)),
      outdir,
      outExtension: { ".js": ".mjs" },
    });
    return await action(...sources.map((file) => join(outdir, basename(file).replace(/\.ts$/, ".mjs"))));
  } finally {
    await rm(outdir, { recursive: true });
  }
}
