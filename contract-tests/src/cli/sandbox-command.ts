import type { Command } from "./command.js";
import { importOptional } from "./optional-packages.js";

/** The package of the sandbox depends on this one, so it is optional here. */
interface SandboxCommand {
  runSandbox(args: readonly string[], name: string): Promise<void>;
}

/** Runs `content-sandbox` when its package is installed. */
export const command: Command = {
  // The sandbox prints its own usage.
  usage: "",
  async run(args) {
    const { runSandbox } = await importOptional<SandboxCommand>("The sandbox", ["content-service-sandbox/command"]);
    await runSandbox(args, "content-contract sandbox");
    return undefined;
  },
};
