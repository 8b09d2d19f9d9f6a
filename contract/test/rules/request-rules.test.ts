import { expect, test } from "vitest";
import type { ExchangeRequest } from "../../src/exchange/exchange.js";
import { check, crate, get, put, response, testRule, token } from "../support/small-exchange.js";

const ok = response(crate);
const CRATE = "/paths/~1crates~1{crate_id}";
const NEWEST = "/paths/~1crates~1newest";
const form = { "content-type": "application/x-www-form-urlencoded" };
const tokens = response({ token: "t" });
const post = (to: { path: string } | { url: string }, body: string, headers = {}): ExchangeRequest => ({
  ...{ method: "POST", ...to, headers: { ...form, ...headers }, body },
});
const refresh = (body = "grant_type=refresh_token", headers = {}) => post({ path: "/token" }, body, headers);
const refreshAt = (url: string) => post({ url }, "grant_type=refresh_token");
const at = (url: string): ExchangeRequest => ({ method: "get", url, headers: { ...token, "crate-key": "k" } });
const using = (method: string, path = "/crates/7") => ({ ...get(path), method });
const bare = (method: string, headers: Record<string, string> = token) => ({ method, path: "/crates/7", headers });

const UNKNOWN = "/paths /request/url";
testRule("operation-known", [
  ["accepts a path", get(), ok],
  ["accepts a URL below the address of the contract", at("https://api.small.example/v1/crates/7"), ok],
  ["accepts a URL below a given address", at("http://a:80/x/crates/7"), ok, [], { baseUrl: "http://a:80/x/" }],
  ["accepts an operation below its own server", refreshAt("https://auth.small.example/token"), tokens],
  ["accepts one below a given token server", refreshAt("http://a/token"), tokens, [], { authUrl: "http://a" }],
  ["reports an operation below another server", refreshAt("https://api.small.example/v1/token"), ok, UNKNOWN],
  ["reports a path that no template matches", get("/shelves/7"), ok, UNKNOWN],
  ["reports a path with a slash at its end", get("/crates/7/"), ok, UNKNOWN],
  ["reports a path with an encoded slash", get("/crates%2F7"), ok, UNKNOWN],
  ["reports a path with a broken percent sign", get("/crates/%E0"), ok, UNKNOWN],
  ["reports a URL on another host", at("https://elsewhere.example/v1/crates/7"), ok, UNKNOWN],
  ["reports a URL that only begins like the address", at("https://api.small.example/v10/crates/7"), ok, UNKNOWN],
]);

testRule("method-allowed", [
  ["accepts a method of the path, in any case", using("get"), ok],
  ["reports a method that the path does not have", using("POST"), ok, `${CRATE} /request/method`],
  ["reports a method that only the template has", using("DELETE", "/crates/newest"), ok, `${NEWEST} /request/method`],
]);

const crates = response({ entries: [crate], limit: 1 });
const small = response({ entries: [{ type: "crate", id: "7", color: "red" }], limit: 1 });
const PARAMETERS = "/paths/~1crates/get/parameters";
const NUMBER = `${PARAMETERS}/1/schema`;
const LIMIT = "/request/query/limit";
const PATH_ID = `${CRATE}/parameters/0/schema/pattern /request/path/crate_id`;
const FIELD = "/components/parameters/Fields/schema/items/minLength /request/query/fields/1";
testRule("request-parameter", [
  ["accepts parameters in path and header", get("/crates/7", { "if-none-match": "abcd" }), ok],
  ["accepts parameters in the query", get("/crates?limit=9007199254740991&empty=false"), crates],
  ["accepts a request without optional parameters", get("/crates"), crates],
  ["reads an array from repeated names, as in the contract", get("/crates?color=red&color=a,b"), crates],
  ["decodes a path parameter", get("/crates/%37"), ok],
  ["reports a path parameter that is invalid after decoding", get("/crates/7%2F8"), ok, PATH_ID],
  ["reports a missing required header", bare("GET"), ok, `${CRATE}/get/parameters/2 /request/headers/crate-key`],
  ["reports an empty item of an array", get("/crates?fields=color,"), small, FIELD],
  ["reports one after an encoded comma", get("/crates?fields=color%2C"), small, FIELD],
  ["reports a text for a number", get("/crates?limit=ten"), crates, `${NUMBER}/type ${LIMIT}`],
  ["reports a value out of range", get("/crates?limit=0"), crates, `${NUMBER}/minimum ${LIMIT}`],
  ["reports a second value", get("/crates?limit=1&limit=2"), crates, `${NUMBER}/type ${LIMIT}`],
  ["reports an integer beyond 64 bits", get("/crates?limit=18446744073709551616"), crates, `${NUMBER}/format ${LIMIT}`],
  ["reports an undocumented parameter once", get("/crates?page=1&page=2"), crates, `${PARAMETERS} /request/query/page`],
]);

