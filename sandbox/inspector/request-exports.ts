import type { withToken } from "./operations.js";
import { idOf, recordsIn, typeOf, withLists } from "./record-rows.js";
import type { Change, JournalEntry, JournalMessage, SandboxInfo, Seed } from "./sandbox-access.js";
import { type AnyRecord, isRecord, isSame, parsed } from "./values.js";

/** A request as a test of vitest, which reads the state before the request from a file. */
export function testOf(
  entry: JournalEntry,
  info: SandboxInfo,
  sent: ReturnType<typeof withToken>,
  file: string,
  isBuiltIn: boolean,
): string {
  const { method, path, operation, status, request, response, time, duration_ms } = entry;
  const brand = info.brand_header === "ServiceApi" ? "" : `, brandHeader: ${JSON.stringify(info.brand_header)}`;
  const body = request.body === "" ? "" : `\n    body: ${JSON.stringify(request.body)},`;
  // The time of the test stands still: at the first time that the operation has read, after the request arrived.
  const isRead = (text: string) => {
    const ms = Date.parse(text) - Date.parse(time);
    return ms >= 0 && ms <= duration_ms + 1000;
  };
  const now = response.body.match(TIME)?.filter(isRead).toSorted()[0] ?? time;
  const expected = parsed(response.body.replace(TIME, (text) => (isRead(text) ? now : text)));
  const isShown = !response.truncated && isRecord(expected) && !response.body.includes("***");
  const { request_id: _, ...properties } = isRecord(expected) ? expected : {};
  // In the test, nothing ends a delay.
  const faults = entry.faults.filter(({ kind }) => kind !== "delay");
  const planted = faults.map(({ skip: _, probability: __, times: ___, ...fault }) => {
    return `\n  sandbox.faults.add(${JSON.stringify(fault)});`;
  });
  const own = isBuiltIn
    ? ""
    : `\n// Those of your sandbox.\nimport { contract, handlers } from "./sandbox-options.js";`;
  return `import { readFile } from "node:fs/promises";
import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";${own}

test(${JSON.stringify(`${operation ?? path} responds with ${status}`)}, async () => {
  const seed = JSON.parse(await readFile(new URL(${JSON.stringify(file)}, import.meta.url), "utf8"));
  const sandbox = await createSandbox({ ${own && "contract, handlers, "}seed, now: () => Date.parse(${JSON.stringify(now)})${brand} });${planted.join("")}
  const url = sandbox.authUrl + ${JSON.stringify(sent.path)};
  const response = await sandbox.fetch(url, {
    method: ${JSON.stringify(method)},
    headers: ${JSON.stringify(sent.headers, null, 2).replaceAll("\n", "\n    ")},${body}
  });
  expect(response.status).toBe(${status});${isShown ? `\n  expect(await response.json()).toMatchObject(${JSON.stringify(properties, null, 2).replaceAll("\n", "\n  ")});` : ""}
});
`;
}

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d/g;

/**
 * The state before a request: the current one without the changes of the request and of those after it. Undefined if the
 * records were changed otherwise, or if a change is hidden.
 */
export function stateBefore(current: Seed, changes: readonly Change[]): Seed | undefined {
  const lists = new Map<string, (AnyRecord | undefined)[]>();
  for (const { kind, type, id, before, after } of changes.toReversed()) {
    const list = Object.keys(current).find((name) => typeOf(name) === type.replaceAll("_", " ")) ?? type;
    const records = lists.get(list) ?? [...recordsIn(current, list)];
    lists.set(list, records);
    const at = records.findIndex((one) => one !== undefined && idOf(list, one) === id);
    const known = records[at];
    if (isHidden(before) || isHidden(after) || (kind === "removed") !== (known === undefined)) return undefined;
    if (kind !== "removed" && !Object.entries(plain(after)).every(([name, value]) => isSame(known?.[name], value)))
      return undefined;
    if (kind === "removed") records.push(plain(before));
    else records[at] = kind === "added" ? undefined : plain({ ...without(known, after), ...before });
  }
  const added = changes.flatMap(({ kind, id }) => (kind === "added" && /^\d+$/.test(id) ? [Number(id)] : []));
  const restored = [...lists].map(([list, all]) => [list, all.filter((one) => one !== undefined)] as const);
  const next_id = Math.min(current.next_id ?? Number.POSITIVE_INFINITY, ...added);
  const { now: _, ...seed } = withLists(current, restored);
  return { ...seed, ...(Number.isFinite(next_id) && { next_id }) };
}

function without(record: AnyRecord = {}, removed: Change["after"] = null): AnyRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !(name in (removed ?? {}))));
}

/** A record of the journal as one of the state, which has no type of an item. */
function plain(record: AnyRecord | null): AnyRecord {
  const { type, ...others } = record ?? {};
  return type === "file" || type === "folder" || type === "web_link" ? others : { ...record };
}

function isHidden(value: unknown): boolean {
  return JSON.stringify(value).includes('"***"');
}

/** Requests as an HTTP archive (HAR 1.2). Secrets are hidden, as in the journal. */
export function harOf(entries: readonly JournalEntry[], url: string) {
  return { log: { version: "1.2", creator: { name: "sandbox", version: "1" }, entries: entries.map(entryOf) } };

  function entryOf({ time, method, path, query, status, duration_ms, request, response }: JournalEntry) {
    const type = ({ headers }: JournalMessage) => headers["content-type"] ?? "";
    const postData = request.body === "" ? {} : { postData: { mimeType: type(request), text: request.body } };
    return {
      startedDateTime: time,
      time: duration_ms,
      request: {
        ...partsOf(request),
        method,
        url: `${url}${path}${query === "" ? "" : `?${query}`}`,
        queryString: pairsOf(new URLSearchParams(query)),
        ...postData,
      },
      response: {
        ...partsOf(response),
        status,
        statusText: "",
        content: { size: response.body.length, mimeType: type(response), text: response.body },
        redirectURL: response.headers["location"] ?? "",
      },
      cache: {},
      timings: { send: 0, wait: duration_ms, receive: 0 },
    };
  }
}

function partsOf({ headers, body }: JournalMessage) {
  const pairs = pairsOf(Object.entries(headers));
  return { httpVersion: "HTTP/1.1", cookies: [], headers: pairs, headersSize: -1, bodySize: body.length };
}

function pairsOf(entries: Iterable<readonly [string, string]>) {
  return [...entries].map(([name, value]) => ({ name, value }));
}
