import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a program printed. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

export interface CommandOptions {
  /** Beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
  /** @default 300000 */
  readonly timeoutMs?: number;
}

/** Runs a program to its end, whatever that is, with the programs of the folder's packages at hand. */
export async function runCommand(
  folder: string,
  [program = "", ...args]: readonly string[],
  { environment, timeoutMs = 300_000 }: CommandOptions = {},
): Promise<Output> {
  const child = spawn(program, args, {
    cwd: folder,
    env: commandEnvironment(folder, environment),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  await once(child, "close");
  if (child.signalCode !== null) output.stderr += `\nended by ${child.signalCode}, of at most ${timeoutMs} ms`;
  return { ...output, exitCode: child.exitCode };
}

/** The environment of a stranger: nothing that this process was told about Node, and the programs of the folder first. */
export function commandEnvironment(folder: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_PATH: _path, NODE_NO_WARNINGS: _quiet, ...inherited } = process.env;
  const path = `${folder}/node_modules/.bin:${inherited["PATH"]}`;
  // Colours are not part of what is compared.
  return { ...inherited, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...more, PATH: path };
}

/** Runs a program that must succeed. Rejects with all that it printed when it does not. */
export async function succeed(folder: string, command: readonly string[], options?: CommandOptions): Promise<Output> {
  const output = await runCommand(folder, command, options);
  if (output.exitCode !== 0) throw new Error(told(command, output, `ended with ${output.exitCode}`));
  return output;
}

/** Runs a program that must succeed and print nothing on stderr, not even a warning. Gives its last line. */
export async function succeedQuietly(
  folder: string,
  command: readonly string[],
  options?: CommandOptions,
): Promise<string> {
  const output = await succeed(folder, command, options);
  if (output.stderr.trim() !== "") throw new Error(told(command, output, "printed on stderr"));
  return output.stdout.trim().split("\n").at(-1) ?? "";
}

/** A command with what it printed, for the reader of a failure. */
function told(command: readonly string[], { stdout, stderr }: Output, what: string): string {
  return [`${command.join(" ")} ${what}`, stdout.trim(), stderr.trim()].filter((text) => text !== "").join("\n");
}
