import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Question } from "./messages.js";

/** A process that the soak has started, and that says `Said`. */
export interface Child<Said extends { readonly type: string }> {
  ask(question: Question): void;
  /** Waits for the next message of a type. */
  next<Type extends Said["type"]>(type: Type): Promise<Extract<Said, { type: Type }>>;
  stop(): Promise<void>;
}

/** Starts a process that can collect its garbage when asked. When it ends by itself, whoever waits for it is told. */
export function startChild<Said extends { readonly type: string }>(script: string, argument: string): Child<Said> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const child = fork(path, [argument], { execArgv: ["--expose-gc", "--import", "tsx"] });
  const ended = once(child, "exit").then(([code, signal]) => {
    if (!stopped) throw new Error(`${script} ended by itself, with ${code ?? signal}`);
  });
  let stopped = false;
  // Whoever waits for a message is told; before that nobody has to know.
  ended.catch(() => {});
  return {
    ask: (question) => void child.send(question),
    next(type) {
      const said = new Promise<Extract<Said, { type: typeof type }>>((resolve) => {
        // Only our own scripts send, and each sends what it is said to.
        const listen = (message: Said) => {
          if (message.type !== type) return;
          child.off("message", listen);
          resolve(message as Extract<Said, { type: typeof type }>);
        };
        child.on("message", listen);
      });
      return Promise.race([said, ended.then(() => said)]);
    },
    async stop() {
      stopped = true;
      if (child.connected) child.disconnect();
      await ended.catch(() => {});
    },
  };
}
