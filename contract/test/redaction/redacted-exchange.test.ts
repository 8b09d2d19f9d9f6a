import { describe, expect, test } from "vitest";
import type { Exchange } from "../../src/exchange/exchange.js";
import { loadContract } from "../../src/model/load-contract.js";
import { redactedExchange } from "../../src/redaction/redacted-exchange.js";

const contract = loadContract();
const SECRET = 'k3y/+with "all" sorts & more';

const call = (request: Partial<Exchange["request"]>, response: Partial<Exchange["response"]> = {}): Exchange => ({
  // No test passes both a path and a URL.
  request: { method: "GET", path: "/users/me", ...request } as Exchange["request"],
  response: { status: 200, ...response },
});
const text = (exchange: Exchange, secrets: readonly string[] = []) =>
  JSON.stringify(redactedExchange(exchange, secrets, { contract }));

describe("a redacted exchange", () => {
  test.each([
    ["Bearer very-secret-token", "Bearer [redacted]"],
    ...["Bearer", "Bearer ", "basic"].map((none) => [none, none]),
    ["half-a-secret other-half", "[redacted]"],
  ])(
    "keeps the known scheme of Authorization, but not the credentials, nor where they are repeated: %j",
    (sent, kept) => {
      const { request, response } = redactedExchange(call({ headers: { Authorization: sent } }, { body: sent }));
      expect([request.headers, response.body]).toEqual([[["Authorization", kept]], kept]);
    },
  );

  test("keeps the names of cookies and their attributes, sent and received", () => {
    const sent = { headers: new Headers({ cookie: "a=first-cookie; b=second=x" }) };
    const { request, response } = redactedExchange(call(sent, { headers: [["Set-Cookie", "sid=abc; HttpOnly"]] }));
    expect(request.headers).toEqual([["cookie", "a=[redacted]; b=[redacted]"]]);
    expect(response.headers).toEqual([["Set-Cookie", "sid=[redacted]; HttpOnly"]]);
  });

  test("has no credentials in the URL", () => {
    const exchange = call({ path: "/a?access_token=t0ken-t0ken&limit=5&x=1?client%5Fsecret=s3cret" });
    const clean = "/a?access_token=[redacted]&limit=5&x=1?client%5Fsecret=[redacted]";
    expect(redactedExchange(exchange).request.path).toBe(clean);
    const url = "https://me:pa55word@api.example/2.0/a#access_token=abc";
    const { request } = redactedExchange({ request: { method: "GET", url }, response: { status: 200 } });
    expect(request.url).toBe("https://[redacted]@api.example/2.0/a#access_token=[redacted]");
  });

  test.each([
    ["https://login.example/cb?code=[redacted]&state=x#token=[redacted]", "/cb?code=9f-code-9f&state=x#token=9f-token"],
    ["https://[redacted]@login.example/?next=/a", "https://me:pa55word@login.example/?next=/a"],
    ["https://files.example/1?X-Amz-Signature=[redacted]&sig=[redacted]", "/1?X-Amz-Signature=0a1b2c3d&sig=0a1b2c3d"],
  ])("has no code, signature or password in the address of a redirect: %s", (kept, sent) => {
    const Location = sent.startsWith("/") ? `${new URL(kept).origin}${sent}` : sent;
    expect(redactedExchange(call({}, { headers: { Location } })).response.headers).toEqual([["Location", kept]]);
  });

  test("has no password of a shared link in a header of any name", () => {
    const value = "shared_link=https%3A%2F%2Fcontent.example%2Fs%2Fx&shared_link_password=correct%2Dhorse";
    const exchange = call({ headers: { "My-Own-Api": value } }, { body: "not correct-horse" });
    const { request, response } = redactedExchange(exchange);
    expect(request.headers).toEqual([["My-Own-Api", `${value.split("password=")[0]}password=[redacted]`]]);
    expect(response.body).toBe("not [redacted]");
  });

  test.each<object>([
    { type: "string", format: "password" },
    { type: "array", items: { type: "string", format: "password" } },
    { type: "object", additionalProperties: { format: "password" } },
    { $ref: "#/components/schemas/Pins" },
  ])("has no secrets that the contract marks in %j, and keeps the formatting of the body", (pins) => {
    const Pins = { anyOf: [{ items: { $ref: "#/components/schemas/Pins" } }, { type: "string", format: "password" }] };
    const schemas = { Pins, Door: { properties: { pin_codes: pins, names: { items: { type: "string" } } } } };
    // The redaction uses only these two members.
    const marked = { document: { components: { schemas } }, operations: [] } as unknown as typeof contract;
    const clean = '{\n  "pin_codes" : ["[redacted]","[redacted]"],"names":["hall"]}';
    const body = '{\n  "pin_codes" : ["12\\"34",5678],"names":["hall"]}';
    expect(redactedExchange(call({ body }), [], { contract: marked }).request.body).toBe(clean);
    expect(redactedExchange(call({ body })).request.body).toBe(body);
  });

  test("has no secrets in truncated or nested JSON, in numbers, and under escaped names", () => {
    const cut = redactedExchange(call({}, { body: '{"type":"x","access_token":"abcdef' }));
    expect(cut.response.body).toBe('{"type":"x","access_token":"[redacted]"');
    expect(text(call({}, { body: '{"shared_link":{"p\\u0061ssword":"open-sesame"},"n":1}' }))).not.toContain("sesame");
    expect(text(call({}, { body: '{"password":12345678.5}' }))).not.toContain("1234");
    const listed = '{"client_secret":["listed-secret",{"deep":"deeper-secret"}]}';
    expect(text(call({}, { body: listed }))).not.toMatch(/listed|deeper/);
    const short = '{"password":["a1",{"b":"c3","d":[5]},null],"e":["f6"]}';
    const hidden = '{"password":["[redacted]",{"b":"[redacted]","d":["[redacted]"]},null],"e":["f6"]}';
    expect(redactedExchange(call({}, { body: short })).response.body).toBe(hidden);
    expect(redactedExchange(call({}, { body: '{"password":["a1", "b2' })).response.body).toMatch(/^[^\d]*$/);
  });

  test("keeps null, booleans, and values with similar names", () => {
    const body = '{"password":null,"is_password_enabled":true,"next_marker":"abc","token_type":"bearer","code":"bad"}';
    expect(redactedExchange(call({}, { body }), [], { contract }).response.body).toBe(body);
  });

  describe("at the token server", () => {
    const form = "grant_type=refresh_token&client_id=app-number-1&client_secret=s3cret&refresh_tokn=mistyped-token";
    const token = (body: string): Exchange =>
      call({ method: "POST", path: "/oauth2/token", body: form }, { body, headers: { "x-echo": "mistyped-token" } });

    test("keeps status values and replaces all others, under any name", () => {
      const received = token('{"acess_token":"abc","expires_in":3600,"token_type":"bearer"}');
      const { request, response } = redactedExchange(received);
      const fields = ["client_id", "client_secret", "refresh_tokn"].map((name) => `&${name}=[redacted]`);
      expect(request.body).toBe(`grant_type=refresh_token${fields.join("")}`);
      expect(response.body).toBe('{"acess_token":"[redacted]","expires_in":3600,"token_type":"bearer"}');
      expect(response.headers).toEqual([["x-echo", "[redacted]"]]);
    });

    test("replaces a whole body that cannot be parsed", () => {
      expect(redactedExchange(token("your token is abc")).response.body).toBe("[redacted]");
      expect(redactedExchange(token('{"access_token": "abc')).response.body).toBe("[redacted]");
    });
  });

  test("is the same when redacted again", () => {
    const headers = { authorization: "Bearer abcdefgh", cookie: "a=b" };
    const sent = { headers, path: "/x?token=abcdefghi", body: '{"password":"12345678"}' };
    const exchange = call(sent, { body: `{"a":"${SECRET.replaceAll('"', '\\"')}"}` });
    const once = redactedExchange(exchange, [SECRET], { contract });
    expect(redactedExchange(once, [SECRET], { contract })).toEqual(once);
  });
});

