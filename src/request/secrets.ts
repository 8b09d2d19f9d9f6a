import type { Call } from "./call.js";

/**
 * Replaces the secrets of a call wherever an answer repeats them: as they are, encoded for a URL, or escaped for JSON.
 * A text of a few letters is left alone: it would be found everywhere.
 */
export function withoutSecrets(text: string, call: Call): string {
  for (const secret of call.secrets) {
    if (secret.length < 6) continue;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
      text = text.replaceAll(form, "[secret]");
    }
  }
  return text;
}
