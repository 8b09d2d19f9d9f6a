import { checkNumber } from "../checks.js";
import type { Settings } from "../core/options.js";
import type { Call } from "../request/call.js";

/** How many bytes have moved. */
export interface Progress {
  /** The bytes so far. */
  readonly loaded: number;
  /** All bytes, if their number is known. */
  readonly total: number | undefined;
}

/** The form of the body of a success. */
export type BodyForm = "bytes" | "text" | "blob" | "stream" | "json";

/** The options of such a call, among the settings. */
interface TransferSettings extends Settings {
  readonly as?: BodyForm;
  readonly onProgress?: (progress: Progress) => void;
  readonly idleTimeoutMs?: number;
}

const FORMS = ["bytes", "text", "blob", "stream", "json"];

/** The settings of a transfer. Throws a `TypeError` for an invalid one. */
export function transferSettings(call: Call) {
  // `derived` adds the options that the codec names.
  const { as, onProgress, idleTimeoutMs }: TransferSettings = call.settings;
  if (idleTimeoutMs !== undefined) checkNumber("idleTimeoutMs", idleTimeoutMs, 1);
  if (onProgress !== undefined && typeof onProgress !== "function")
    throw new TypeError("onProgress must be a function");
  // `client.http` names the forms of openapi-fetch.
  const form = call.parseAs === "stream" ? "stream" : (as ?? call.info.as ?? "json");
  if (!FORMS.includes(form)) throw new TypeError(`as must be ${FORMS.join(", ")}`);
  return { form, onProgress, idleTimeoutMs: idleTimeoutMs ?? call.settings.timeoutMs };
}

/** Reports progress. As with `onEvent`, the function reports its own errors. */
export function report(onProgress: ((progress: Progress) => void) | undefined, progress: Progress): void {
  try {
    onProgress?.(progress);
  } catch {
    // They do not fail the call.
  }
}
