import type { IncomingMessage, ServerResponse } from "node:http";
import { type ClientOptions, createClient, defineOperation } from "content-service-client";
import { type BytesBody, bytes, type Download, type Upload } from "content-service-client/bytes";
import { serve } from "../support/serve.js";
import { type TransportName, transports } from "../support/transports.js";

type Form = URLSearchParams | { tags?: string[]; size?: number; pin?: string };
type Multipart = FormData | { readonly name?: string; readonly file?: Blob | Uint8Array; readonly about?: object };

function upload<Body>(path: string, contentType: string, secrets: string[] = []) {
  const row = { method: "PUT", path, contentType, secrets, codec: bytes } as const;
  return defineOperation<Upload<{ body: Body }, { size: number }>>(row);
}

/** An operation for each media type. */
export const operations = {
  uploadBytes: upload<BytesBody>("/content", "application/octet-stream"),
  uploadImage: upload<BytesBody>("/image", "image/*"),
  uploadText: upload<string | BytesBody>("/text", "text/csv"),
  uploadForm: upload<Form>("/form", "application/x-www-form-urlencoded", ["pin"]),
  uploadParts: upload<Multipart>("/parts", "multipart/form-data"),
  download: defineOperation<Download<{ query?: { file?: string } }>>({
    method: "GET",
    path: "/content",
    codec: bytes,
    as: "bytes",
    redirects: true,
  }),
  downloadHere: defineOperation<Download<object, "stream">>({ method: "GET", path: "/at", codec: bytes, as: "stream" }),
  render: defineOperation<Upload<{ body: { width: number } }, Uint8Array>>({
    method: "POST",
    path: "/render",
    safe: true,
    codec: bytes,
    as: "bytes",
  }),
};

export type BytesClient = ReturnType<typeof createClient<typeof operations>>;

/** A client of a server on loopback. Its retries are immediate. */
export async function bytesClient(
  transport: TransportName,
  listener: (request: IncomingMessage, response: ServerResponse) => void,
  options: Partial<ClientOptions> = {},
) {
  const service = await serve(listener);
  const { fetch } = transports[transport]();
  const client = createClient({
    ...{ baseUrl: `${service.url}/2.0`, auth: "access-token", fetch, operations },
    ...{ retry: { baseDelayMs: 0 }, ...options },
  });
  return { client, ...service };
}

/** Bytes that differ from place to place. */
export function someBytes(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) all[at] = (at * 31 + (at >> 8) * 7 + seed) & 0xff;
  return all;
}
