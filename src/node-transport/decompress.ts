import { pipeline, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

const MAX_CODINGS = 5;

type Bytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

/** Decompresses a body chunk by chunk. With an unknown coding it stays as it is. Throws for more than 5 codings. */
export function decompress(body: AsyncIterable<unknown>, coding: string | string[] = ""): Bytes {
  const codings = String(coding).toLowerCase().split(",");
  if (codings.length > MAX_CODINGS) throw new TypeError(`content-encoding has more than ${MAX_CODINGS} names`);
  const names = codings.map((name) => name.trim());
  // Bytes of a socket are never in shared memory.
  const bytes = body[Symbol.asyncIterator]() as Bytes;
  if (!names.every((name) => Object.hasOwn(decoders, name))) return bytes;
  // Codings are listed in the order in which they were applied.
  return names.reduceRight(decode, bytes);
}

/** Accepts a truncated end, as fetch does. */
const lenient = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const { BROTLI_OPERATION_FLUSH: flush } = constants;
const gunzip = () => createGunzip(lenient);

/** Creates the decoder of a coding, given the body's first byte. */
const decoders: Record<string, (first: number) => Transform> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  // Some servers omit the two-byte zlib header of RFC 9110 section 8.4.1.2.
  deflate: (first) => ((first & 0x0f) === 0x08 ? createInflate(lenient) : createInflateRaw(lenient)),
  br: () => createBrotliDecompress({ flush, finishFlush: flush }),
};

async function* decode(bytes: Bytes, name: string): Bytes {
  const { value: first } = await bytes.next();
  const decoder = first?.length ? decoders[name]?.(first[0] ?? 0) : undefined;
  if (!first || !decoder) return;
  const all = async function* () {
    yield first;
    yield* bytes;
  };
  // Errors, those of `bytes` too, come out of the decoder.
  yield* pipeline(all, decoder, () => {});
}
