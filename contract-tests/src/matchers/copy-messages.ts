import { type ExchangeRequest, fromRequest } from "../exchange/exchange.js";

/** A request as plain data, and what is to be sent in its place: the same, with a body that can still be read. */
export interface CopiedRequest {
  readonly request: Promise<ExchangeRequest>;
  readonly sent: [input: string | URL | Request, init?: RequestInit | undefined];
}

/** Copies what is given to fetch. A stream is read by both, so it is split; everything else can be read twice. */
export function copiedRequest(input: string | URL | Request, init?: RequestInit): CopiedRequest {
  const given = init?.body;
  if (given instanceof ReadableStream) {
    const [own, sent] = given.tee();
    return { request: readCopy(input, { ...init, body: own }), sent: [input, { ...init, body: sent }] };
  }
  return { request: readCopy(input instanceof Request ? input.clone() : input, init), sent: [input, init] };
}

async function readCopy(input: string | URL | Request, init: RequestInit = {}): Promise<ExchangeRequest> {
  // Without the signal: a request that is aborted after its response has come was sent all the same.
  const { signal: _signal, ...others } = init;
  return fromRequest(new Request(input, others));
}

/** What came of copying the body of a response: its text, or nothing when it could not be read to its end. */
export type CopiedBody = { readonly text: string } | "not read";

/** More than any page of the service. What is longer is not looked at, and not held in memory. */
export const maxBodyBytes = 16 * 1024 * 1024;

/**
 * Reads a copy of a body, while the response itself is for somebody else to read.
 *
 * The two share one source: as long as a copy is read, giving up the response would wait for it. So the copy is given up
 * with the response. Of a body that is not JSON only the beginning is read, which tells that there is one.
 */
export async function copiedBody(response: Response): Promise<CopiedBody> {
  if (response.body === null) return { text: "" };
  const copy = response.clone().body?.getReader();
  if (copy === undefined) return "not read";
  const giveUp = () => void copy.cancel().catch(() => {});
  let isGivenUp = false;
  whenCancelled(response.body, () => {
    isGivenUp = true;
    giveUp();
  });
  const isJson = /\bjson\b/i.test(response.headers.get("content-type") ?? "");
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await copy.read();
      if (isGivenUp) return "not read";
      if (done) return { text: text + decoder.decode() };
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (bytes > maxBodyBytes) {
        giveUp();
        return "not read";
      }
      if (!isJson && bytes > 0) {
        giveUp();
        return { text };
      }
    }
  } catch {
    // The reader of the response gets the error.
    return "not read";
  }
}

/** Tells when a stream is given up: by itself, by its reader, or by a loop that ends early. */
function whenCancelled(stream: ReadableStream<Uint8Array>, tell: () => void): void {
  const { cancel, getReader, values } = stream;
  const told = <Result>(end: () => Result): Result => {
    tell();
    return end();
  };
  const iterate = (...options: Parameters<typeof values>) => {
    const iterator = values.apply(stream, options);
    const end = iterator.return?.bind(iterator);
    if (end !== undefined) iterator.return = (value) => told(() => end(value));
    return iterator;
  };
  Object.assign(stream, {
    cancel: (reason?: unknown) => told(() => cancel.call(stream, reason)),
    getReader: (...options: Parameters<typeof getReader>) => {
      const reader = getReader.apply(stream, options);
      const end = reader.cancel.bind(reader);
      return Object.assign(reader, { cancel: (reason?: unknown) => told(() => end(reason)) });
    },
    values: iterate,
    [Symbol.asyncIterator]: iterate,
  });
}
