type Result = readonly [text: string, complete: boolean];

/** The Node transport has a faster method than reading a stream. */
type FastResponse = Response & { readonly readText?: (maxBytes: number) => Promise<Result> };

/** Reads a body as UTF-8, at most `maxBytes`. Closes the connection of a longer body, which is then not complete. */
export async function readText(response: FastResponse, maxBytes: number): Promise<Result> {
  if (response.readText) return response.readText(maxBytes);
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value) {
      chunks.push(value);
      length += value.length;
      if (length <= maxBytes) continue;
      // Not awaited: a stream that never settles its cancel must not block the call.
      reader?.cancel().catch(() => {});
    }
    return [decoder.decode(concat(chunks, length).subarray(0, maxBytes)), !value];
  }
}

/** Decoding each chunk would be many times slower. */
function concat(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first?.length === length) return first;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

const decoder = /* @__PURE__ */ new TextDecoder();
