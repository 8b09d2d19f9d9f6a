import { type ExchangeRequest, fromRequest } from "content-service-contract";

/** Copies the arguments of fetch, to read the request and to send it. A stream is split; other bodies can be read twice. */
export function copiedRequest(
  input: string | URL | Request,
  init?: RequestInit,
): { readonly request: Promise<ExchangeRequest>; readonly sent: Parameters<typeof globalThis.fetch> } {
  const given = init?.body;
  if (!(given instanceof ReadableStream))
    return { request: readCopy(input instanceof Request ? input.clone() : input, init), sent: [input, init] };
  const [own, sent] = given.tee();
  return { request: readCopy(input, { ...init, body: own }), sent: [input, { ...init, body: sent }] };
}

async function readCopy(input: string | URL | Request, init: RequestInit = {}): Promise<ExchangeRequest> {
  // Without the signal: a request can be aborted after its response was received.
  const { signal: _signal, ...others } = init;
  return fromRequest(new Request(input, others));
}

/** The longest body that is checked. A longer one is not kept in memory. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** Reads a copy of a body, which is canceled with it. Of a body that is not JSON, the first chunk shows that there is one. */
export async function copiedBody(response: Response): Promise<{ readonly text: string } | "not read"> {
  if (response.body === null) return { text: "" };
  const copy = response.clone().body?.getReader();
  if (copy === undefined) return "not read";
  const cancelCopy = () => void copy.cancel().catch(() => {});
  let isCanceled = false;
  onCancel(response.body, () => {
    isCanceled = true;
    cancelCopy();
  });
  const isJson = /\bjson\b/i.test(response.headers.get("content-type") ?? "");
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await copy.read();
      if (isCanceled) return "not read";
      if (done) return { text: text + decoder.decode() };
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (bytes > maxBodyBytes) {
        cancelCopy();
        return "not read";
      }
      if (!isJson && bytes > 0) {
        cancelCopy();
        return { text };
      }
    }
  } catch {
    // The reader of the response receives the error.
    return "not read";
  }
}

/** Calls a listener when a stream is canceled: directly, by its reader, or by a loop that ends early. */
function onCancel(stream: ReadableStream<Uint8Array>, listener: () => void): void {
  const { cancel, getReader, values } = stream;
  const notifying = <Result>(end: () => Result): Result => {
    listener();
    return end();
  };
  const iterate = (...options: Parameters<typeof values>) => {
    const iterator = values.apply(stream, options);
    const end = iterator.return?.bind(iterator);
    if (end !== undefined) iterator.return = (value) => notifying(() => end(value));
    return iterator;
  };
  Object.assign(stream, {
    cancel: (reason?: unknown) => notifying(() => cancel.call(stream, reason)),
    getReader: (...options: Parameters<typeof getReader>) => {
      const reader = getReader.apply(stream, options);
      const end = reader.cancel.bind(reader);
      return Object.assign(reader, { cancel: (reason?: unknown) => notifying(() => end(reason)) });
    },
    values: iterate,
    [Symbol.asyncIterator]: iterate,
  });
}
