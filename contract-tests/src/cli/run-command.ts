import type { Command } from "./command.js";
import { UsageError } from "./usage-error.js";

// Loaded on demand: the mock and the sandbox have many dependencies.
const commands: Readonly<
  Record<string, { readonly summary: string; readonly load: () => Promise<{ readonly command: Command }> }>
> = {
  check: { summary: "check a service by calling it", load: () => import("./check-command.js") },
  merge: { summary: "merge the JSON reports of the shards of a check", load: () => import("./merge-command.js") },
  har: { summary: "check recorded traffic", load: () => import("./har-command.js") },
  proxy: { summary: "check the traffic between a client and a service", load: () => import("./proxy-command.js") },
  sandbox: { summary: "start a stateful service", load: async () => ({ command: sandbox }) },
  mock: { summary: "start a mock with the examples of the contract", load: () => import("./mock-command.js") },
  diff: {
    summary: "list the changes between two contracts, and the version that they need",
    load: () => import("./diff-command.js"),
  },
  init: { summary: "write a config, callers and a workflow for a check", load: () => import("./init-command.js") },
};

/** Runs `content-sandbox`, which prints its own usage. Its package depends on this one, so it is optional here. */
const sandbox: Command = {
  usage: "",
  async run(args) {
    const { importOptional } = await import("./optional-packages.js");
    type Sandbox = { runSandbox(args: readonly string[], name: string): Promise<void> };
    const { runSandbox } = await importOptional<Sandbox>("The sandbox", ["content-service-sandbox/command"]);
    await runSandbox(args, "content-contract sandbox");
    return undefined;
  },
};

const usage = `Usage: content-contract <command> [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join("\n")}

  --help    this text; behind a command, its options
  --version the version of the package

Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run or nothing was checked.`;

/** Resolves with the exit code; undefined for a server that keeps running. Throws a `UsageError` for invalid arguments. */
export async function runCommand([name, ...args]: readonly string[]): Promise<number | undefined> {
  if (name === "--help" || name === "help") {
    console.log(usage);
    return 0;
  }
  if (name === "--version") {
    const { packageVersions } = await import("./optional-packages.js");
    console.log(packageVersions().version);
    return 0;
  }
  if (name === undefined)
    throw new UsageError(`A command is missing: one of ${Object.keys(commands).join(", ")}. See --help.`);
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found === undefined)
    throw new UsageError(`Unknown command ${name}; expected one of ${Object.keys(commands).join(", ")}. See --help.`);
  const { command } = await found.load();
  if (command.usage !== "" && args.includes("--help")) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args).catch((error: unknown) => {
    // Such as an unknown operation, or an address without a scheme.
    throw error instanceof TypeError ? new UsageError(error.message, { cause: error }) : error;
  });
}
