import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

export type BodyCopy = ReturnType<typeof createBodyCopy>;

/** Creates a copy that is dropped above a number of bytes, encoded or decoded. */
export function createBodyCopy(maxBytes: number) {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isMalformed = false;
  return {
    add(chunk: Buffer): void {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks = [];
    },
    get bytes() {
      return bytes;
    },
    /** Whether the text could not be decoded, because it is truncated or in another encoding than it says. */
    get isMalformed() {
      return isMalformed;
    },
    /** The decoded text; undefined when it is too long, invalid, or has an unknown encoding. */
    async text(contentEncoding = ""): Promise<string | undefined> {
      if (bytes > maxBytes) return undefined;
      let body = Buffer.concat(chunks);
      // The last one named was applied last (RFC 9110, section 8.4).
      for (const coding of contentEncoding.toLowerCase().split(",").toReversed()) {
        const unpack = UNPACKERS.get(coding.trim());
        if (body.length === 0) break;
        if (unpack === undefined) return undefined;
        try {
          body = await unpack(body, { maxOutputLength: maxBytes });
        } catch (error) {
          isMalformed = !(error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE");
          return undefined;
        }
      }
      return body.toString("utf8");
    },
  };
}

type Unpack = (
  body: Buffer<ArrayBuffer>,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer<ArrayBuffer>>;

const asIs: Unpack = async (body) => body;
/** Some servers send raw data for `deflate`; the first byte shows which (RFC 1950, section 2.2). */
const inflateEither: Unpack = (body, options) =>
  promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(body, options);
const UNPACKERS = new Map<string, Unpack>([
  ["", asIs],
  ["identity", asIs],
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["br", promisify(brotliDecompress)],
  ["deflate", inflateEither],
]);
