import { inBrowser } from "../core/browser.js";
import { spent, type Upload } from "./request-body.js";
import type { Progress } from "./transfer-settings.js";

export const CHUNK_BYTES = 65_536;

/** What of an upload `fetch` takes. */
export interface SentBody {
  readonly body: unknown;
  /** For the `fetch` of the platform: it sends a stream while it already receives. */
  readonly duplex?: "half";
  /** An error of the caller's stream, in an array. */
  readonly problem: unknown[];
  /** Stops reading a body that is not sent to its end. */
  cancel(): void;
}

/** Opens an upload for one attempt. Its body is read as fast as it is sent. */
export function openUpload({ value, size }: Upload, onChunk: (progress: Progress) => void): SentBody {
  const problem: unknown[] = [];
  const isSmall = typeof value === "string" || (value instanceof Uint8Array && value.length <= CHUNK_BYTES);
  const isWhole = isSmall || (inBrowser() && (value instanceof Uint8Array || value instanceof Blob));
  // Browsers send a stream with HTTP/2 only, and without the stream tell nobody how much is sent.
  if (isWhole) return { body: value, problem, cancel() {} };
  if (inBrowser() && !hasRequestStreams())
    throw new TypeError("this browser cannot send a stream: pass a Blob as body");
  const chunks = chunksOf(value);
  let loaded = 0;
  /** What was read and is not sent. A source can have all its bytes in one chunk, which may take longer than a silence. */
  let rest: Uint8Array = new Uint8Array();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          while (rest.length === 0) {
            const { value: chunk, done } = await chunks.next();
            if (done) onChunk({ loaded, total: size });
            if (done) return controller.close();
            if (!(chunk instanceof Uint8Array))
              throw new TypeError(`body must yield Uint8Array; received ${typeof chunk}`);
            rest = chunk;
          }
          if (loaded > 0) onChunk({ loaded, total: size });
          controller.enqueue(rest.subarray(0, CHUNK_BYTES));
          loaded += Math.min(rest.length, CHUNK_BYTES);
          rest = rest.subarray(CHUNK_BYTES);
        } catch (cause) {
          // Undefined would count as no error.
          problem.push(cause || new Error("body failed without an error"));
          throw problem[0];
        }
      },
      cancel: () => stop(chunks),
    },
    { highWaterMark: 0 },
  );
  return { body, duplex: "half", problem, cancel: () => void stop(chunks) };
}

/** Ends a stream of Node, a stream or an iterator. Not awaited: one that never yields again does not block the call. */
export function stop(source: { destroy?(): unknown; cancel?(): unknown; return?(): unknown }): void {
  const end = source.destroy ?? source.cancel ?? source.return;
  if (end) spent.add(source);
  Promise.resolve(end?.call(source)).catch(() => {});
}

function chunksOf(value: Exclude<Upload["value"], string>): AsyncIterator<unknown> | Iterator<unknown> {
  if (value instanceof Uint8Array) return [value].values();
  if (value instanceof Blob) return chunksIn(value.stream());
  return value instanceof ReadableStream ? chunksIn(value) : value[Symbol.asyncIterator]();
}

/** The chunks of a stream. Some browsers cannot iterate over one; a generator could not end while it reads. */
export function chunksIn<Chunk>(stream: ReadableStream<Chunk>): AsyncIterableIterator<Chunk> {
  const reader = stream.getReader();
  return {
    // A stream may give undefined as the value of its end.
    next: async () => (await reader.read()) as IteratorResult<Chunk>,
    async return() {
      await reader.cancel();
      return { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Whether `fetch` takes a stream. Otherwise it would send its name. */
function hasRequestStreams(): boolean {
  const init = { method: "POST", body: new ReadableStream(), duplex: "half" };
  return !new Request("http://localhost", init).headers.has("content-type");
}
