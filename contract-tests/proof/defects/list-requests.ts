import { jsonIn } from "../answers.js";
import type { Sent } from "../defect.js";
import { isJsonObject } from "../kit.js";

/** What a call asks of a list, wherever the operation has it. */
export interface Asked {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly marker: string | undefined;
}

/** Begins the markers that no healthy list gives. */
export const AGAIN = "again-";

/** Tells lists apart: a marker of one is none of another. */
export function listIn(sent: Sent): string {
  const { url, body } = { ...sent, ...asking(sent, { marker: undefined, limit: undefined }) };
  return `${url} ${body ?? ""}`;
}

/** What is asked for, in the query or in the body. */
export function askedIn({ url, body }: Sent): Asked {
  const given = jsonIn(body);
  const query = new URL(url).searchParams;
  const value = (name: string) => (isJsonObject(given) ? given[name] : query.get(name)) ?? undefined;
  const number = (name: string) => (value(name) === undefined ? undefined : Number(value(name)));
  const marker = value("marker");
  return {
    limit: number("limit"),
    offset: number("offset"),
    marker: marker === undefined ? undefined : String(marker),
  };
}

/** The same request with other wishes. */
export function asking(
  { url, body }: Sent,
  changed: Readonly<Record<string, string | number | undefined>>,
): Partial<Sent> {
  const given = jsonIn(body);
  if (isJsonObject(given)) return { body: JSON.stringify({ ...given, ...changed }) };
  const changedUrl = new URL(url);
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) changedUrl.searchParams.delete(name);
    else changedUrl.searchParams.set(name, String(value));
  }
  return { url: changedUrl.href };
}
