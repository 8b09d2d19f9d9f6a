import type { IncomingMessage } from "node:http";
import { AuthError, createClient } from "content-service-client";
import fc from "fast-check";
import { expect, it } from "vitest";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { json, scriptedFetch, user } from "../support/scripted-fetch.js";
import { serve } from "../support/serve.js";
import { check } from "./support/check.js";
import { anyText, isWhole, latin1Text, visibleText } from "./support/texts.js";

const value = fc.oneof(
  { weight: 8, arbitrary: latin1Text.map((text) => text.replaceAll(/[^ -~\x80-\xff]/g, "")) },
  { weight: 1, arbitrary: latin1Text },
  { weight: 1, arbitrary: anyText },
);

/** What a header can carry as it is (RFC 9110 section 5.5): no controls but the tab, and no blanks around it. */
const isHeaderValue = (text: string) => /^[\t -~\x80-\xff]+$/.test(text) && text.trim() === text;

/** Expects that a call throws a `TypeError`, and that nothing was sent. */
async function expectUnsent(call: Promise<unknown>, sent: readonly unknown[]): Promise<void> {
  expect(await errorOf(call)).toBeInstanceOf(TypeError);
  expect(sent).toEqual([]);
}

/** The headers of a request as they came over the wire, in order and with their repeats. */
function received({ rawHeaders }: IncomingMessage): [name: string, value: string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    `${rawHeaders[2 * index]}`.toLowerCase(),
    `${rawHeaders[2 * index + 1]}`,
  ]);
}

it("header values arrive over a socket byte for byte, and add no header or request, or throw a TypeError", async () => {
  const server = await serve((_, response) => response.end('{"type":"file","id":"4001"}'));
  const client = createClient({ baseUrl: `${server.url}/2.0`, auth: "access-token", brandHeader: "X-Brand" });
  await client.asUser("a").findSharedItem({ header: { ServiceApi: "a", "If-None-Match": "a" } });
  const [plain] = server.requests.splice(0);
  if (!plain) return expect.fail("the first request is missing");
  const names = received(plain).map(([name]) => name);
  const property = fc.asyncProperty(value, value, value, async (ServiceApi, etag, userId) => {
    server.requests.length = 0;
    const header = { ServiceApi, "If-None-Match": etag };
    const call = async () => client.asUser(userId).findSharedItem({ header });
    if (![ServiceApi, etag, userId].every(isHeaderValue)) return expectUnsent(call(), server.requests);
    await call();
    expect(server.requests).toHaveLength(1);
    const all = server.requests.flatMap(received);
    expect(all.map(([name]) => name)).toEqual(names);
    const sent = Object.fromEntries(all);
    expect([sent["x-brand"], sent["if-none-match"], sent["as-user"]]).toEqual([ServiceApi, etag, userId]);
  });
  await check(property);
});

const anyId = fc.oneof(
  { weight: 6, arbitrary: anyText },
  { weight: 1, arbitrary: fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }) },
);

const isSegment = (id: unknown) => typeof id === "string" && !["", ".", ".."].includes(id) && isWhole(id);

it("ids in a path each stay in their own segment, or throw a TypeError and nothing is sent", async () => {
  const property = fc.asyncProperty(anyId, anyId, anyId, fc.boolean(), async (file_id, scope, template_key, plain) => {
    const { client, fetch } = clientWith(scriptedFetch(() => json({ $id: "1" })));
    const ids = [file_id, scope, template_key];
    // Plain JavaScript can pass anything.
    const path = { file_id, scope, template_key } as { file_id: string; scope: string; template_key: string };
    const call = plain
      ? client.http.GET("/files/{file_id}/metadata/{scope}/{template_key}", { params: { path } })
      : client.getFileMetadata({ path });
    if (!ids.every(isSegment)) return expectUnsent(call, fetch.sent);
    await call;
    expect(fetch.sent).toHaveLength(1);
    const { origin, pathname, search, hash } = new URL(fetch.sent[0]?.url ?? "");
    expect({ origin, search, hash }).toEqual({ origin: "https://api.content.example", search: "", hash: "" });
    const segments = pathname.split("/").map(decodeURIComponent);
    expect(segments).toEqual(["", "2.0", "files", file_id, "metadata", scope, template_key]);
  });
  await check(property);
});

it("query parameters arrive unchanged, each under its own name, or throw a TypeError and nothing is sent", async () => {
  const property = fc.asyncProperty(anyText, anyText, fc.integer(), async (policy_id, file_name, limit) => {
    const { client, fetch } = clientWith(scriptedFetch(() => json({ entries: [], limit: 1 })));
    const query = { policy_id, file_name, limit };
    const call = client.listFileVersionRetentions({ query });
    if (!isWhole(policy_id) || !isWhole(file_name)) return expectUnsent(call, fetch.sent);
    await call;
    const { origin, pathname, search, hash } = new URL(fetch.sent[0]?.url ?? "");
    expect(`${origin}${pathname}${hash}`).toBe("https://api.content.example/2.0/file_version_retentions");
    expect([...new URLSearchParams(search)]).toEqual(Object.entries({ ...query, limit: `${limit}` }));
  });
  await check(property);
});

const anyToken = fc.oneof(anyText, latin1Text, visibleText);

it("an access token is sent unchanged and alone, or is rejected before anything is sent", async () => {
  const anything = fc.oneof({ weight: 3, arbitrary: anyToken }, { weight: 1, arbitrary: fc.anything() });
  const ways = fc.constantFrom("is given", "returns", "resolves", "throws", "rejects");
  const property = fc.asyncProperty(anything, ways, async (given, way) => {
    const fetch = scriptedFetch(user);
    const source = () => {
      if (way === "throws") throw given;
      if (way === "rejects") return Promise.reject(given);
      // Plain JavaScript can give anything.
      return (way === "returns" ? given : Promise.resolve(given)) as string;
    };
    // A function in place of a token is another way to give one.
    fc.pre(way !== "is given" || typeof given !== "function");
    const auth = way === "is given" ? (given as string) : source;
    const call = async () => createClient({ baseUrl, auth, fetch }).getCurrentUser();
    if (typeof given === "string" && /^[\x21-\x7e]+$/.test(given) && !/throws|rejects/.test(way)) {
      await call();
      expect(fetch.sent.map(({ url }) => url)).toEqual([`${baseUrl}/users/me`]);
      const userAgent = ["user-agent", expect.any(String)];
      expect([...(fetch.sent[0]?.headers ?? [])]).toEqual([["authorization", `Bearer ${given}`], userAgent]);
    } else {
      expect(await errorOf(call())).toBeInstanceOf(way === "is given" ? TypeError : AuthError);
      expect(fetch.sent).toEqual([]);
    }
  });
  await check(property);
});
