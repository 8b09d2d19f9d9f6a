import { describe, expect, test } from "vitest";
import { checkHar } from "../../src/har/check-har.js";

const BASE = "https://api.service.example/2.0";
const TYPE = { name: "Content-Type", value: "application/json" };
const TOKEN = { name: "Authorization", value: "Bearer very-secret-token" };

/** One entry, as a browser writes it; what is given replaces parts of it. */
function entry(url: string, { request = {}, response = {} } = {}) {
  const text = '{"type":"user","id":"1003"}';
  const content = { mimeType: "application/json", size: text.length, text };
  return {
    request: { method: "GET", url, headers: [{ name: ":path", value: "/" }, TOKEN], ...request },
    response: { status: 200, headers: [TYPE], content, ...response },
  };
}
const harOf = (...entries: unknown[]) => ({ log: { version: "1.2", creator: {}, entries } });
const me = (parts?: Parameters<typeof entry>[1]) => entry(`${BASE}/users/me?fields=id`, parts);
const refreshed = (sent: object, response: object) => {
  const postData = { mimeType: "application/x-www-form-urlencoded", ...sent };
  return entry("https://auth.service.example/oauth2/token", {
    ...{ request: { method: "POST", headers: [], postData }, response },
  });
};
const findingsOf = (har: unknown, options?: Parameters<typeof checkHar>[1]) =>
  checkHar(har, options).report.checks.flatMap(({ findings }) => findings.map(({ rule, at }) => `${rule} ${at}`));

