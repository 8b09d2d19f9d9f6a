import type { Tokens } from "content-service-client/refreshing-auth";

/** What calls are told when the new tokens have died with the process that had asked for them. */
export function lostAnswer({ sentAtMs }: Tokens): string {
  const at = new Date(sentAtMs ?? Number.NaN).toJSON();
  const why = `it was sent before, at ${at}, and the answer was lost or could not be saved`;
  return `invalid_grant: the refresh token was refused: ${why}. Log in again.`;
}
