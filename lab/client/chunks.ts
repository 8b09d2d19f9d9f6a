const CHUNK = new Uint8Array(65_536);

/** So many bytes, in parts. */
export async function* chunksOf(bytes: number): AsyncGenerator<Uint8Array> {
  for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, Math.min(left, CHUNK.length));
}
