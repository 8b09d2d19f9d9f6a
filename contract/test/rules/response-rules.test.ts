import { expect, test } from "vitest";
import type { Json } from "../../src/model/json.js";
import { loadContract } from "../../src/model/load-contract.js";
import { checkExchange } from "../../src/rules/check-exchange.js";
import { crate, get, response, testRule } from "../support/small-exchange.js";

const CRATES = "/paths/~1crates";
const CRATE = `${CRATES}~1{crate_id}`;
const NEWEST = `${CRATES}~1newest/get`;
const SCHEMAS = "/components/schemas";
const FIELDS = `${SCHEMAS}/CrateFields`;
const newest = get("/crates/newest");
const remove = { ...get(), method: "DELETE" };
const head = { ...get("/crates"), method: "HEAD" };
const headers = { "content-type": "application/json" };
const empty = { headers, body: "{}" };
const closed = { closed: true };

const STATUS = `${CRATE}/get/responses /response/status`;
testRule("status-documented", [
  ["accepts a documented status", get(), response(crate)],
  ["accepts a status in a documented range", newest, response({ a: "b" }, 203)],
  ["accepts a 4xx status that default covers", get(), response({ code: "gone" }, 410)],
  ["accepts another 2xx status as the documented success [RS-4]", get(), response(crate, 201)],
  ["reports another 2xx status if closed [RS-4]", get(), response(crate, 201), STATUS, closed],
  ["reports a success without its body", get(), { status: 204 }, STATUS],
  ["reports a redirect that only default could cover", get(), response({ code: "moved" }, 301), STATUS],
  ["reports an error where there is no default", newest, response({}, 404), `${NEWEST}/responses /response/status`],
]);

const CONTENT = `${CRATE}/get/responses/200/content`;
const TYPE = `${CONTENT} /response/headers/content-type`;
testRule("response-content-type", [
  ["accepts parameters", get(), response(crate, 200, { "content-type": "application/json; charset=utf-8" })],
  ["reports another media type", get(), response(crate, 200, { "content-type": "text/html" }), TYPE],
  ["reports a body without a media type", get(), { status: 200, headers: {}, body: "{}" }, TYPE],
]);

const HEADER = "/components/responses/TooMany/headers/Retry-After";
const AT_HEADER = "/response/headers/retry-after";
const tooMany = (value: Record<string, string>) => response({ code: "slow_down" }, 429, value);
testRule("response-header", [
  ["accepts a valid header", get(), tooMany({ "retry-after": "2" })],
  ["reports a required header that is missing", get(), tooMany({}), `${HEADER} ${AT_HEADER}`],
  ["reports a wrong type", get(), tooMany({ "Retry-After": "soon" }), `${HEADER}/schema/type ${AT_HEADER}`],
]);

testRule("response-empty", [
  ["accepts an empty 204", remove, { status: 204 }],
  ["accepts an empty 304", get(), { status: 304, body: "" }],
  ["accepts an empty 304 where the contract documents a body", newest, { status: 304 }],
  ["accepts a response to HEAD with a media type", head, { status: 200, headers }],
  ["reports a body with 204", remove, { status: 204, ...empty }, `${CRATE}/delete/responses/204 /response/body`],
  ["reports a documented body with 304", newest, { status: 304, ...empty }, `${NEWEST}/responses/304 /response/body`],
  ["reports a documented body after HEAD", head, response({ limit: 1 }), `${CRATES}/head/responses/200 /response/body`],
]);

testRule("response-json", [
  ["reports no JSON", get(), { ...response(crate), body: "<html>" }, `${CONTENT}/application~1json /response/body`],
]);

