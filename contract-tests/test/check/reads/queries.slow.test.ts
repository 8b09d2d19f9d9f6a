import { arrayAt, isJsonObject, type Json, type JsonObject, stringAt } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { evaluate, type Field } from "../../../src/check/reads/query-condition.js";
import { type Breaking, checkBroken, type Sent, withBody } from "../../support/check-broken.js";

const operations = ["queryMetadata"];

/** Changes the text of each valid query. */
const text =
  (change: (query: string) => string): Breaking =>
  (sent, pass) => {
    const query = sent.body === undefined ? undefined : stringAt(sent.body, "query");
    if (sent.body !== undefined && query !== undefined) sent.body["query"] = change(query);
    return pass();
  };

const body =
  (change: (body: JsonObject, sent: Sent) => void): Breaking =>
  (sent, pass) => {
    if (sent.body !== undefined) change(sent.body, sent);
    return pass();
  };

const entries =
  (change: (entries: Json[], sent: Sent) => Json[]): Breaking =>
  (sent, pass) =>
    withBody(pass(), (page) =>
      "entries" in page ? { ...page, entries: change(arrayAt(page, "entries"), sent) } : page,
    );

/** Changes each argument of a query. */
const argument = (change: (value: Json) => Json) =>
  body((sent) => {
    const values = sent["query_params"];
    if (!isJsonObject(values)) return;
    sent["query_params"] = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
  });

const sortKeys = (change: (key: JsonObject, index: number) => JsonObject) =>
  body((sent) => {
    const keys = arrayAt(sent, "order_by");
    if (keys.length > 0) sent["order_by"] = keys.map((key, index) => (isJsonObject(key) ? change(key, index) : key));
  });

const defects: readonly (readonly [says: string, Breaking])[] = [
  ["takes <= as <", text((query) => query.replaceAll("<= ", "< "))],
  ["takes > as >=", text((query) => query.replaceAll(/> /g, ">= ").replaceAll("<>= ", "<> "))],
  ["takes OR as AND", text((query) => query.replaceAll(" OR ", " AND "))],
  ["takes AND as OR", text((query) => query.replaceAll(" AND ", " OR "))],
  ["ignores NOT", text((query) => query.replaceAll("NOT ", ""))],
  ["ignores parentheses", text((query) => query.replaceAll(/[()]/g, ""))],
  ["takes LIKE as ILIKE", text((query) => query.replaceAll(" LIKE ", " ILIKE "))],
  ["takes ILIKE as LIKE", text((query) => query.replaceAll(" ILIKE ", " LIKE "))],
  [
    "finds items without a value by !=",
    text((query) => query.replaceAll(/([\w-]+) (!=|<>) (\S+)/g, "($1 $2 $3 OR $1 IS NULL)")),
  ],
  ["takes IS NULL as IS NOT NULL", text((query) => query.replace(/IS NULL/g, "IS NOT NULL"))],
  ["reads the first value of IN only", argument((value) => (Array.isArray(value) ? value.slice(0, 1) : value))],
  ["takes _ as any text", argument((value) => (typeof value === "string" ? value.replace(/_$/, "%") : value))],
  [
    "ignores the backslash of LIKE",
    argument((value) => (typeof value === "string" ? value.replaceAll("\\", "") : value)),
  ],
  [
    "compares dates without their offset",
    argument((value) => (typeof value === "string" ? value.replace(/\+02:00$/, "+00:00") : value)),
  ],
  ["rounds numbers", argument((value) => (typeof value === "number" ? Math.ceil(value) : value))],
  ["sorts ascending only", sortKeys((key) => ({ ...key, direction: "asc" }))],
  [
    "takes DESC in capitals as asc",
    sortKeys((key) => (key["direction"] === "DESC" ? { ...key, direction: "asc" } : key)),
  ],
  ["sorts by the first key only", body((sent) => void arrayAt(sent, "order_by").splice(1))],
  [
    "sorts each page alone",
    entries((all, { body: sent }) => (sent?.["order_by"] === undefined ? all : all.toReversed())),
  ],
  [
    "loses items without a value when sorted",
    body((sent) => {
      const [key] = arrayAt(sent, "order_by");
      const name = isJsonObject(key) ? stringAt(key, "field_key") : undefined;
      if (name === "party" && sent["query"] === undefined) sent["query"] = "party IS NOT NULL";
    }),
  ],
  [
    "searches all folders",
    body((sent) => {
      if (/^3\d+$/.test(String(sent["ancestor_folder_id"]))) sent["ancestor_folder_id"] = "0";
    }),
  ],
  [
    "searches the folder itself without those below it",
    (sent, pass) =>
      sent.body?.["ancestor_folder_id"] === "3001"
        ? withBody(pass(), (page) => ("entries" in page ? { ...page, entries: [], next_marker: null } : page))
        : pass(),
  ],
  ["finds nothing", entries(() => [])],
  [
    "shows another version of an instance",
    entries((all) => JSON.parse(JSON.stringify(all).replaceAll(/"\$version":\d+/g, '"$version":77')) as Json[]),
  ],
  ["reads the first argument of IN only", text((query) => query.replace(/IN \((:[^,]+),.*?\)/, "IN ($1)"))],
  [
    "returns the whole instance for one field",
    body((sent) => {
      const fields = sent["fields"];
      if (Array.isArray(fields)) sent["fields"] = fields.map((one) => String(one).split(".").slice(0, 3).join("."));
    }),
  ],
  [
    "returns attributes that were not asked for",
    body((sent) => {
      if (Array.isArray(sent["fields"])) sent["fields"] = [...sent["fields"], "owned_by"];
    }),
  ],
];

describe("finds a query that", () => {
  test.each(defects)("%s", async (_, breaking) => {
    const report = await checkBroken(breaking, { operations });
    const found = report.checks.flatMap(({ findings }) => findings);
    expect(new Set(found.map(({ operation }) => operation))).toEqual(new Set(operations));
    expect(found.map(({ message }) => message).join("\n")).toMatch(/Expected .*(received|missing)/s);
  });
});

test("shrinks a failing query", async () => {
  const report = await checkBroken(
    text((query) => query.replaceAll("<= ", "< ")),
    { operations },
  );
  const [finding] = report.checks.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({
    rule: "query-respected",
    contract: "/components/schemas/MetadataQuery/properties/query",
  });
  expect(finding?.message).toMatch(
    /^Expected the query `\w+ <= \S+`( with \{.*\})? to find \d+ items .* received \d+, without file \d+$/,
  );
});

test("leaves open what depends on the order of texts", () => {
  const field: Field = { key: "party", type: "string" };
  const below = (value: string) => evaluate({ kind: "compare", field, operator: "<", value }, { party: "Zoe" });
  expect([below("zz"), below("b"), below("Zz")]).toEqual([true, undefined, true]);
});
