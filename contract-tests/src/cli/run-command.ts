import { type Command, UsageError } from "./command.js";

// Loaded on demand: the mock and the sandbox have many dependencies.
const commands: Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>> = {
  check: {
    summary: "check a service by calling it",
    load: async () => (await import("./check-command.js")).checkCommand,
  },
  merge: {
    summary: "merge the JSON reports of the shards of a check",
    load: async () => (await import("./merge-command.js")).mergeCommand,
  },
  har: { summary: "check recorded traffic", load: async () => (await import("./har-command.js")).harCommand },
  proxy: {
    summary: "check the traffic between a client and a service",
    load: async () => (await import("./proxy-command.js")).proxyCommand,
  },
  sandbox: {
    summary: "start a stateful service",
    load: async () => (await import("./sandbox-command.js")).sandboxCommand,
  },
  mock: {
    summary: "start a mock that responds with the examples of the contract",
    load: async () => (await import("./mock-command.js")).mockCommand,
  },
  diff: {
    summary: "list the changes between two contracts, and the version that they need",
    load: async () => (await import("./diff-command.js")).diffCommand,
  },
  init: {
    summary: "write a config, callers and a workflow for a check",
    load: async () => (await import("./init-command.js")).initCommand,
  },
};

const usage = `Usage: content-contract <command> [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join("\n")}

  --help    this text; behind a command, its options
  --version the version of the package

Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run or nothing was checked.`;

/**
 * Runs a command. Resolves with the exit code, or undefined for a server that keeps running.
 *
 * Throws a `UsageError` for invalid arguments.
 */
export async function runCommand([name, ...args]: readonly string[]): Promise<number | undefined> {
  if (name === "--help" || name === "help") {
    console.log(usage);
    return 0;
  }
  if (name === "--version") {
    const { packageManifest } = await import("./optional-packages.js");
    console.log(packageManifest().version);
    return 0;
  }
  if (name === undefined)
    throw new UsageError(`A command is missing: one of ${Object.keys(commands).join(", ")}. See --help.`);
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (found === undefined) {
    throw new UsageError(`Unknown command ${name}; expected one of ${Object.keys(commands).join(", ")}. See --help.`);
  }
  const command = await found.load();
  if (command.usage !== "" && args.includes("--help")) {
    console.log(command.usage);
    return 0;
  }
  return command.run(args);
}
