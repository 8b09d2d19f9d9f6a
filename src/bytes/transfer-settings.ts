import { checkNumber, invalid } from "../checks.js";
import type { Settings } from "../core/options.js";
import type { Call } from "../request/call.js";

/** How many bytes have moved. */
export interface Progress {
  /** The bytes so far. */
  readonly loaded: number;
  /** All bytes, if their number is known. */
  readonly total: number | undefined;
}

const FORMS = ["bytes", "text", "blob", "stream", "json"] as const;

/** The form of the body of a success. */
export type BodyForm = (typeof FORMS)[number];

interface TransferSettings extends Settings {
  readonly as?: BodyForm;
  readonly onProgress?: (progress: Progress) => void;
  readonly idleTimeoutMs?: number;
  readonly cuts?: number;
}

/** The settings of a transfer. Throws a `TypeError` for an invalid one. */
export function transferSettings(call: Call) {
  // `derived` adds the options that the codec names.
  const { as, onProgress, timeoutMs, idleTimeoutMs, cuts = 0 }: TransferSettings = call.settings;
  if (idleTimeoutMs !== undefined) checkNumber("idleTimeoutMs", idleTimeoutMs, 1);
  // `client.http` names the forms of openapi-fetch.
  const given = call.parseAs === "stream" ? "stream" : (as ?? call.info.as ?? "json");
  const form = FORMS.find((one) => one === given) ?? invalid("as", `be ${FORMS.join(", ")}`);
  return { form, onProgress, cuts, idleTimeoutMs: idleTimeoutMs ?? timeoutMs };
}

/** Reports progress. As with `onEvent`, the function reports its own errors. */
export function report(onProgress: ((progress: Progress) => void) | undefined, progress: Progress): void {
  try {
    onProgress?.(progress);
  } catch {
    // They do not fail the call.
  }
}
