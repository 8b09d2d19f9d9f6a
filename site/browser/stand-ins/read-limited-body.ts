/** Reads the body of a request as text, and gives undefined when it is too large. Not every browser can read it in parts. */
export async function readLimitedBody(request: Request, maxBytes: number): Promise<string | undefined> {
  const text = await request.text();
  return new TextEncoder().encode(text).byteLength > maxBytes ? undefined : text;
}
