import { type ForkOptions, fork } from "node:child_process";
import { once } from "node:events";

/** Far more than a program needs on a slow machine. */
const LONGEST_MS = 1_200_000;

/**
 * Starts a program, which can be in TypeScript. The program sends a message in response to each that it gets, and ends when
 * it is disconnected.
 */
export function startProcess(file: string, args: readonly string[] = [], options: ForkOptions = {}) {
  const child = fork(file, args, { ...(file.endsWith(".ts") && { execArgv: ["--import", "tsx"] }), ...options });
  const ended = new AbortController();
  const exited = once(child, "exit").then(([code, signal]) => {
    ended.abort(new Error(`${file} exited with ${code ?? signal}, and sent no message`));
  });
  return {
    /**
     * Sends a question, if there is one, and waits for the next message. Rejects if the process exits first, or sends
     * nothing for a time.
     */
    async ask<Response>(question?: string, timeoutMs = LONGEST_MS): Promise<Response> {
      const message = once(child, "message", {
        signal: AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]),
      });
      if (question !== undefined && child.connected) child.send(question);
      const [response] = await message;
      // The caller knows what its program sends.
      return response as Response;
    },
    /** Disconnects the process and waits for its exit. */
    async stop(): Promise<void> {
      if (child.connected) child.disconnect();
      await exited;
    },
    /** Ends the process at once. */
    kill: () => void child.kill("SIGKILL"),
  };
}
