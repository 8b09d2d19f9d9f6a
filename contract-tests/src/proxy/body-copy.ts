import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";

/** A copy of a forwarded body. */
export interface BodyCopy {
  add(chunk: Buffer): void;
  /** The number of bytes so far. */
  readonly bytes: number;
  /** Whether the text could not be decoded, because it is truncated or in another encoding than it says. */
  readonly isMalformed: boolean;
  /** The decoded text; undefined when it is too long, invalid, or has an unknown encoding. */
  text(contentEncoding: string | undefined): Promise<string | undefined>;
}

/** Creates a copy that is dropped above a number of bytes, encoded or decoded. */
export function createBodyCopy(maxBytes: number): BodyCopy {
  let chunks: Buffer[] = [];
  let bytes = 0;
  let isMalformed = false;
  return {
    add(chunk) {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else chunks = [];
    },
    get bytes() {
      return bytes;
    },
    get isMalformed() {
      return isMalformed;
    },
    async text(contentEncoding) {
      if (bytes > maxBytes) return undefined;
      // The last one named was applied last (RFC 9110, section 8.4).
      const codings = (contentEncoding ?? "").split(",").map((coding) => coding.trim().toLowerCase());
      let body: Buffer | undefined = Buffer.concat(chunks);
      for (const coding of codings.toReversed()) {
        if (body === undefined || body.length === 0) break;
        const result = await unpacked(body, coding, maxBytes);
        isMalformed = result === "malformed";
        body = result === "malformed" ? undefined : result;
      }
      return body?.toString("utf8");
    },
  };
}

/** The signature of the functions of zlib. */
type Unpack = (
  body: Buffer,
  options: { maxOutputLength: number },
  done: (error: Error | null, result: Buffer) => void,
) => void;

async function unpacked(
  body: Buffer,
  coding: string,
  maxOutputLength: number,
): Promise<Buffer | "malformed" | undefined> {
  if (coding === "" || coding === "identity") return body;
  const options = { maxOutputLength };
  // Some servers send raw data for `deflate`; the first byte shows which (RFC 1950, section 2.2).
  const inflateEither = ((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw;
  const unpackers: Readonly<Record<string, Unpack>> = {
    gzip: gunzip,
    "x-gzip": gunzip,
    br: brotliDecompress,
    deflate: inflateEither,
  };
  const unpack = unpackers[coding];
  if (unpack === undefined) return undefined;
  return new Promise((resolve) => {
    unpack(body, options, (error, result) => {
      const isTooLong = error !== null && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
      resolve(error === null ? result : isTooLong ? undefined : "malformed");
    });
  });
}
