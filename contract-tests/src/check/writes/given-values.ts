import type { Session } from "../session/check.js";

const DAY_MS = 86_400_000;

/** Long enough for any run. A lock that is left behind expires by itself. */
export function tomorrow(session: Session): string {
  return new Date(Math.floor(session.now() / 1000) * 1000 + DAY_MS).toISOString();
}
