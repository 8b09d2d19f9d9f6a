import type { Client } from "content-service-client";
import { describe, expect, it } from "vitest";
import { read as readFile } from "../../support/repository.js";
import { clientWith, errorOf } from "../support/client-with.js";
import { cut, json, never, type Reply, reply, reset, scriptedFetch, status, user } from "../support/scripted-fetch.js";

const conflict = (body: string) => reply(body, 409);

/** The failures of the table in `docs/retries.md`, which says how often a request is sent. */
const failures: Readonly<Record<string, Reply>> = {
  "a connection reset": reset,
  "a timeout": never,
  "an incomplete response: the connection closes within the body": cut(),
  "429 with Retry-After": status(429, { "retry-after": "1" }),
  "429 with a Retry-After above the maximum": status(429, { "retry-after": "61" }),
  "500 with Retry-After": status(500, { "retry-after": "1" }),
  "503 with Retry-After": status(503, { "retry-after": "1" }),
  "503 with an invalid Retry-After": status(503, { "retry-after": "soon" }),
  "503 with a Retry-After above the maximum": status(503, { "retry-after": "61" }),
  "409 operation_blocked_temporary": conflict('{"code":"operation_blocked_temporary"}'),
  "409 operation_blocked_temporary, with whitespace in the JSON": conflict('{ "code" :"operation_blocked_temporary" }'),
  "409 with another code, or without one": conflict('{"code":"item_name_in_use"}'),
  "409 with a null body": conflict("null"),
  "409 with an HTML body": conflict("<p>operation_blocked_temporary</p>"),
  "400 operation_blocked_temporary": () => json({ code: "operation_blocked_temporary" }, 400),
  "302": status(302, { location: "/elsewhere" }),
  "400 with Retry-After": status(400, { "retry-after": "1" }),
};
const rows = [...readFile("docs/retries.md").matchAll(/^\| (.+) \| (?:up to )?([14]) \| (?:up to )?([14]) \|$/gm)];
const cases = Object.keys(failures).filter((failure) => /^400|null|HTML/.test(failure));
const rules = [
  ...rows.flatMap(([, failures = "", idempotent, other]) =>
    failures.split(/, (?=\d)/).map((failure) => [failure, Number(idempotent), Number(other)] as const),
  ),
  // Cases of the rows.
  ["409 operation_blocked_temporary, with whitespace in the JSON", 4, 4] as const,
  ...cases.map((failure) => [failure, 1, 1] as const),
];

type CallOf = (client: Client) => Promise<unknown>;

const query = { from: "enterprise_7001.contract", ancestor_folder_id: "0", limit: 20 };
const http = (method: "HEAD" | "OPTIONS" | "PATCH"): CallOf => {
  // These methods stand in no path of the contract, so only the untyped door takes them.
  return (client) => (client.http[method] as (path: string) => Promise<unknown>)("/users/me");
};
const read: CallOf = (client) => client.getCurrentUser();
const create: CallOf = (client) =>
  client.createWebLink({ body: { url: "https://example.com/", parent: { id: "3001" } } });
const calls: [string, CallOf, attempts: 1 | 4][] = [
  ["GET", read, 4],
  ["PUT", (client) => client.updateFile({ path: { file_id: "4001" }, body: { name: "lease.pdf" } }), 4],
  ["DELETE", (client) => client.deleteUser({ path: { user_id: "1004" } }), 4],
  ["HEAD", http("HEAD"), 4],
  ["OPTIONS", http("OPTIONS"), 4],
  ["a POST that only reads (x-reads)", (client) => client.queryMetadata({ body: query }), 4],
  ["a POST which reads, by path", (client) => client.http.POST("/metadata_queries/execute_read", { body: query }), 4],
  ["POST", create, 1],
  ["PATCH", http("PATCH"), 1],
];

/** The requests that a call sends when each of them fails in the same way. */
async function attemptsOf(call: CallOf, reply: Reply): Promise<number> {
  const { client, clock, fetch } = clientWith(scriptedFetch(reply));
  // Only the number of requests counts here; what the call ends with is in errors.test.ts.
  await clock.run(call(client)).catch(() => undefined);
  expect(clock.pending()).toBe(0);
  return fetch.sent.length;
}

it.each(rules)("after %s a request is sent as often as is safe [GC-16]", async (failure, idempotent, other) => {
  const reply =
    failures[failure] ?? (/^\d{3}$/.test(failure) ? status(Number(failure)) : expect.fail("unknown failure"));
  expect([await attemptsOf(read, reply), await attemptsOf(create, reply)]).toEqual([idempotent, other]);
});

