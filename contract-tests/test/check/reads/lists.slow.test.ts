import { arrayAt, type Json, stringAt } from "content-service-contract";
import { expect, test } from "vitest";
import { type Breaking, checkBroken, foundIn, rulesOf, type Sent, withBody } from "../../support/check-broken.js";

const operations = ["listCollaborationAllowlistEntries"];

const markerOf = ({ url }: Sent) => url.searchParams.get("marker");

/** Breaks the pages after the first. */
const laterPages =
  (change: (entries: Json[]) => Json[]): Breaking =>
  (sent, pass) =>
    markerOf(sent) === null
      ? pass()
      : withBody(pass(), (page) => ({ ...page, entries: change(arrayAt(page, "entries")) }));

test("a healthy list has no findings and no skipped checks", async () => {
  const report = await checkBroken((_, pass) => pass(), { operations: [...operations, "queryMetadata"], closed: true });
  const others = report.checks.filter(
    ({ outcome, reason }) => outcome !== "passed" && reason !== "Missing second token: give --second-token",
  );
  expect(others).toEqual([]);
});

test("finds an ignored marker, in the query and in a body", async () => {
  const inQuery = await checkBroken(
    (sent, pass) => {
      if (markerOf(sent) !== "no-list-gave-this-marker") sent.url.searchParams.delete("marker");
      return pass();
    },
    { operations },
  );
  const inBody = await checkBroken(
    (sent, pass) => {
      if (sent.body !== undefined && sent.body["marker"] !== "no-list-gave-this-marker") delete sent.body["marker"];
      return pass();
    },
    { operations: ["queryMetadata"] },
  );
  expect(foundIn(inQuery).filter((one) => !one.includes("/rejects"))).toEqual([
    "listCollaborationAllowlistEntries/pages-by-marker marker-respected",
  ]);
  expect(foundIn(inBody).filter((one) => !one.includes("/rejects"))).toEqual([
    "queryMetadata/pages-by-marker marker-respected",
  ]);
});

test("finds that an unknown marker is accepted", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      if (markerOf(sent) === "no-list-gave-this-marker") sent.url.searchParams.delete("marker");
      return pass();
    },
    { operations },
  );
  expect(foundIn(report)).toEqual(["listCollaborationAllowlistEntries/rejects-an-invented-marker marker-respected"]);
});

test("finds a duplicate entry", async () => {
  let first: Json = null;
  const report = await checkBroken(
    async (sent, pass) => {
      if (!sent.url.searchParams.has("usemarker")) return pass();
      return withBody(pass(), (page) => {
        const entries = arrayAt(page, "entries");
        if (markerOf(sent) === null) first = entries[0] ?? null;
        return { ...page, entries: markerOf(sent) === null ? entries : [first, ...entries.slice(1)] };
      });
    },
    { operations },
  );
  expect(rulesOf(report)).toEqual(["list-without-duplicates"]);
});

test("finds an entry missing between two pages", async () => {
  expect(
    rulesOf(
      await checkBroken(
        laterPages((entries) => entries.slice(1)),
        { operations },
      ),
    ),
  ).toEqual(["list-complete"]);
});

test("finds a total_count that is too low", async () => {
  const fewer: Breaking = (_, pass) =>
    withBody(pass(), (page) =>
      "total_count" in page ? { ...page, total_count: Number(page["total_count"]) - 1 } : page,
    );
  expect(rulesOf(await checkBroken(fewer, { operations }))).toEqual(["list-complete"]);
});

test("accepts a list that changes during pagination", async () => {
  let lost = false;
  const once = laterPages((entries) => {
    const kept = lost ? entries : entries.slice(1);
    lost = true;
    return kept;
  });
  const report = await checkBroken(once, { operations });
  expect([lost, rulesOf(report)]).toEqual([true, []]);
});

test("finds a marker that leads back to an earlier page", async () => {
  let first: string | undefined;
  const report = await checkBroken(
    (sent, pass) =>
      withBody(pass(), (page) => {
        if (!sent.url.searchParams.has("usemarker") || page["entries"] === undefined) return page;
        if (markerOf(sent) === null) first = stringAt(page, "next_marker") ?? first;
        return page["next_marker"] === null && first !== undefined ? { ...page, next_marker: first } : page;
      }),
    { operations },
  );
  expect(rulesOf(report)).toEqual(["list-ends"]);
});

