import { runSandbox } from "content-service-sandbox/command";
import type { Command } from "./command.js";

/** The command `content-sandbox` under another name. */
export const sandboxCommand: Command = {
  // It prints its own.
  usage: "",
  async run(args) {
    await runSandbox(args, "content-contract sandbox");
    return undefined;
  },
};
