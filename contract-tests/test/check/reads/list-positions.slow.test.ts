import { arrayAt, type Json, type JsonObject } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { type Breaking, checkBroken, foundIn, rulesOf, type Sent, withBody } from "../../support/check-broken.js";

const number = ({ url }: Sent, name: string) => Number(url.searchParams.get(name) ?? Number.NaN);
const byMarker = ({ url }: Sent) => url.searchParams.has("usemarker");

/** Changes each page of a list. `entries` is never empty. */
function pages(change: (page: JsonObject, sent: Sent, entries: Json[]) => JsonObject): Breaking {
  return (sent, pass) =>
    withBody(pass(), (page) => {
      const entries = arrayAt(page, "entries");
      return entries.length === 0 ? page : change(page, sent, entries);
    });
}

/** Changes requests that the list must reject. */
const asOther =
  (change: (sent: Sent, marker: string) => void): Breaking =>
  (sent, pass) => {
    const marker = sent.url.searchParams.get("marker");
    if (marker !== null) change(sent, marker);
    return pass();
  };

const defects: readonly (readonly [says: string, rule: string, operation: string, () => Breaking])[] = [
  [
    "starts one entry late at odd offsets",
    "list-without-duplicates",
    "listCollaborationAllowlistEntries",
    () => (sent, pass) => {
      const offset = number(sent, "offset");
      if (offset % 2 === 1) sent.url.searchParams.set("offset", String(offset + 1));
      return withBody(pass(), (page) => (offset % 2 === 1 && "offset" in page ? { ...page, offset } : page));
    },
  ],
  [
    "rejects an offset after the end",
    "call-succeeds",
    "listCollaborationAllowlistEntries",
    () => async (_, pass) => {
      const response = await pass();
      const body = await response.clone().text();
      if (!body.includes('"entries":[]')) return response;
      return new Response(
        JSON.stringify({ type: "error", status: 404, code: "not_found", message: "No page.", request_id: "r1" }),
        { status: 404, headers: { "content-type": "application/json" } },
      );
    },
  ],
  [
    "returns the last page for an offset after the end",
    "list-complete",
    "listCollaborationAllowlistEntries",
    () => (sent, pass) => {
      const offset = number(sent, "offset");
      if (offset >= 122 && offset < 300_000) sent.url.searchParams.set("offset", "121");
      return withBody(pass(), (page) => (offset >= 122 && "offset" in page ? { ...page, offset } : page));
    },
  ],
  [
    "counts no entries at all on a page after the end",
    "list-complete",
    "listCollaborationAllowlistEntries",
    () => (_, pass) =>
      withBody(pass(), (page) => (arrayAt(page, "entries").length === 0 ? { ...page, total_count: 0 } : page)),
  ],
  [
    "counts one entry too many",
    "list-complete",
    "listCollaborationAllowlistEntries",
    () => pages((page) => ("total_count" in page ? { ...page, total_count: Number(page["total_count"]) + 1 } : page)),
  ],
  [
    "counts the entries of the page",
    "list-complete",
    "listFileVersionRetentions",
    () =>
      pages((page, sent, { length }) =>
        "total_count" in page ? { ...page, total_count: (number(sent, "offset") || 0) + length } : page,
      ),
  ],
  [
    "drops the last entry when the pages end with the list",
    "list-complete",
    "listCollaborationAllowlistEntries",
    () =>
      pages((page, sent, entries) =>
        byMarker(sent) && page["next_marker"] === null && entries.length === number(sent, "limit") && entries.length > 1
          ? { ...page, entries: entries.slice(0, -1) }
          : page,
      ),
  ],
  [
    "loses an entry at the page size 3",
    "list-complete",
    "listCollaborationAllowlistEntries",
    () =>
      pages((page, sent, entries) =>
        byMarker(sent) && number(sent, "limit") === 3 ? { ...page, entries: entries.slice(0, 2) } : page,
      ),
  ],
  [
    "reverses the entries of later pages",
    "list-order",
    "listFilesOnHold",
    () =>
      pages((page, sent, entries) =>
        sent.url.searchParams.has("marker") ? { ...page, entries: entries.toReversed() } : page,
      ),
  ],
  [
    "reverses the entries of later pages by offset",
    "list-order",
    "listFilesOnHold",
    () =>
      pages((page, sent, entries) => (number(sent, "offset") > 0 ? { ...page, entries: entries.toReversed() } : page)),
  ],
  [
    "does not sort as its order says",
    "list-order",
    "listFileVersionRetentions",
    () => pages((page) => ("order" in page ? { ...page, order: [{ by: "id", direction: "DESC" }] } : page)),
  ],
  [
    "does not name its sort key",
    "list-order",
    "listFileVersionRetentions",
    () => pages((page) => ("order" in page ? { ...page, order: [{ by: "", direction: "ASC" }] } : page)),
  ],
  [
    "sorts as its order says within a page only",
    "offset-respected",
    "listFileVersionRetentions",
    () =>
      pages((page, _, entries) =>
        "order" in page ? { ...page, entries: entries.toReversed(), order: [{ by: "id", direction: "DESC" }] } : page,
      ),
  ],
  [
    "accepts the marker of another list",
    "marker-respected",
    "listFilesOnHold",
    () =>
      asOther((sent, marker) => {
        const text = Buffer.from(marker, "base64url").toString();
        if (sent.url.pathname.endsWith("/files_on_hold") && text.startsWith('["list') && !text.includes("FilesOnHold"))
          sent.url.searchParams.delete("marker");
      }),
  ],
  [
    "accepts a marker with an ending that it did not give",
    "marker-respected",
    "listFilesOnHold",
    () =>
      asOther((sent, marker) => {
        if (marker.startsWith("WyJ")) sent.url.searchParams.set("marker", marker.replace(/[^\w].*|-x$/s, ""));
        const parts = /^(.*?)-{1,2}[a-z-]+$/.exec(marker);
        if (parts?.[1]?.startsWith("WyJ")) sent.url.searchParams.set("marker", parts[1]);
      }),
  ],
  [
    "accepts each marker once",
    "call-succeeds",
    "listFilesOnHold",
    () => {
      const used = new Set<string>();
      return (sent, pass) => {
        const marker = sent.url.searchParams.get("marker");
        if (marker !== null && used.has(marker)) sent.url.searchParams.set("marker", "spent");
        if (marker !== null) used.add(marker);
        return pass();
      };
    },
  ],
  [
    "moves on when a marker is used twice",
    "marker-respected",
    "listFilesOnHold",
    () => {
      const used = new Map<string, number>();
      return pages((page, sent, entries) => {
        const { href } = sent.url;
        const times = used.get(href) ?? 0;
        used.set(href, times + 1);
        return times % 2 === 1 && href.includes("&marker=") ? { ...page, entries: entries.slice(1) } : page;
      });
    },
  ],
  [
    "leads to the next page with prev_marker",
    "marker-respected",
    "listFilesOnHold",
    () => pages((page) => (page["prev_marker"] == null ? page : { ...page, prev_marker: page["next_marker"] ?? null })),
  ],
  [
    "gives a prev_marker on the first page",
    "marker-respected",
    "listFilesOnHold",
    () => pages((page) => ("prev_marker" in page ? { ...page, prev_marker: page["prev_marker"] ?? "WyJhIl0" } : page)),
  ],
  [
    "prefers the offset to the marker",
    "marker-respected",
    "listFilesOnHold",
    () => (sent, pass) => {
      if (sent.url.searchParams.has("offset")) {
        sent.url.searchParams.delete("marker");
        sent.url.searchParams.delete("usemarker");
      }
      return pass();
    },
  ],
  [
    "uses the default for a limit above the maximum",
    "limit-respected",
    "listFilesOnHold",
    () => (sent, pass) => {
      if (number(sent, "limit") > 1000) sent.url.searchParams.set("limit", "100");
      return pass();
    },
  ],
  [
    "ends with a short page in the middle",
    "list-complete",
    "listFilesOnHold",
    () =>
      pages((page, sent, entries) =>
        byMarker(sent) && entries.length === 3 ? { ...page, entries: entries.slice(0, 2) } : page,
      ),
  ],
  [
    "repeats an entry only on pages of two",
    "list-without-duplicates",
    "listFilesOnHold",
    () =>
      pages((page, sent, entries) =>
        number(sent, "limit") === 2 && entries.length === 2
          ? { ...page, entries: [entries[0] ?? null, entries[0] ?? null] }
          : page,
      ),
  ],
  [
    "gives a marker of the page itself on a page by offset",
    "marker-respected",
    "listFilesOnHold",
    () => {
      const firsts = new Map<string, Json>();
      return pages((page, sent) => {
        if (!("total_count" in page)) return page;
        const limit = String(number(sent, "limit"));
        const first = firsts.get(limit) ?? page["next_marker"] ?? null;
        firsts.set(limit, first);
        return page["next_marker"] === null || page["offset"] === 0 ? page : { ...page, next_marker: first };
      });
    },
  ],
];

describe("finds a list that", () => {
  test.each(defects)("%s", async (_, rule, operation, plant) => {
    const report = await checkBroken(plant(), { operations: [operation] });
    expect(rulesOf(report)).toContain(rule);
    expect(report.checks.flatMap(({ findings }) => findings.map((one) => one.operation))).not.toContain(undefined);
  });
});

test("accepts lists that are right in another way", async () => {
  const healthy: readonly Breaking[] = [
    // Without prev_marker, and with an empty last page.
    pages(({ prev_marker: _, ...page }) => page),
    // A lower maximum.
    (sent, pass) => {
      if (number(sent, "limit") > 200 && number(sent, "limit") <= 2 ** 31) sent.url.searchParams.set("limit", "200");
      return pass();
    },
  ];
  const operations = ["listFilesOnHold", "listFileVersionRetentions", "listCollaborationAllowlistEntries"];
  for (const one of healthy) expect(foundIn(await checkBroken(one, { operations, closed: true }))).toEqual([]);
});
