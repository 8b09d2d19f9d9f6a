import { pipeline, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** The most codings that an answer may have; as in fetch. */
const MAX_CODINGS = 5;

type Bytes = AsyncGenerator<Uint8Array<ArrayBuffer>, void>;

/**
 * Unpacks a body, piece by piece, as its `content-encoding` says. One that is unknown leaves it as it is.
 *
 * @throws TypeError for more codings than anybody means.
 */
export function unpacked(bytes: Bytes, coding: string | string[] | undefined): Bytes {
  if (coding === undefined) return bytes;
  const codings = String(coding).toLowerCase().split(",");
  if (codings.length > MAX_CODINGS) throw new TypeError(`content-encoding has more than ${MAX_CODINGS} names`);
  const names = codings.map((name) => name.trim());
  if (!names.every((name) => Object.hasOwn(decoders, name))) return bytes;
  // The last one was put on last.
  return names.reduceRight(through, bytes);
}

/** Node accepts a cut end then, and so does fetch. */
const cut = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const { BROTLI_OPERATION_FLUSH: flush } = constants;
const gunzip = () => createGunzip(cut);

/** What undoes each coding, given the body's first byte. */
const decoders: Record<string, (first: number) => Transform> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  // Some servers leave out the two bytes that RFC 9110 section 8.4.1.2 wants before it.
  deflate: (first) => ((first & 0x0f) === 0x08 ? createInflate(cut) : createInflateRaw(cut)),
  br: () => createBrotliDecompress({ flush, finishFlush: flush }),
};

async function* through(bytes: Bytes, name: string): Bytes {
  const { value: first } = await bytes.next();
  const decoder = first?.length ? decoders[name]?.(first[0] ?? 0) : undefined;
  if (!first || !decoder) return;
  const all = async function* () {
    yield first;
    yield* bytes;
  };
  // Whatever fails, also in `bytes`, comes out of the decoder.
  yield* pipeline(all, decoder, () => {});
}
