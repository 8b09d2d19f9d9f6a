import type { CallPromise } from "../operations/call-options.js";
import type { Codec, PagedArguments } from "../operations/operation.js";
import { prepareTransfer, transfer, transferSerializer } from "./transfer.js";
import type { TransferOptions } from "./transfer-settings.js";

export { type DownloadResult, type DownloadTarget, download } from "./download.js";
export { fileName } from "./file-name.js";
export type { BytesBody } from "./request-body.js";
export type { BodyForm, Progress, TransferOptions } from "./transfer-settings.js";

/** `Uint8Array<ArrayBuffer>`, which TypeScript before 5.7 does not know. */
export type Bytes = ReturnType<typeof Uint8Array.from>;

/** The type of the body of a success by its form. */
export interface Forms {
  /** The whole body, within `maxBodyBytes`. */
  bytes: Bytes;
  /** The whole body, read as UTF-8. */
  text: string;
  /** The whole body, with its media type. */
  blob: Blob;
  /** The body as it arrives, of any size. Read it to its end, or cancel it. */
  stream: ReadableStream<Bytes>;
}

/** Headers of a download that select its bytes, or make it conditional. */
export interface DownloadHeaders {
  /** The range, such as `bytes=0-1023`. A success is then a 206, or a 200 with the whole body. */
  Range?: string | undefined;
  /** The strong etag that the range belongs to. */
  "If-Range"?: string | undefined;
  /** An etag: the result is undefined if the body still has it (304). */
  "If-None-Match"?: string | undefined;
  /** An etag: the call fails with a 412 if the body has another one. */
  "If-Match"?: string;
}

/** The form of a success, and what selects it. */
export interface DownloadOptions<As> extends TransferOptions {
  /** What the body becomes: see `Forms`. @default the form of the operation */
  as?: As | undefined;
  /** A range, and conditions. */
  header?: DownloadHeaders | undefined;
}

/** The type of a method that downloads, for `defineOperation`. `Default` is the `as` of the row. */
export interface Download<Input extends object, Default extends keyof Forms = "bytes"> {
  <As extends keyof Forms = Default>(
    ...options: PagedArguments<Input & DownloadOptions<As> & Unconditional, never, []>
  ): CallPromise<Forms[As]>;
  /** A 304 has no body. */
  <As extends keyof Forms = Default>(
    ...options: PagedArguments<Input & DownloadOptions<As>, never, []>
  ): CallPromise<Forms[As] | undefined>;
}

type Unconditional = { readonly header?: { readonly "If-None-Match"?: never } | undefined };

/** The type of a method that uploads, for `defineOperation`. */
export type Upload<Input extends object, Result> = (
  ...options: PagedArguments<Input & TransferOptions, never, []>
) => CallPromise<Result>;

/**
 * Carries bytes, text, forms and streams: the `codec` of an operation by `defineOperation`. The body of a request is
 * encoded by the `contentType` of the operation; a body that does not fit is a `TypeError`, and a stream is never sent
 * again. The body of a success has the form `as`, of the operation or of the call.
 * @example
 * const path = "/files/{file_id}/content";
 * const upload = { method: "PUT", path, contentType: "application/octet-stream", codec: bytes } as const;
 * const download = { method: "GET", path, codec: bytes, as: "bytes", redirects: true } as const;
 * const uploadFile = defineOperation<Upload<{ path: { file_id: string }; body: BytesBody }, { id: string }>>(upload);
 * const downloadFile = defineOperation<Download<{ path: { file_id: string } }>>(download);
 */
export const bytes: Codec = {
  options: { as: undefined, onProgress: undefined, idleTimeoutMs: undefined, cuts: 0 },
  serializer: transferSerializer,
  hook: prepareTransfer,
  exchange: transfer,
};