const sent = (headers: Record<string, string>) => ({ ...put({ name: "lid" }), headers: { ...token, ...headers } });
const PUT_BODY = `${CRATE}/put/requestBody`;
const TYPE = `${PUT_BODY}/content /request/headers/content-type`;
testRule("request-content-type", [
  ["accepts the documented media type", put({ name: "lid" }), ok],
  ["accepts parameters and any case", sent({ "Content-Type": "Application/JSON; charset=utf-8" }), ok],
  ["reports another media type", sent({ "content-type": "text/plain" }), ok, TYPE],
  ["reports a body without a media type", sent({}), ok, TYPE],
]);

const SCHEMA = "/components/schemas/CrateUpdate";
const NAME = `${SCHEMA}/properties/name`;
const BODY = "/request/body";
const withBody = { ...get("/crates/7", form), body: "a=1" };
testRule("request-body", [
  ["accepts a valid body", put({ name: "lid" }), ok],
  ["reports a required body that is missing", bare("PUT"), ok, `${PUT_BODY} ${BODY}`],
  ["reports a required body that is empty", { ...put({}), body: "" }, ok, `${PUT_BODY} ${BODY}`],
  ["reports a body where the contract has none", withBody, ok, `${CRATE}/get ${BODY}`],
  ["reports no JSON", { ...put({}), body: "{name" }, ok, `${PUT_BODY}/content/application~1json ${BODY}`],
  ["reports a missing property at its place", put({}), ok, `${SCHEMA}/required ${BODY}/name`],
  ["reports a value that is too long", put({ name: "123456789" }), ok, `${NAME}/maxLength ${BODY}/name`],
  ["reports an unknown property", put({ name: "lid", "a/b": 1 }), ok, `${SCHEMA}/additionalProperties ${BODY}/a~1b`],
  ["accepts a form", refresh(), tokens],
]);

test("a repeated field of a form is a list", () => {
  const found = check(refresh("grant_type=refresh_token&grant_type=x"), tokens).map(({ contract }) => contract);
  expect(found).toContain("/components/schemas/Grant/properties/grant_type/type");
});

const AT = "/request/headers/authorization";
const by = (authorization: string) => get("/crates/7", { authorization });
testRule("request-security", [
  ["accepts a bearer token", by("Bearer abc.def-_~+/=="), ok],
  ["accepts a token with characters beyond RFC 6750, as frameworks make them", by("Bearer 1|abc"), ok],
  ["accepts a scheme in lower case", by("bearer abc"), ok],
  ["accepts no token where none is required", refresh(), tokens],
  ["reports a missing token", bare("GET", { "crate-key": "k" }), ok, `/security ${AT}`],
  ["reports another scheme", by("Basic YTpi"), ok, `/security ${AT}`],
  ["reports an invalid token", by("Bearer a b"), ok, `/security ${AT}`],
  ["reports a token where none is allowed", refresh(undefined, token), tokens, `/paths/~1token/post/security ${AT}`],
]);

test("messages repeat neither the query nor the token, since they may be secrets", () => {
  expect(check(get("/crates?key=hidden"), ok)[0]?.message).not.toContain("hidden");
  expect(check(by("Basic hidden"), ok)[0]?.message).not.toContain("hidden");
});
