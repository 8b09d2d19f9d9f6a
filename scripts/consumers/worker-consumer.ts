import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { type Check, type Consumer, ok, program, serviceEnvironment, versions } from "./consumer.js";
import { commandEnvironment } from "./project.js";

/** A worker: a runtime that has `fetch` and no module of Node. */
export async function workerConsumer(): Promise<Consumer> {
  const { workerd, esbuild } = versions;
  const files = { "worker.ts": await program("worker.ts"), "worker.capnp": await program("worker.capnp") };
  return {
    name: "workerd",
    version: workerd,
    project: { tarballs: ["client"], dependencies: { workerd, esbuild }, allowScripts: ["workerd", "esbuild"], files },
    checks: [bundlesWithoutNode, worksInWorkerd],
  };
}

const bundlesWithoutNode: Check = {
  what: "every entry but the file store, bundled for no platform",
  async run(project) {
    // A neutral platform has no module of its own: an import of one from Node fails the build.
    const options = ["--bundle", "--platform=neutral", "--format=esm", "--outfile=worker.js", "--log-level=warning"];
    await project.runQuietly(["esbuild", "worker.ts", ...options]);
    return ok();
  },
};

const worksInWorkerd: Check = {
  what: "that worker: a refresh, calls, paging, an error",
  async run({ folder }, service) {
    const told = await servedByWorkerd(folder, "worker.capnp", serviceEnvironment(service));
    const expected = "admin@example.com admin@example.com | 122 domains | tuple_already_exists | no tokens | ";
    if (!told.startsWith(expected) || !/\| \d+ operations$/.test(told)) throw new Error(told);
    return ok();
  },
};

/** Starts the worker of a configuration, asks it once, and ends it. Gives what it answered, or what went wrong. */
async function servedByWorkerd(
  folder: string,
  configuration: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  // It tells on a descriptor of its own where it listens.
  const child = spawn("workerd", ["serve", configuration, "--control-fd=3"], {
    cwd: folder,
    env: commandEnvironment(folder, environment),
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  // A pipe that this process reads from, as `stdio` says.
  const control = child.stdio[3] as Readable;
  const answered = answer(control).finally(() => {
    control.resume();
    child.kill("SIGTERM");
  });
  const [text] = await Promise.all([answered, once(child, "close")]);
  return [text, stderr.trim()].filter((part) => part !== "").join("\n");
}

async function answer(control: Readable): Promise<string> {
  for await (const line of createInterface({ input: control })) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event !== "listen") continue;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return response.text();
  }
  return "it did not listen";
}