test("finds endless empty pages", async () => {
  let count = 0;
  const report = await checkBroken(
    (sent, pass) => {
      if (markerOf(sent)?.startsWith("more-")) sent.url.searchParams.delete("marker");
      const beyond = sent.url.searchParams.has("usemarker") && !sent.url.searchParams.has("marker") && count > 0;
      return withBody(pass(), (page) => {
        if (page["next_marker"] !== null && !beyond) return page;
        count += 1;
        return { ...page, entries: beyond ? [] : arrayAt(page, "entries"), next_marker: `more-${count}` };
      });
    },
    { operations },
  );
  expect(rulesOf(report)).toContain("list-ends");
});

test.each(["offset", "marker"])("finds an ignored limit, by %s", async (scheme) => {
  const report = await checkBroken(
    (sent, pass) => {
      if (sent.url.searchParams.has("usemarker") === (scheme === "marker")) sent.url.searchParams.delete("limit");
      return pass();
    },
    { operations },
  );
  expect(foundIn(report)).toContain(`listCollaborationAllowlistEntries/limits-pages-by-${scheme} limit-respected`);
  expect(rulesOf(report).filter((rule) => !rule.startsWith("wrong-"))).toEqual(["limit-respected"]);
});

test("finds a default page that is shorter than its limit", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      const isDefault = !sent.url.searchParams.has("limit");
      if (isDefault) sent.url.searchParams.set("limit", "3");
      return withBody(pass(), (page) => (isDefault && "limit" in page ? { ...page, limit: 100 } : page));
    },
    { operations },
  );
  expect(rulesOf(report)).toContain("limit-respected");
});

test("finds a limit above the maximum that is not lowered", async () => {
  const report = await checkBroken(
    (sent, pass) =>
      withBody(pass(), (page) => {
        const limit = sent.body?.["limit"];
        return typeof limit === "number" && Array.isArray(page["entries"]) ? { ...page, limit } : page;
      }),
    { operations: ["queryMetadata"] },
  );
  expect(foundIn(report)).toEqual(["queryMetadata/limits-pages-by-marker limit-respected"]);
});

test("finds an ignored offset, also when the response repeats the offset", async () => {
  const ignoring =
    (says: boolean): Breaking =>
    (sent, pass) => {
      const offset = Number(sent.url.searchParams.get("offset") ?? 0);
      if (offset > 0 && offset <= 300_000) sent.url.searchParams.delete("offset");
      return says ? withBody(pass(), (page) => ("offset" in page ? { ...page, offset } : page)) : pass();
    };
  for (const says of [true, false]) {
    const report = await checkBroken(ignoring(says), { operations });
    expect(foundIn(report).filter((one) => !one.includes("/rejects"))).toEqual([
      "listCollaborationAllowlistEntries/pages-by-offset offset-respected",
    ]);
  }
});

test("skips a list with fewer than two entries, with the reason", async () => {
  const one: Breaking = (_, pass) =>
    withBody(pass(), (page) =>
      "entries" in page
        ? {
            ...page,
            ...shortened(page["entries"]),
            ...("total_count" in page ? { total_count: 1 } : { next_marker: null }),
          }
        : page,
    );
  const report = await checkBroken(one, { operations });
  const skipped = report.checks.filter(
    ({ outcome, reason }) => outcome === "skipped" && reason !== "Missing second token: give --second-token",
  );
  expect(skipped.map(({ id, reason }) => [id, reason])).toEqual([
    ["listCollaborationAllowlistEntries/pages-by-offset", "The list has fewer than two entries"],
    ["listCollaborationAllowlistEntries/pages-by-marker", "The list has fewer than two entries"],
    ["listCollaborationAllowlistEntries/rejects-a-foreign-marker", "No list has a second page"],
  ]);
});

function shortened(entries: Json | undefined) {
  return { entries: Array.isArray(entries) ? entries.slice(0, 1) : [] };
}