describe("a recording", () => {
  test("of a service that holds the contract has no violations, whatever else was called", () => {
    const { report, skipped, addresses } = checkHar(
      harOf(me(), entry("https://elsewhere.example/pixel.gif"), entry("https://api.service.example/login")),
      { subject: "calls.har", now: () => 0 },
    );
    expect(addresses.baseUrl).toBe(BASE);
    expect(skipped).toEqual({ elsewhere: 2, withoutResponse: 0, multipart: 0 });
    expect(report).toMatchObject({ subject: "calls.har", source: "har", exchanges: 1, leftBehind: [] });
    expect(report.checks.find(({ outcome }) => outcome === "passed")?.id).toBe("getCurrentUser/traffic");
    expect(report.checks.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  test("shows what differs, each kind a few times and counted, and never a token", () => {
    const wrong = me({ response: { content: { text: '{"type":"user","id":1003}' } } });
    const { report } = checkHar(harOf(...Array.from({ length: 12 }, () => wrong)));
    const findings = report.checks.flatMap((check) => check.findings);
    expect(findings.map(({ rule }) => rule)).toEqual(Array.from({ length: 5 }, () => "response-body"));
    expect(findings.at(-1)?.message).toMatch(/ \(and 7 more like it\)$/);
    const title = "12 of 12 calls of getCurrentUser with contract violations";
    expect(report.checks.find(({ outcome }) => outcome === "failed")?.title).toBe(title);
    expect(JSON.stringify(report)).not.toContain("very-secret");
  });

  test("shows no secret that another call carries, before or after", () => {
    const text = "grant_type=refresh_token&client_id=c&client_secret=the%2Fclient-secret&refresh_token=refresh-token-1";
    const tokens = '{"access_token":"access-token-2","refresh_token":"refresh-token-2","expires_in":60}';
    const refresh = refreshed({ text }, { content: { text: tokens } });
    const said = "the/client-secret refresh-token-1 access-token-2";
    const wrong = me({ response: { content: { text: JSON.stringify({ type: "user", id: 1003, name: said }) } } });
    const unknown = entry(`${BASE}/nowhere/refresh-token-2`);
    const { report } = checkHar(harOf(wrong, unknown, refresh, wrong, unknown));
    expect(report.checks.flatMap(({ findings }) => findings).length).toBeGreaterThan(3);
    expect(JSON.stringify(report)).not.toMatch(/client-secret|refresh-token|access-token/);
  });

  test("counts a wrong call below the base address as a violation", () => {
    expect(findingsOf(harOf(me(), entry(`${BASE}/user/me`)))).toEqual(["operation-known /request/url"]);
  });
});

describe("a body of a recording", () => {
  test("that was sent as the fields of a form is one", () => {
    const params = [
      { name: "grant_type", value: "refresh_token" },
      { name: "client_id", value: "an id & more" },
      { name: "client_secret", value: "s" },
    ];
    const text = '{"error":"invalid_request","error_description":"No token."}';
    const exchange = refreshed({ params }, { status: 400, content: { text } });
    expect(findingsOf(harOf(me(), exchange))).toEqual(["request-body /request/body/refresh_token"]);
  });

  test("that holds files is left out, and counted", () => {
    const upload = me({ request: { method: "POST", postData: { mimeType: "multipart/form-data; boundary=x" } } });
    expect(checkHar(harOf(me(), upload)).skipped.multipart).toBe(1);
    expect(findingsOf(harOf(me(), upload))).toEqual([]);
  });

  const CUT = { size: 407, mimeType: "application/json", text: '{ "id": "10' };
  test("that was not recorded is not held to be missing", () => {
    const har = harOf(me({ response: { content: { size: 5_000_000 } } }));
    expect(findingsOf(har)).toEqual([]);
    expect(checkHar(har).withoutBody).toBe(1);
    expect(checkHar(har).report.notes).toEqual([expect.stringContaining("1 exchange had a body that was not checked")]);
    // As recorders write what they omit, keep in files beside the recording, or cut.
    const beside = { size: -1, _file: "a.json" };
    for (const content of [{ size: 407 }, { size: -1 }, beside, {}, { size: 407, text: "" }, CUT]) {
      const omitted = me({ response: { content } });
      expect([findingsOf(harOf(omitted)), checkHar(harOf(omitted)).withoutBody]).toEqual([[], 1]);
    }
    const posted = entry(`${BASE}/tasks`, {
      request: { method: "POST", bodySize: 79, postData: { mimeType: "application/json", text: "", params: [] } },
      response: { status: 500, content: { size: -1 } },
    });
    expect([findingsOf(harOf(posted)), checkHar(harOf(posted)).withoutRequestBody]).toEqual([[], 1]);
    const none = checkHar(harOf(me({ response: { status: 304, headers: [], content: { size: -1 } } })));
    expect(none.withoutBody).toBe(0);
    const empty = { ...posted, request: { ...posted.request, bodySize: 0 } };
    expect(findingsOf(harOf(empty))).toEqual(["request-body /request/body"]);
    // Nothing came, and something had to.
    const nothing = me({ response: { content: { size: 0, text: "" } } });
    expect(findingsOf(harOf(nothing))).toEqual(["response-body /response/body"]);
  });
});

test("calls without a response, and what a browser asks before a call, are passed over", () => {
  const blocked = me({ response: { status: 0, headers: [] } });
  const asked = me({
    request: { method: "OPTIONS", headers: [{ name: "Access-Control-Request-Method", value: "GET" }] },
    response: { status: 204, headers: [], content: {} },
  });
  const { skipped, report } = checkHar(harOf(me(), blocked, { request: me().request }, asked));
  expect(skipped).toEqual({ elsewhere: 1, withoutResponse: 2, multipart: 0 });
  expect(report.exchanges).toBe(1);
});

test("a recorder that removes every token is no reason to miss them; one token that is missing is", () => {
  const without = me({ request: { headers: [] } });
  expect(findingsOf(harOf(without, without))).toEqual([]);
  expect(checkHar(harOf(without)).tokensRemoved).toBe(true);
  expect(findingsOf(harOf(me(), without))).toEqual(["request-security /request/headers/authorization"]);
});

describe("the base address", () => {
  test("is the one under which most operations were called", () => {
    const other = entry("https://elsewhere.example/api/users/me?fields=id");
    const addresses = checkHar(harOf(other, me(), entry(`${BASE}/metadata_templates/enterprise`))).addresses;
    expect(addresses).toEqual({ baseUrl: BASE });
  });

  test("has to be given when calls fit several, or none", () => {
    const other = entry("https://elsewhere.example/api/users/me");
    const addresses = "https://elsewhere.example/api, https://api.service.example/2.0";
    expect(() => checkHar(harOf(other, me()))).toThrow(`match several base addresses: ${addresses}.`);
    expect(() => checkHar(harOf(entry("https://elsewhere.example/")))).toThrow(/No recorded call matches the contract/);
    expect(checkHar(harOf(other, me()), { baseUrl: `${BASE}/` }).report.exchanges).toBe(1);
  });

  test("is found in any spelling of the host", () => {
    const shouted = entry("https://API.Service.Example:443/2.0/users/me?fields=id");
    expect(checkHar(harOf(shouted), { baseUrl: BASE }).report.exchanges).toBe(1);
  });
});

test.each([
  ["no log", {}, "log.entries is missing"],
  ["an entry without a request", harOf({}), "log.entries[0].request has no method and url"],
  ["a response without a status", harOf(me({ response: { status: "200" } })), "log.entries[0].response has no status"],
])("what is no HAR is rejected with its place: %s", (_, har, message) => {
  expect(() => checkHar(har)).toThrow(new TypeError(`Not a HAR file: ${message}`));
});
