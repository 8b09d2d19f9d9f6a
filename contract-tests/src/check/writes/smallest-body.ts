import { isJsonObject, type Json, type JsonObject } from "content-service-contract";

/** How to try a smaller body. */
export interface SmallerTrial {
  /** Whether the contract permits the body. Others are not sent. */
  readonly isValid: (body: JsonObject) => boolean;
  /** Sends the body, and returns whether it still fails. */
  readonly fails: (body: JsonObject) => Promise<boolean>;
}

/** Drops the properties and items of a failing body one by one, with at most 24 requests, as long as it still fails. */
export async function smallestBody(body: JsonObject, { isValid, fails }: SmallerTrial): Promise<JsonObject> {
  let smallest = body;
  let index = 0;
  for (let left = MOST_REQUESTS; left > 0; ) {
    const path = partsOf(smallest)[index];
    if (path === undefined) break;
    const smaller = without(smallest, path);
    const isTried = isJsonObject(smaller) && isValid(smaller);
    if (isTried) left -= 1;
    // The next part moves to the place of a dropped one.
    if (isTried && (await fails(smaller))) smallest = smaller;
    else index += 1;
  }
  return smallest;
}

const MOST_REQUESTS = 24;

/** The paths of all parts of a value, the outer ones first. */
function partsOf(value: Json): string[][] {
  const queue: { readonly path: string[]; readonly node: Json }[] = [{ path: [], node: value }];
  for (const { path, node } of queue) {
    if (typeof node !== "object" || node === null) continue;
    for (const [key, child] of Object.entries(node)) queue.push({ path: [...path, key], node: child });
  }
  return queue.slice(1).map(({ path }) => path);
}

function without(value: Json, [first = "", ...rest]: readonly string[]): Json {
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, child]): [string, Json][] => {
    if (key !== first) return [[key, child]];
    return rest.length === 0 ? [] : [[key, without(child, rest)]];
  });
  return Array.isArray(value) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}