const heavy = { ...crate, weight: 3 };
const time = (created_at: string) => response({ ...crate, created_at });
const size = (value: number) => response({ ...crate, size: value });
const TIME = `${FIELDS}/properties/created_at/format /response/body/created_at`;
const SIZE = `${FIELDS}/properties/size/format /response/body/size`;
const COLOR = `${SCHEMAS}/Color/anyOf/1/type /response/body/color`;
const NAME = `${FIELDS}/properties/name/maxLength /response/body/entries/1/name`;
const list = (...entries: Json[]) => response({ limit: 1, entries });
testRule("response-body", [
  ["accepts undocumented content", get(), response({ ...heavy, color: "green", owner: null })],
  ["accepts a branch of a choice", newest, response({ type: "shelf", id: "1", boards: 2 })],
  ["reports a missing body", get(), { status: 200, headers }, `${CRATE}/get/responses/200 /response/body`],
  ["reports a wrong type through references", get(), response({ ...crate, color: 7 }), COLOR],
  ["reports an entry of a collection", get("/crates"), list(crate, { ...crate, name: "much too long" }), NAME],
  ["reads another 2xx status as the documented success [RS-4]", get(), response({ ...crate, color: 7 }, 201), COLOR],
  ["accepts a time with an offset", get(), time("2026-02-03T10:00:00+01:00")],
  ["reports a time without an offset", get(), time("2026-02-03T10:00:00"), TIME],
  // The maximum, 9223372036854775807, is parsed as 2 ** 63.
  ["accepts the 64-bit maximum", get(), size(2 ** 63)],
  ["reports an integer above 64 bits", get(), size(2 ** 63 + 2048), SIZE],
  ["reports an integer below 64 bits", get(), size(-(2 ** 64)), SIZE],
  ["reports an error by default", get(), response({}, 500), `${SCHEMAS}/Error/required /response/body/code`],
  ["leaves an invalid body to this rule if closed", get(), response({ ...heavy, color: 7 }), COLOR, closed],
]);

const heavyPage = response({ limit: 1, entries: [heavy], pages: 1 });
const UNDOCUMENTED = [`${SCHEMAS}/Crate /response/body/entries/0/weight`, `${SCHEMAS}/Crates /response/body/pages`];
testRule("response-body-closed", [
  ["accepts what is documented", get(), response({ ...crate, color: "red", example: "e", $id: "i" }), [], closed],
  ["accepts documented entries", get("/crates"), list(crate), [], closed],
  ["is skipped in the open form", get(), response(heavy)],
  ["reports a property of parts together", get(), response(heavy), `${SCHEMAS}/Crate /response/body/weight`, closed],
  ["reports properties of a page and of its entries", get("/crates"), heavyPage, UNDOCUMENTED, closed],
]);

const mini = { type: "crate", id: "7", name: "lid" };
const PARAMETER = "/components/parameters/Fields /response/body";
const STANDARD = `${SCHEMAS}/Crate/allOf/1/required /response/body`;
const colorful = response({ ...mini, color: "red" });
const page = list({ ...mini, color: "red" });
const color = get("/crates/7?fields=color");
const LISTED = `${FIELDS}/properties/color /response/body/color`;
const PATH = `${FIELDS}/properties/owner /response/body/owner`;
const OTHERS = [`${FIELDS}/properties/size /response/body/entries/0/size`, `${PARAMETER}/entries/0/color`];
testRule("standard-representation", [
  ["accepts all standard attributes [CO-5]", get(), response(crate)],
  ["accepts the listed attributes [CO-5]", color, colorful],
  ["accepts less than type, id and name", get("/crates/7?fields=color,id"), colorful],
  ["accepts the listed attributes of entries", get("/crates?fields=color"), page],
  ["reports a missing standard attribute", get(), response(mini), `${STANDARD}/owner`],
  ["reports a listed attribute that is missing", color, response(mini), LISTED],
  ["reports a listed attribute by the first part of its path", get("/crates/7?fields=owner.id"), response(mini), PATH],
  ["does not expect an attribute that is not documented", get("/crates/7?fields=weight"), response(mini)],
  ["reports an attribute that is not listed", color, response({ ...crate, color: "red" }), `${PARAMETER}/owner`],
  ["reports an attribute of an entry that is not listed if closed", get("/crates?fields=size"), page, OTHERS, closed],
  ["skips errors", color, response({ code: "not_found" }, 404)],
]);

test("an etag that is not listed is accepted, and with closed only from a record that has one [RS-2]", () => {
  const contract = loadContract();
  const rules = (path: string, body: Json, options = {}) =>
    checkExchange(
      { request: get(path, { serviceapi: "shared_link=x" }), response: response(body) },
      { contract, ...options },
    ).map(({ rule }) => rule);
  expect(rules("/shared_items?fields=size", { type: "folder", id: "7", name: "a", size: 1, etag: "3" })).toEqual([]);
  const user = { type: "user", id: "7", name: "a", login: "a@example.com", etag: "3" };
  expect(rules("/users/me?fields=login", user)).toEqual([]);
  expect(rules("/users/me?fields=login", user, closed)).toContain("standard-representation");
});