it.each(calls)("%s is sent again only if it is idempotent", async (_, call, attempts) => {
  expect(await attemptsOf(call, status(500))).toBe(attempts);
});

it("docs/retries.md has a row for each failure", () => {
  expect(rules.map(([failure]) => failure)).toEqual(expect.arrayContaining(Object.keys(failures)));
});

describe("a retried request", () => {
  it("returns the result of the last attempt, and sends the same body and headers each time", async () => {
    const fetch = scriptedFetch(reset, status(500), () => json({ type: "file", id: "4001", name: "lease-2.pdf" }));
    const { client, clock } = clientWith(fetch);
    const body = { name: "lease-2.pdf" };
    const file = await clock.run(client.updateFile({ path: { file_id: "4001" }, header: { "If-Match": "1" }, body }));
    expect(file.name).toBe("lease-2.pdf");
    const sent = fetch.sent.map(({ headers, body }) => [body, headers.get("if-match"), headers.get("content-type")]);
    expect(sent).toEqual(Array(3).fill([JSON.stringify(body), "1", "application/json"]));
  });

  it("names the query as a possible cause of a 5xx, and of no other error [ER-33]", async () => {
    const { client } = clientWith(scriptedFetch(status(500), status(400), status(500)), { retry: false });
    const search = () => client.queryMetadata({ body: query });
    await expect(search()).rejects.toThrow("queryMetadata: 500 (the query may be at fault) (POST");
    await expect(search()).rejects.toThrow("queryMetadata: 400 (POST");
    await expect(client.getCurrentUser()).rejects.toThrow("getCurrentUser: 500 (GET");
  });
});

describe("the retry budget", () => {
  it("allows one retry for each five calls, after the first hundred retries", async () => {
    const { client, clock, fetch } = clientWith(scriptedFetch(status(503)));
    for (let call = 0; call < 201; call += 1) await clock.run(client.getCurrentUser()).catch(() => {});
    // The calls, the hundred in stock, and a fifth for each call but the first, which found the stock full.
    expect(fetch.sent).toHaveLength(201 + 100 + 40);
  });

  it("is shared by concurrent calls, and by the clients for other users", async () => {
    const { client, clock, fetch } = clientWith(scriptedFetch(reset), { retry: { budget: 5 } });
    const calls = Array.from({ length: 4 }, (_, index) => client.asUser(`100${index}`).getCurrentUser());
    await clock.run(Promise.allSettled(calls));
    expect(fetch.sent).toHaveLength(4 + 5);
  });

  it("rejects with the first failure when empty, and regains a retry after five calls", async () => {
    const fetch = scriptedFetch(status(500), status(500), user, user, user, user, status(500), user);
    const { client, clock } = clientWith(fetch, { retry: { budget: 1, maxAttempts: 2 } });
    await expect(clock.run(client.getCurrentUser())).rejects.toMatchObject({ status: 500, attempts: 2 });
    for (let call = 0; call < 4; call += 1) await client.getCurrentUser();
    // The fifth call makes the repeat whole again, and takes it.
    expect(await clock.run(client.getCurrentUser())).toMatchObject({ id: "1001" });
    expect(fetch.sent).toHaveLength(8);
  });

  it("does not grow beyond its size", async () => {
    const fetch = scriptedFetch(...([user, user, user, user, user, user] as const), status(500));
    const { client, clock } = clientWith(fetch, { retry: { budget: 1 } });
    for (let call = 0; call < 6; call += 1) await client.getCurrentUser();
    await clock.run(client.getCurrentUser()).catch(() => {});
    expect(fetch.sent).toHaveLength(6 + 2);
  });

  it("does not count retries that the service requests", async () => {
    const asked = status(429, { "retry-after": "1" });
    const fetch = scriptedFetch(asked, asked, asked, user, asked, asked, asked, user, status(500), user);
    const { client, clock } = clientWith(fetch, { retry: { budget: 1 } });
    for (let call = 0; call < 3; call += 1) await clock.run(client.getCurrentUser());
    expect(fetch.sent).toHaveLength(10);
  });
});

