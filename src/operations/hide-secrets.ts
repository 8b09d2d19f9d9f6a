import type { PreparedRequest } from "../request/call.js";

/**
 * Notes the secrets in a JSON body (`format: password` in the contract), so that no error repeats them. Throws a
 * `TypeError` for half a surrogate pair in one of them: it would arrive as another character.
 */
export function hideSecrets({ call, body }: PreparedRequest): void {
  try {
    JSON.parse(body ?? "", (name, value: unknown) => {
      if (call.info?.secrets?.includes(name) && typeof value === "string") call.secrets.push(value);
      return value;
    });
  } catch {
    // No body, or one that a caller of client.http wrote in another form.
  }
  if (/\p{Cs}/u.test(String(call.secrets))) throw new TypeError("a secret in the body must be well-formed text");
}