describe("a secret in another spelling", () => {
  const secret = 'kü/8+x y"z\\t%41&<q';
  const escaped = [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
  const percent = [...Buffer.from(secret)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  test.each(
    Object.entries({
      "as it is": secret,
      "as JSON": JSON.stringify(secret).slice(1, -1),
      "as JSON with slashes": JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
      "as JSON in upper case": escaped.toUpperCase().replaceAll("\\U", "\\u"),
      "as JSON in ASCII": escaped,
      "as JSON in JSON": JSON.stringify(escaped).slice(1, -1),
      "percent-encoded": encodeURIComponent(secret),
      "percent-encoded in lower case": percent,
      "percent-encoded twice": encodeURIComponent(percent),
      "as a form": new URLSearchParams({ a: secret }).toString().slice(2),
      "percent-encoded in JSON": JSON.stringify(percent.replaceAll("%", "\\u0025")).slice(1, -1),
      "in HTML": secret
        .replaceAll("&", "&amp;")
        .replaceAll("<", "&lt;")
        .replaceAll('"', "&#34;")
        .replaceAll("/", "&#x2F;"),
      "in base64": Buffer.from(`user:${secret}`).toString("base64"),
      "in base64 for URLs": Buffer.from(`us:${secret}`).toString("base64url"),
      "in base64, percent-encoded": encodeURIComponent(Buffer.from(`u:${secret}`).toString("base64")),
    }),
  )("%s is replaced, and nothing beside it", (_, spelled) => {
    const exchange = {
      request: { method: "GET", path: "/a", headers: { "x-echo": `before ${spelled} after` } },
      response: { status: 200, body: `before (${spelled}) after` },
    };
    const { request, response } = redactedExchange(exchange, [secret]);
    expect(response.body).toBe("before ([redacted]) after");
    expect(request.headers).toEqual([["x-echo", "before [redacted] after"]]);
  });
});
