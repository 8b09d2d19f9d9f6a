import { checkFunctions, checkRecord, invalid } from "../checks.js";
import { isApiError, isNetworkError, NetworkError } from "../core/errors.js";
import type { CallPromise } from "../operations/call-options.js";
import { callAround } from "../request/call.js";
import { withDeadline } from "../request/deadline.js";
import { type DigestCheck, digestCheck } from "./digest.js";
import { fileName } from "./file-name.js";
import { type Progress, report } from "./transfer-settings.js";
import { chunksIn } from "./upload-stream.js";

/** Where a download goes. */
export interface DownloadTarget {
  /** Opens the target for the first bytes, at 0 or the position of `from`. Opened again, at 0, it must discard what it has. */
  open(position: number): WritableStream<Uint8Array> | Promise<WritableStream<Uint8Array>>;
  /** Continues a download of an earlier process: the number of bytes that it has written, and their strong etag. */
  from?: { readonly position: number; readonly etag: string } | undefined;
  /** Receives the strong etag, for `from` of a later process, just before the target is opened. */
  onStart?: ((start: { readonly etag: string | undefined; readonly size: number | undefined }) => void) | undefined;
}

/** What a download received. */
export interface DownloadResult {
  /** The number of bytes of the whole body. */
  readonly size: number;
  /** The strong etag of the body; undefined without one. */
  readonly etag: string | undefined;
  /** The name from `Content-Disposition`. */
  readonly fileName: string | undefined;
  /** How often the download was resumed or started again. */
  readonly resumed: number;
}

