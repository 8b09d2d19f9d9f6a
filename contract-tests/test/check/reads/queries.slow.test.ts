import {
  arrayAt,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  parseJson,
  stringAt,
} from "content-service-contract";
import { expect, test } from "vitest";
import { compare, evaluate } from "../../../src/check/reads/query-condition.js";
import type { Field } from "../../../src/check/session/instances.js";
import { type Misbehave, requests, responses, runOn, type Sent } from "../../support/defects.js";

const member = (name: string, change: (value: Json, body: JsonObject) => Json) =>
  requests(({ json }) => {
    const { [name]: value } = json;
    return value !== undefined && { body: { ...json, [name]: change(value, json) } };
  });
const text = (change: (query: string) => string) => member("query", (query) => change(String(query)));
const argument = (change: (value: Json) => Json) =>
  member("query_params", (_, body) =>
    Object.fromEntries(Object.entries(objectAt(body, "query_params")).map(([name, value]) => [name, change(value)])),
  );
const argumentText = (change: (value: string) => string) =>
  argument((value) => (typeof value === "string" ? change(value) : value));
const sortKeys = (change: (key: JsonObject) => JsonObject) =>
  member("order_by", (_, body) => arrayAt(body, "order_by").filter(isJsonObject).map(change));
const fields = (change: (fields: Json[]) => Json[]) => member("fields", (_, body) => change(arrayAt(body, "fields")));
const entries = (change: (entries: Json[], sent: Sent) => Json[]) =>
  responses((page, sent) =>
    "entries" in page ? { ...page, entries: change(arrayAt(page, "entries"), sent) } : undefined,
  );

const replaced = (pattern: RegExp, by: string) => text((query) => query.replace(pattern, by));
const ascending = (key: JsonObject) => ({ ...key, direction: "asc" });
const instanceOf = (field: Json) => String(field).split(".").slice(0, 3).join(".");
const sortingParties = requests(({ json }) => {
  const [key] = arrayAt(json, "order_by");
  const isMeant = isJsonObject(key) && stringAt(key, "field_key") === "party" && json["query"] === undefined;
  return isMeant && { body: { ...json, query: "party IS NOT NULL" } };
});
const searchingItself = responses((page, { json }) =>
  json["ancestor_folder_id"] === "3001" ? { ...page, entries: [], next_marker: null } : undefined,
);
const withOtherVersions = responses((page) =>
  "entries" in page ? parseJson(JSON.stringify(page).replaceAll(/"\$version":\d+/g, '"$version":77')) : undefined,
);
const MATCHES = "finds-what-matches";

const defects: [defect: string, check: string, misbehave: Misbehave][] = [
  ["takes > as >=", MATCHES, text((query) => query.replaceAll(/> /g, ">= ").replaceAll("<>= ", "<> "))],
  ["takes AND as OR", MATCHES, replaced(/ AND /g, " OR ")],
  ["lets OR bind tighter", MATCHES, replaced(/^([^()]+? OR [^()]+?) AND /, "($1) AND ")],
  ["ignores parentheses", MATCHES, replaced(/[()]/g, "")],
  ["takes ILIKE as LIKE", MATCHES, replaced(/ ILIKE /g, " LIKE ")],
  ["finds items without a value by !=", MATCHES, replaced(/([\w-]+) (!=|<>) (\S+)/g, "($1 $2 $3 OR $1 IS NULL)")],
  ["takes IS NULL as IS NOT NULL", MATCHES, replaced(/IS NULL/g, "IS NOT NULL")],
  ["reads the first value of IN only", MATCHES, argument((value) => (Array.isArray(value) ? [value[0] ?? 0] : value))],
  ["reads the first argument of IN only", MATCHES, replaced(/IN \((:[^,]+),.*?\)/, "IN ($1)")],
  ["takes _ as any text", MATCHES, argumentText((value) => value.replace(/_$/, "%"))],
  ["ignores the backslash of LIKE", MATCHES, argumentText((value) => value.replaceAll("\\", ""))],
  ["compares dates by their day", MATCHES, argumentText((value) => value.replace(/T.*$/, "T00:00:00Z"))],
  ["compares dates without their offset", MATCHES, argumentText((value) => value.replace(/\+02:00$/, "+00:00"))],
  ["rounds numbers", MATCHES, argument((value) => (typeof value === "number" ? Math.ceil(value) : value))],
  ["finds nothing", "shows-the-instances", entries(() => [])],
  ["sorts ascending only", "sorts", sortKeys(ascending)],
  ["takes DESC in capitals as asc", "sorts", sortKeys((key) => (key["direction"] === "DESC" ? ascending(key) : key))],
  ["sorts by the first key only", "sorts", member("order_by", (_, body) => arrayAt(body, "order_by").slice(0, 1))],
  ["sorts each page alone", "sorts", entries((all, { json }) => ("order_by" in json ? all.toReversed() : all))],
  ["loses items without a value when sorted", "sorts", sortingParties],
  ["searches all folders", "searches-below", member("ancestor_folder_id", (id) => (/^3\d+$/.test(`${id}`) ? "0" : id))],
  ["searches the folder itself without those below it", "searches-below", searchingItself],
  ["shows another version of an instance", "shows-the-instances", withOtherVersions],
  ["returns the whole instance for one field", "returns-the-asked-fields", fields((all) => all.map(instanceOf))],
  ["returns attributes that were not asked for", "returns-the-asked-fields", fields((all) => [...all, "owned_by"])],
];

test.each(defects)("finds a query that %s", async (_, check, misbehave) => {
  const { messages } = await runOn([`queryMetadata/${check}`], misbehave);
  expect(messages.join("\n")).toMatch(/Expected .*(received|missing)/s);
});

test("shrinks a failing query", async () => {
  const { checks } = await runOn([`queryMetadata/${MATCHES}`], replaced(/<= /g, "< "));
  const [finding] = checks.flatMap(({ findings }) => findings);
  expect(finding).toMatchObject({
    rule: "query-respected",
    contract: "/components/schemas/MetadataQuery/properties/query",
    message: expect.stringMatching(
      /^Expected the query `\w+ <= \S+`( with \{.*\})? to find \d+ items .* received \d+, without file \d+$/,
    ),
  });
});

test("leaves open what depends on the order of texts", () => {
  const field: Field = { key: "party", kind: "text" };
  const below = (value: string) => evaluate(compare(field, "<", value), { party: "Zoe" });
  expect([below("zz"), below("b"), below("Zz")]).toEqual([true, undefined, true]);
});
