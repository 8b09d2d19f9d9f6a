/** Fails with the reason of the signal as soon as it is aborted, as `fetch` does. The work goes on unseen. */
export async function untilAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, listen: abort } = abortion(signal);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function abortion(signal: AbortSignal) {
  let listen = () => {};
  const promise = new Promise<never>((_, reject) => {
    listen = () => reject(signal.reason);
    signal.addEventListener("abort", listen);
  });
  return { promise, listen };
}
