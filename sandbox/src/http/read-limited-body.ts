/** Reads the body of a request as text. Stops reading and gives undefined when it has more bytes than it may have. */
export async function readLimitedBody(request: Request, maxBytes: number): Promise<string | undefined> {
  // These have none. Asking the request for it would cost more than all the rest of a response.
  if (request.method === "GET" || request.method === "HEAD") return "";
  const length = request.headers.get("content-length");
  // Node reads no more than the length that was sent.
  if (length !== null) return Number(length) > maxBytes ? undefined : request.text();
  const reader = request.body?.getReader();
  if (reader === undefined) return "";
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new TextDecoder().decode(Buffer.concat(chunks));
    bytes += value.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(value);
  }
}
