import { arrayAt, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, requests, responseOf, responses, runOn, type Sent } from "../../support/defects.js";

const ALLOWLIST = "listCollaborationAllowlistEntries";
const RETENTIONS = "listFileVersionRetentions";
const FILES = "listFilesOnHold";

const number = ({ query }: Sent, name: string) => Number(query.get(name) ?? Number.NaN);
const markerOf = ({ query }: Sent) => query.get("marker");
const byMarker = ({ query }: Sent) => query.has("usemarker");
const without = (...names: string[]) => ({ query: Object.fromEntries(names.map((name) => [name, undefined])) });
/** Whether a page by marker has as many entries as its limit, which is given. */
const isFull = (sent: Sent, { length }: Json[], limit: number) =>
  byMarker(sent) && number(sent, "limit") === limit && length === limit;
const INVENTED = "no-list-gave-this-marker";

/** Changes each page of a list. `entries` is never empty. */
const pages = (change: (page: JsonObject, sent: Sent, entries: Json[]) => JsonObject | undefined) =>
  responses((page, sent) => {
    const entries = arrayAt(page, "entries");
    return entries.length === 0 ? undefined : change(page, sent, entries);
  });
const entries = (isMeant: (sent: Sent, entries: Json[]) => boolean, change: (entries: Json[]) => Json[]) =>
  pages((page, sent, all) => (isMeant(sent, all) ? { ...page, entries: change(all) } : undefined));
const member = (name: string, change: (value: Json, sent: Sent, page: JsonObject) => Json) =>
  pages((page, sent) => {
    const { [name]: value } = page;
    return value === undefined ? undefined : { ...page, [name]: change(value, sent, page) };
  });
/** Returns the page of another offset, as if it were that of the request. */
const withOffset =
  (other: (offset: number) => number): Misbehave =>
  (sent, sandbox) => {
    const offset = number(sent, "offset");
    const from = Number.isNaN(offset) ? undefined : String(other(offset));
    const shown = responses((page) => ("offset" in page && from !== undefined ? { ...page, offset } : undefined));
    const forward = () => sent.forward(from === undefined ? {} : { query: { offset: from } });
    return shown({ ...sent, forward }, sandbox);
  };
const withMarker = (other: (marker: string, sent: Sent) => string | undefined) =>
  requests((sent) => {
    const marker = markerOf(sent);
    return marker !== null && { query: { marker: other(marker, sent) } };
  });

const isLater = (sent: Sent) => markerOf(sent) !== null;
const isLaterOfOne = (sent: Sent) => isLater(sent) && number(sent, "limit") === 1;
const isOffset = (sent: Sent) => number(sent, "offset") > 0;
const reversed = (all: Json[]) => all.toReversed();
const withoutLast = (all: Json[]) => all.slice(0, -1);
const firstTwice = (all: Json[]) => [all[0] ?? null, ...all.slice(0, -1)];
const losingLast = pages((page, sent, all) => {
  const isEnd = page["next_marker"] === null && all.length > 1 && isFull(sent, all, all.length);
  return isEnd ? { ...page, entries: withoutLast(all) } : undefined;
});
const sortingPages = pages((page, _, all) =>
  "order" in page ? { ...page, entries: reversed(all), order: [{ by: "id", direction: "DESC" }] } : undefined,
);
const acceptingForeign = withMarker((marker, { path }) => {
  const text = Buffer.from(marker, "base64url").toString();
  const isForeign = text.startsWith('["list') && !text.includes("FilesOnHold");
  return path.includes("/files_on_hold") && isForeign ? undefined : marker;
});
const isCounted = (offset: number) => offset > 0 && offset <= 300_000;
const isAfterEnd = (offset: number) => offset >= 122 && offset < 300_000;
const countingNone = responses((page) => (arrayAt(page, "entries").length === 0 ? { ...page, total_count: 0 } : page));
const countingPages = member(
  "total_count",
  (_, sent, page) => (number(sent, "offset") || 0) + arrayAt(page, "entries").length,
);
const order = (by: string, direction = "DESC") => member("order", () => [{ by, direction }]);
const leadingOn = member("prev_marker", (marker, _, page) => (marker === null ? null : (page["next_marker"] ?? null)));
const byOffset = requests(({ query }) => Number(query.get("offset")) > 0 && without("marker", "usemarker"));
const withoutFilters = requests((sent) => isLater(sent) && without("policy_id", "disposition_action", "file_id"));
const limitedByDefault = requests((sent) => number(sent, "limit") > 1000 && { query: { limit: "100" } });
const withEnding = withMarker((marker) => /^(WyJ\w*?)(?:-{1,2}[a-z-]+|[^\w-].*)$/s.exec(marker)?.[1] ?? marker);

const [MARKER, OFFSET, LIMIT] = ["marker-respected", "offset-respected", "limit-respected"] as const;
const [COMPLETE, UNIQUE, ORDER] = ["list-complete", "list-without-duplicates", "list-order"] as const;

type Row = readonly [defect: string, rule: string, misbehave: Misbehave];

