import { type Check, type Consumer, ok } from "./consumer.js";
import { program } from "./program.js";
import { servedByWorkerd } from "./served-by-workerd.js";
import { serviceEnvironment } from "./service-environment.js";
import { versions } from "./versions.js";

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
    if (told !== "admin@example.com admin@example.com | 122 domains | tuple_already_exists | no tokens | 25 operations")
      throw new Error(told);
    return ok();
  },
};