/** The options that `download` reads or sets. */
interface OwnOptions {
  readonly header?: { readonly [Name in "Range" | "If-Range" | "If-None-Match"]?: never } | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Downloads to a target. After a cut it resumes with `Range` and `If-Range` if the response had a strong etag; otherwise, if
 * the etag or the size has changed, and if the service sends another part, it starts again. Rejects with the error of the
 * call after four cuts in a row without a new byte, or four starts; with any other error at once. It resumes at once after
 * new bytes, and otherwise waits as long as a retry of the client does.
 * @throws TypeError when `from` is invalid, or `header` has `Range`, `If-Range` or `If-None-Match`.
 * @example
 * const target = { open: (start: number) => openFile("plan.pdf", start) };
 * const { size } = await download(files.downloadFile, { path: { file_id: "4001" } }, target);
 * console.log(size);
 */
export async function download<Method extends (options: never) => CallPromise<unknown>>(
  method: Method,
  options: Parameters<Method>[0] & OwnOptions,
  target: DownloadTarget,
): Promise<DownloadResult> {
  // Generic methods show the type of their options only to a caller.
  const send = method as unknown as (options: object) => CallPromise<ReadableStream<Uint8Array>>;
  const { onProgress, header = {}, ...others }: OwnOptions = Object(options);
  checkRecord("header", header);
  for (const name of Object.keys(header))
    if (/^(if-)?range$|^if-none-match$/i.test(name))
      invalid(`header.${name}`, "be missing: download reads the whole body, and sets the ranges itself");
  const { from, open: openTarget, onStart = method } = target;
  checkFunctions({ method, open: openTarget, onStart, onProgress: onProgress === undefined ? method : onProgress });
  if (from !== undefined && !(Number.isSafeInteger(from?.position) && from.position >= 0 && strong(from.etag)))
    invalid("from", "have a position, 0 or more, and a strong etag");
  const call = callAround(Object(method), others);
  const controller = new AbortController();
  const { signal } = controller;
  let position = from?.position ?? 0;
  let etag = from?.etag;
  /** The size of the whole body. */
  let size: number | undefined;
  let writer: WritableStreamDefaultWriter<Uint8Array> | undefined;
  let check: DigestCheck | undefined;
  let name: string | undefined;
  let starts = 0;
  let cuts = 0;
  let resumed = 0;
  let written: Promise<void> | undefined;
  let isWhole = false;
  const failure = (problem: string) => new NetworkError(problem, call);
  const abort = (reason?: unknown) => writer?.abort(reason).catch(() => {});
  signal.addEventListener("abort", () => abort(signal.reason));
  const open = async () => {
    signal.throwIfAborted();
    target.onStart?.({ etag, size });
    const opened = await target.open(position);
    if (typeof opened?.getWriter !== "function")
      invalid("open", "return a WritableStream, such as Writable.toWeb(file)");
    writer = opened.getWriter();
    if (signal.aborted) void abort(signal.reason);
    return writer;
  };
  const receive = async () => {
    const range = position > 0 && etag ? { Range: `bytes=${position}-`, "If-Range": etag } : {};
    const result = await send({ ...others, header: { ...header, ...range }, as: "stream", cuts }).withResponse();
    const { headers, status } = result.response;
    let end: number | undefined;
    if (status === 206) {
      const [, last, whole] = /-(\d+)\/(\d+|\*)$/.exec(headers.get("content-range") ?? "") ?? [];
      const isSame =
        (headers.get("etag") ?? etag) === etag && (whole === "*" || (size ?? Number(whole)) === Number(whole));
      if (!("Range" in range) || !isSame) {
        etag = undefined;
        await result.data.cancel();
        throw failure("the part is not the requested one");
      }
      end = Number(last) + 1;
      if (whole !== "*") size = Number(whole);
    } else {
      starts += 1;
      await abort();
      written = writer = undefined;
      position = 0;
      const isEncoded = headers.has("content-encoding");
      const length = headers.get("content-length");
      // Ranges are of the encoded body.
      etag = isEncoded ? undefined : strong(headers.get("etag"));
      size = isEncoded || length === null ? undefined : Number(length);
      check = digestCheck({ status: 200, headers });
    }
    name = fileName(result.response) ?? name;
    for await (const chunk of chunksIn(result.data)) {
      writer ??= await open();
      await writer.ready;
      written = writer.write(chunk);
      // The target may fail before the end, where it is awaited.
      written.catch(() => {});
      position += chunk.length;
      check?.update(chunk);
      report(onProgress, { loaded: position, total: size });
    }
    // A part can be shorter than the requested one.
    if (end !== undefined && (position !== end || end < (size ?? 0))) throw failure("the part is not the last one");
  };
  const run = async (): Promise<DownloadResult> => {
    for (;;) {
      const before = position;
      try {
        if (!isWhole) await receive();
        isWhole = false;
        const problem = check?.problem();
        if (problem) {
          etag = undefined;
          throw failure(`the body does not match its ${problem}`);
        }
        size = position;
        writer ??= await open();
        await written;
        await writer.close();
        return { size, etag, fileName: name, resumed };
      } catch (error) {
        signal.throwIfAborted();
        const ended = isApiError(error) && [206, 416].includes(error.status) && etag ? error.response : undefined;
        if (ended) {
          const { headers } = ended;
          const isEnd = headers.get("content-range") === `bytes */${position}` && (size ?? position) === position;
          // The cut came after the last byte.
          isWhole = position > 0 && isEnd && (headers.get("etag") ?? etag) === etag;
          if (isWhole) continue;
          etag = undefined;
        }
        const isCut = ended || isNetworkError(error) || Object(error).scope === "attempt";
        cuts = position > before ? 0 : cuts + 1;
        if (!isCut || cuts >= MAX_ATTEMPTS || (!etag && starts >= MAX_ATTEMPTS) || starts > MAX_ATTEMPTS) {
          await abort(error);
          throw error;
        }
        resumed += 1;
      }
    }
  };
  return withDeadline(call, Infinity, run, controller);
}

/** The maximum number of cuts in a row without a new byte, and of starts. */
const MAX_ATTEMPTS = 4;

/** The etag, if it is a strong one. */
const strong = (etag: string | null) => /^"[^"]*"$/.exec(etag ?? "")?.[0];