/** By the check that finds them. `lab/proof` plants the defects of each list: a parameter ignored, an entry lost or repeated. */
const defects: Readonly<Record<string, readonly Row[]>> = {
  [`${ALLOWLIST}/pages-by-marker`]: [
    ["loses an entry at the page size 3", COMPLETE, entries((sent, all) => isFull(sent, all, 3), withoutLast)],
    ["drops the last entry when the pages end with the list", COMPLETE, losingLast],
  ],
  [`${ALLOWLIST}/rejects-an-invented-marker`]: [
    ["accepts an unknown marker", MARKER, withMarker((marker) => (marker === INVENTED ? undefined : marker))],
  ],
  [`${ALLOWLIST}/pages-by-offset`]: [
    ["ignores the offset, and repeats it", OFFSET, withOffset((offset) => (isCounted(offset) ? 0 : offset))],
    ["starts one entry late at odd offsets", OFFSET, withOffset((offset) => offset + (offset % 2))],
    ["returns the last page after the end", COMPLETE, withOffset((offset) => (isAfterEnd(offset) ? 121 : offset))],
    ["counts nothing after the end", COMPLETE, countingNone],
    ["rejects an offset after the end", "call-succeeds", rejectingEnd],
  ],
  [`${ALLOWLIST}/limits-pages-by-offset`]: [["has a default page below its limit", LIMIT, shortByDefault]],
  [`${RETENTIONS}/pages-by-offset`]: [
    ["counts the entries of the page", COMPLETE, countingPages],
    ["does not sort as its order says", ORDER, order("id")],
    ["does not name its sort key", ORDER, order("", "ASC")],
    ["sorts as its order says within a page only", OFFSET, sortingPages],
  ],
  [`${FILES}/pages-by-offset`]: [["reverses later pages by offset", ORDER, entries(isOffset, reversed)]],
  [`${FILES}/pages-by-marker`]: [
    ["accepts each marker once", "call-succeeds", onceEach()],
    ["moves on when a marker is used twice", MARKER, movingOn()],
    ["leads to the next page with prev_marker", MARKER, leadingOn],
    ["gives a prev_marker on the first page", MARKER, member("prev_marker", (marker) => marker ?? "WyJhIl0")],
    ["prefers the offset to the marker", MARKER, byOffset],
    ["repeats an entry only on pages of two", UNIQUE, entries((sent, all) => isFull(sent, all, 2), firstTwice)],
    ["gives a marker of the page itself by offset", MARKER, ownMarker],
    ["returns no entries for a marker with another limit", MARKER, entries(isLaterOfOne, () => [])],
  ],
  [`${FILES}/limits-pages-by-offset`]: [["uses the default above the maximum", LIMIT, limitedByDefault]],
  [`${FILES}/rejects-a-foreign-marker`]: [
    ["accepts the marker of another list", MARKER, acceptingForeign],
    ["accepts a marker with an ending that it did not give", MARKER, withEnding],
  ],
  [`${RETENTIONS}/rejects-a-foreign-marker`]: [["drops its filters for a marker", "filter-respected", withoutFilters]],
};

function onceEach(): Misbehave {
  const used = new Set<string>();
  return withMarker((marker) => {
    const isUsed = used.has(marker);
    used.add(marker);
    return isUsed ? "spent" : marker;
  });
}

function movingOn(): Misbehave {
  const used = new Map<string, number>();
  return entries(
    ({ path }) => {
      const times = used.get(path) ?? 0;
      used.set(path, times + 1);
      return times % 2 === 1 && path.includes("&marker=");
    },
    (all) => all.slice(1),
  );
}

/** Each page by offset has the marker of the first one. */
async function ownMarker(...[sent, sandbox]: Parameters<Misbehave>): Promise<Response> {
  if (!isOffset(sent)) return sent.forward();
  const first = await (await sent.forward({ query: { offset: "0" } })).json();
  return member("next_marker", () => first.next_marker)(sent, sandbox);
}

async function rejectingEnd(sent: Sent): Promise<Response> {
  const response = await sent.forward();
  return (await response.clone().text()).includes('"entries":[]') ? responseOf(404) : response;
}

async function shortByDefault(...[sent, sandbox]: Parameters<Misbehave>): Promise<Response> {
  if (sent.query.has("limit")) return sent.forward();
  const forward = () => sent.forward({ query: { limit: "3" } });
  return responses((page) => ({ ...page, limit: 100 }))({ ...sent, forward }, sandbox);
}

const rows = Object.entries(defects).flatMap(([check, all]) => all.map((row) => [...row, check] as const));

test.each(rows)("finds a list that %s", async (_, rule, misbehave, check) => {
  const { checks, found } = await runOn([check], misbehave);
  expect(found).toContain(`${check} ${rule}`);
  expect(checks.flatMap(({ findings }) => findings.map(({ operation }) => operation))).not.toContain(undefined);
});

const BOTH = ["pages-by-offset", "pages-by-marker"];

test.each<[list: string, misbehave: Misbehave]>([
  ["without prev_marker", responses(({ prev_marker: _, ...page }) => page)],
  [
    "with a lower maximum",
    requests((sent) => number(sent, "limit") > 200 && number(sent, "limit") <= 2 ** 31 && { query: { limit: "200" } }),
  ],
])("accepts a list %s", async (_, misbehave) => {
  const ids = [FILES, RETENTIONS, ALLOWLIST].flatMap((id) => [...BOTH.map((one) => `${id}/${one}`), `${id}/limits-*`]);
  expect((await runOn(ids, misbehave)).messages).toEqual([]);
});

test("accepts a list that changes during pagination", async () => {
  let lost = 0;
  const once = entries(
    (sent) => isLater(sent) && lost++ === 0,
    (all) => all.slice(1),
  );
  const { rules } = await runOn([`${ALLOWLIST}/pages-by-marker`], once);
  expect([lost > 0, rules]).toEqual([true, []]);
});

test("skips a list with fewer than two entries, with the reason", async () => {
  const one = pages((page, _, all) => ({
    ...page,
    entries: all.slice(0, 1),
    ...("total_count" in page ? { total_count: 1 } : { next_marker: null }),
  }));
  const ids = [...BOTH, "rejects-a-foreign-marker"].map((id) => `${ALLOWLIST}/${id}`);
  const { checks } = await runOn(ids, one);
  expect(checks.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ["skipped", "The list has fewer than two entries"],
    ["skipped", "The list has fewer than two entries"],
    ["skipped", "No list has a second page"],
  ]);
});
