import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { commandEnvironment } from "./run-command.js";

/** Starts the worker of a configuration, asks it once, and ends it. Gives what it answered, or what went wrong. */
export async function servedByWorkerd(
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
