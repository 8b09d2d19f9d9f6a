import type { Call } from "./call.js";
import { parseJson } from "./response-error.js";

/** What was read of a body, and whether that is all of it. */
type Read<Body> = readonly [body: Body, complete: boolean];

/** The Node transport has a faster method than reading a stream. */
type FastResponse = Response & { readonly readText?: (maxBytes: number) => Promise<Read<string>> };

/** Reads a body as UTF-8, at most `maxBytes`. Closes the connection of a longer body, which is then not complete. */
export async function readText(response: FastResponse, maxBytes: number): Promise<Read<string>> {
  if (response.readText) return response.readText(maxBytes);
  const [bytes, complete] = await readBytes(response, maxBytes);
  return [decoder.decode(bytes), complete];
}

/** Reads a body, at most `maxBytes`. Closes the connection of a longer body, which is then not complete. */
export async function readBytes({ body }: Response, maxBytes: number): Promise<Read<Uint8Array<ArrayBuffer>>> {
  const reader = body?.getReader();
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
    // Decoding each chunk would be many times slower.
    const bytes = new Uint8Array(length);
    let offset = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, offset);
      offset += chunk.length;
    }
    return [bytes.subarray(0, maxBytes), !value];
  }
}

const decoder = /* @__PURE__ */ new TextDecoder();

/** Gives a response its text back; that of an error has no secrets. `json()` throws an `ApiError` for invalid JSON. */
export function withText(response: Response, call: Call): Response {
  const { text } = call;
  response.text = async () => call.text;
  response.json = async () => parseJson(call, response, text);
  return response;
}

/** Copies a response with a body from memory, which all its methods can read. */
export function withBytes(response: Response, bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes.length > 0 ? bytes : null, response);
}
