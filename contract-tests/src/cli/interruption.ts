/** Tells when somebody wants the command to end. */
export interface Interruption {
  readonly signal: AbortSignal;
  /** The exit code that a shell expects of a command which a signal has ended: 130 or 143. */
  code(): number | undefined;
  /** Leaves signals to Node again. */
  end(): void;
}

/**
 * Takes `SIGINT` and `SIGTERM`: the first one asks for an end, and the second one ends the process at once.
 *
 * @param onFirst tells that the end was asked for
 */
export function createInterruption(onFirst: () => void = () => {}): Interruption {
  const controller = new AbortController();
  let code: number | undefined;
  let firstMs = 0;
  const listeners = Object.entries({ SIGINT: 130, SIGTERM: 143 }).map(([name, own]) => {
    const listener = () => {
      // A terminal and what started the process may both send the first one.
      if (code !== undefined && performance.now() - firstMs > TOGETHER_MS) process.exit(own);
      if (code !== undefined) return;
      firstMs = performance.now();
      code = own;
      onFirst();
      controller.abort();
    };
    process.on(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    code: () => code,
    end() {
      for (const { name, listener } of listeners) process.off(name, listener);
    },
  };
}

const TOGETHER_MS = 500;
