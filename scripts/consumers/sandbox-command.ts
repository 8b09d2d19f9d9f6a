import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type Check, ok } from "./consumer.js";
import { commandEnvironment } from "./run-command.js";

/** The program `content-sandbox` of the contract tests: started, called, and ended by a signal as people end it. */
export function sandboxCommand(): Check {
  return {
    what: "contract tests: the program content-sandbox, a call, its end by SIGINT",
    async run({ folder }) {
      const child = spawn("content-sandbox", ["--port", "0", "--json"], {
        cwd: folder,
        env: commandEnvironment(folder),
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 60_000,
        killSignal: "SIGKILL",
      });
      let stderr = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      const ended = once(child, "close");
      const called = call(child.stdout).finally(() => {
        // What it still logs is not read, and must not keep the pipe from its end.
        child.stdout.resume();
        child.kill("SIGINT");
      });
      const [status] = await Promise.all([called, ended]);
      if (status !== 200 || child.exitCode !== 0 || stderr !== "")
        throw new Error(`answered ${status}, ended with ${child.exitCode ?? child.signalCode}\n${stderr}`);
      return ok();
    },
  };
}

/** Waits until it says where it listens, and asks it who somebody is. Gives the status, if there was one. */
async function call(stdout: NodeJS.ReadableStream): Promise<number | undefined> {
  for await (const line of createInterface({ input: stdout })) {
    // The first line, as `--json` writes it.
    const { baseUrl } = JSON.parse(line) as { baseUrl: string };
    const answer = await fetch(`${baseUrl}/users/me`, { headers: { authorization: "Bearer token-owner" } });
    await answer.text();
    return answer.status;
  }
  return undefined;
}
