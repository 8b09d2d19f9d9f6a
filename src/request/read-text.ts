type Read = readonly [text: string, complete: boolean];

/** A transport of our own reads cheaper than through a stream. */
type Answer = Response & { readonly readText?: (maxBytes: number) => Promise<Read> };

/** Reads a body as UTF-8 up to a bound; says whether that was all, and drops the connection where it was not. */
export async function readText(answer: Answer, maxBytes: number): Promise<Read> {
  if (answer.readText) return answer.readText(maxBytes);
  const reader = answer.body?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value) {
      pieces.push(value);
      length += value.length;
      if (length <= maxBytes) continue;
      // Not awaited: a source that never settles its cancel must not hold the call.
      reader?.cancel().catch(() => {});
    }
    return [decoder.decode(joined(pieces, length).subarray(0, maxBytes)), !value];
  }
}

/** Decoding piece by piece would take many times as long as putting them together. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces;
  if (first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const decoder = /* @__PURE__ */ new TextDecoder();
