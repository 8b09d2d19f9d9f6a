import { checkNumber, invalid } from "../checks.js";
import type { CallOptions } from "../operations/call-options.js";
import type { Call } from "../request/call.js";

/** How many bytes have moved. */
export interface Progress {
  /** The bytes so far. */
  readonly loaded: number;
  /** All bytes, if their number is known. */
  readonly total: number | undefined;
}

/** Further options of an operation with the codec `bytes`. */
export interface TransferOptions extends CallOptions {
  /**
   * Receives the progress of the body that is sent or, without one, received, for each chunk. In browsers, it is called for
   * a `Blob` or bytes once they are sent.
   */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * The longest time in which no byte moves, in milliseconds: 1 or more. It replaces `timeoutMs`, and does not count while
   * the program does not read a stream. `totalTimeoutMs` counts only until the first byte moves. Where the platform does not
   * show how a body is sent (a text; in browsers every body), it is the limit for each 64 KiB.
   * @default the `timeoutMs` of the call
   */
  idleTimeoutMs?: number | undefined;
  /**
   * How many cuts in a row without a new byte there were before this call: it first waits as long as a retry after so many
   * failures. For a program that resumes by itself; `download` counts its own. @default 0
   */
  cuts?: number | undefined;
}

const FORMS = ["bytes", "text", "blob", "stream", "json"] as const;

/** The form of the body of a success. */
export type BodyForm = (typeof FORMS)[number];

type OwnOptions = Omit<TransferOptions, keyof CallOptions> & { readonly as?: BodyForm };

/** The settings of a transfer. Throws a `TypeError` for an invalid one. */
export function transferSettings(call: Call) {
  // `derived` adds the options that the codec names.
  const { as, onProgress, timeoutMs, idleTimeoutMs, cuts = 0 }: Call["settings"] & OwnOptions = call.settings;
  checkNumber("cuts", cuts, 0, 1);
  if (idleTimeoutMs !== undefined) checkNumber("idleTimeoutMs", idleTimeoutMs, 1);
  // `client.http` names the forms of openapi-fetch.
  const given = call.parseAs === "stream" ? "stream" : (as ?? call.info.as ?? "json");
  const form = FORMS.find((one) => one === given) ?? invalid("as", `be ${FORMS.join(", ")}`);
  return { form, onProgress, cuts, idleTimeoutMs: idleTimeoutMs ?? timeoutMs };
}

/** Reports progress. As with `onEvent`, the function reports its own errors. */
export function report(onProgress: ((progress: Progress) => void) | undefined, { loaded, total }: Progress): void {
  try {
    // Browsers can hide that the length is that of a compressed body.
    onProgress?.({ loaded, total: loaded > Number(total) ? undefined : total });
  } catch {
    // They do not fail the call.
  }
}
