/** The longest body that is read: 16 MiB, after decompression. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Thrown for a body that is longer than the limit. */
export class BodyTooLongError extends Error {
  override readonly name = "BodyTooLongError";

  constructor(
    maxBytes: number,
    /** The status of the response. */
    readonly status: number,
  ) {
    super(`the response body is longer than ${maxBytes / 1_048_576} MiB`);
  }
}

/**
 * Reads the text of a response, up to a limit.
 *
 * Throws a `BodyTooLongError` above it, and the reason of the signal when that is aborted, also for a `fetch` that ignores
 * its signal.
 */
export async function limitedText(
  { body, status }: Response,
  signal: AbortSignal,
  maxBytes: number = MAX_BODY_BYTES,
  decoder: Pick<InstanceType<typeof TextDecoder>, "decode"> = new TextDecoder(),
): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) return parts.join("") + decoder.decode();
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new BodyTooLongError(maxBytes, status);
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    void reader.cancel().catch(() => {});
    throw error;
  }
}

/** Rejects with the reason of a signal as soon as it is aborted. */
export function unlessAborted<Value>(pending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    // Later, since the error of `fetch` says more.
    const abort = () => void setImmediate(() => reject(signal.reason));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    pending.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
