import type { RejectedRequest } from "content-service-contract/local-server";
import type { Bytes } from "../responses/plain-response.js";

/** A request from `fetch` or from a server. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array> | null;
  /** The origin of a web page that may read the response. */
  readonly allowedOrigin?: string | undefined;
  /** Why the server rejects the request. */
  readonly rejected?: RejectedRequest | undefined;
}

/** Reads the body. Stops at `maxBytes` and returns undefined for a larger body. */
export async function readLimitedBody({ headers, body }: HttpRequest, maxBytes: number): Promise<Bytes | undefined> {
  if (body === null) return new Uint8Array();
  if (Number(headers.get("content-length")) > maxBytes) return undefined;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