describe("the interval between requests", () => {
  const interval = { requestIntervalMs: 100 };
  /** Records when each request starts. */
  const timed = (reply: Reply) => {
    const startedMs: number[] = [];
    const made = clientWith(
      scriptedFetch((...args) => {
        startedMs.push(made.clock.elapsedMs());
        return reply(...args);
      }),
      interval,
    );
    return { ...made, startedMs };
  };

  it("is kept by parallel calls, retries and derived clients, and costs no time after a pause [CL-1]", async () => {
    const { client, clock, startedMs } = timed((_, index) => (index === 0 ? json({}, 503) : json({})));
    const clients = [client, client.asUser("1002"), client.with({ timeoutMs: 1000 })];
    await clock.run(Promise.all(clients.map((one) => one.getCurrentUser())));
    await clock.advance(500);
    await client.getCurrentUser();
    // The retry of the first one is last.
    expect(startedMs).toEqual([0, 100, 200, 300, 800]);
  });

  it("fails a call at once whose turn is after its timeout or deadline, and takes no turn for it [CL-1]", async () => {
    const { client, clock, startedMs } = timed(() => json({}));
    const rest = [client.getCurrentUser(), client.getCurrentUser()];
    const late = errorOf(client.with({ totalTimeoutMs: 199 }).updateFile({ path: { file_id: "4001" }, body: {} }));
    const message = expect.stringContaining("no turn within 199 ms");
    expect(await late).toMatchObject({ scope: "call", timeoutMs: 199, mayBeApplied: false, message });
    expect(clock.elapsedMs()).toBe(0);
    await clock.run(Promise.all([...rest, client.getCurrentUser()]));
    expect(startedMs).toEqual([0, 100, 200]);
  });

  it("ends with the signal of a call that waits, and gives its turn to those behind it [CL-1]", async () => {
    const { client, clock, startedMs } = timed(() => json({}));
    const controller = new AbortController();
    const { signal } = controller;
    await client.getCurrentUser();
    const canceled = [1, 2, 3].map(() => errorOf(client.getCurrentUser({ signal })));
    const behind = [client.getCurrentUser(), client.getCurrentUser()];
    const alone = errorOf(client.getCurrentUser({ signal }));
    await clock.advance(50);
    controller.abort(new Error("canceled"));
    await clock.run(Promise.all(behind));
    expect(startedMs).toEqual([0, 100, 200]);
    expect(await Promise.all([...canceled, alone])).toEqual(Array(4).fill(new Error("canceled")));
    await clock.run(client.with({ totalTimeoutMs: 150 }).getCurrentUser());
    expect(startedMs.at(-1)).toBe(300);
  });
});

describe("mayBeApplied", () => {
  const put: CallOf = (client) =>
    client.updateFile({ path: { file_id: "4001" }, header: { "If-Match": "1" }, body: {} });
  const post: CallOf = (client) =>
    client.createTask({ body: { item: { type: "file", id: "4001" }, action: "review" } });
  const search: CallOf = (client) => client.queryMetadata({ body: query });
  const hiddenRedirect = () => Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" });
  const failed = (code: string) => () => {
    throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  };

  it.each<[string, CallOf, Reply[], boolean, number]>([
    ["a 412 after a lost response", put, [reset, status(412)], true, 2],
    ["a 412 after a 429", put, [status(429), status(412)], false, 2],
    ["a 412 after a refused connection", put, [failed("ECONNREFUSED"), status(412)], false, 2],
    ["a 412 at once", put, [status(412)], false, 1],
    ["a POST with a lost response", post, [reset], true, 1],
    ["a POST that timed out", post, [never], true, 1],
    ["a POST with a refused connection", post, [failed("ECONNREFUSED")], false, 1],
    ["a POST to a server with an invalid certificate", post, [failed("DEPTH_ZERO_SELF_SIGNED_CERT")], false, 1],
    ["a POST with a success that is not JSON", post, [reply("<p>", 201)], true, 1],
    ["a POST with a redirect whose status a browser hides", post, [hiddenRedirect], true, 1],
    ["a GET with a lost response", read, [reset], false, 4],
    ["a POST that only reads, with a lost response", search, [reset], false, 4],
  ])("after %s", async (_, call, replies, mayBeApplied, attempts) => {
    const [first = reset, ...rest] = replies;
    const { client, clock } = clientWith(scriptedFetch(first, ...rest));
    expect(await clock.run(errorOf(call(client)))).toMatchObject({ mayBeApplied, attempts });
  });

  it("is false after a POST only for statuses that say that it was not applied", async () => {
    const received: Record<number, boolean> = {};
    for (let code = 300; code < 600; code += 1) {
      const { client, clock } = clientWith(scriptedFetch(status(code)), { retry: false });
      received[code] = Object(await clock.run(errorOf(post(client)))).mayBeApplied;
    }
    const notApplied = Object.keys(received).filter((code) => !received[Number(code)]);
    // 307 and 308 ask for the same request elsewhere. 408 and 499 can come from a proxy that has passed the request on.
    const rejected = Array.from({ length: 99 }, (_, index) => `${400 + index}`).filter((code) => code !== "408");
    expect(notApplied).toEqual(["307", "308", ...rejected]);
  });
});
