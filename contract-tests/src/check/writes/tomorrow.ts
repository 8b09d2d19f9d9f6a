const DAY_MS = 86_400_000;

/** A day is enough for any run, and a lock that stays behind after all ends by itself. */
export function tomorrow(): string {
  return new Date(Math.floor(Date.now() / 1000) * 1000 + DAY_MS).toISOString();
}
