import { type Check, type Consumer, ok } from "./consumer.js";
import { program, withoutTypes } from "./program.js";
import { sandboxCommand } from "./sandbox-command.js";
import { serviceEnvironment } from "./service-environment.js";
import { versions } from "./versions.js";

/** Node in each version that is supported, as a package of npm. Without a word on stderr, warnings included. */
export async function nodeConsumers(): Promise<Consumer[]> {
  const files = {
    "every-entry.js": await withoutTypes("every-entry.ts"),
    "require.cjs": await withoutTypes("require.cts"),
    "contract-kit.js": await withoutTypes("contract-kit.ts"),
  };
  return versions.node.map((version) => ({
    name: "Node",
    version,
    project: { tarballs: BOTH, dependencies: { node: version }, allowScripts: ["node"], files },
    checks: [
      isVersion(["node", "--version"], version),
      runs(EVERY_ENTRY, ["node", "every-entry.js"]),
      runs(REQUIRE, ["node", "require.cjs"]),
      runs(CONTRACT_KIT, ["node", "contract-kit.js"]),
      sandboxCommand(),
    ],
  }));
}

/** Bun, which takes the programs with their types. */
export async function bunConsumer(): Promise<Consumer> {
  const { bun: version } = versions;
  return {
    name: "Bun",
    version,
    project: { tarballs: BOTH, dependencies: { bun: version }, allowScripts: ["bun"], files: await typedFiles() },
    checks: [
      isVersion(["bun", "--version"], version),
      runs(EVERY_ENTRY, ["bun", "run", "every-entry.ts"]),
      runs(REQUIRE, ["bun", "run", "require.cts"]),
      runs(CONTRACT_KIT, ["bun", "run", "contract-kit.ts"]),
    ],
  };
}

/** Deno, which takes the programs with their types, and allows them what it is told to and no more. */
export async function denoConsumer(): Promise<Consumer> {
  const { deno: version } = versions;
  const files = { ...(await typedFiles()), "typed.ts": await program("typed.ts") };
  const run = ["deno", "run", "--quiet", "--no-prompt", "--cached-only", ...DENO_RIGHTS];
  return {
    name: "Deno",
    version,
    project: { tarballs: BOTH, dependencies: { deno: version }, allowScripts: ["deno"], files },
    checks: [
      isVersion(["deno", "--version"], version),
      runs(EVERY_ENTRY, [...run, "every-entry.ts"]),
      runs(REQUIRE, [...run, "require.cts"]),
      runs(CONTRACT_KIT, [...run, "contract-kit.ts"]),
      runs("types hold, by its own compiler", ["deno", "check", "--quiet", "--cached-only", "typed.ts"]),
    ],
  };
}

const BOTH = ["client", "contractTests"] as const;
const EVERY_ENTRY = "import of every entry, calls, paging, refresh with fileTokenStore, errors";
const REQUIRE = "require() of every entry from CommonJS, a refresh and an error";
const CONTRACT_KIT = "contract tests: checkExchange and createSandbox";
const DENO_RIGHTS = ["--allow-net", "--allow-read", "--allow-env", "--allow-write"];

async function typedFiles() {
  const names = ["every-entry.ts", "require.cts", "contract-kit.ts"];
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await program(name)] as const)));
}

function runs(what: string, command: readonly string[]): Check {
  return {
    what,
    async run(project, service) {
      await project.runQuietly(command, { environment: serviceEnvironment(service) });
      return ok();
    },
  };
}

/** That it is the installed one, and not one of this machine. */
function isVersion(command: readonly string[], version: string): Check {
  return {
    what: command.join(" "),
    async run(project) {
      const { stdout } = await project.run(command);
      const [, found = "nothing"] = /(\d+\.\d+\.\d+)/.exec(stdout) ?? [];
      if (found !== version) throw new Error(`it is ${found}, and should be ${version}`);
      return ok();
    },
  };
}
