import type { PreparedRequest } from "./call.js";

/** Replaces the secrets of a request wherever an answer repeats them, so that no error can carry one. */
export function withoutSecrets(text: string, { headers, body }: PreparedRequest): string {
  // The bearer token, the password in the shared link header or in a JSON body, and the token operation's form.
  const sent = [...headers.values(), body]
    .join("&")
    .matchAll(/(?:Bearer |(?:token|secret|password)"?[:=]"?)([^&"]{6,})/g);
  for (const [, secret = ""] of sent) {
    const plain = new URLSearchParams(`=${secret}`).get("") ?? "";
    for (const form of [secret, plain].flatMap((as) => [as, encodeURIComponent(as), JSON.stringify(as).slice(1, -1)])) {
      text = text.replaceAll(form, "[secret]");
    }
  }
  return text;
}
