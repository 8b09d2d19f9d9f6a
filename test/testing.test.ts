import { join } from "node:path";
import type { Client, MetadataTemplate, UpdateFileOptions, User } from "content-service-client";
import { isApiError, isNetworkError, isTimeoutError, paginate } from "content-service-client";
import type { TokenLock, TokenStore } from "content-service-client/refreshing-auth";
import { type SqlTokenStoreOptions, sqlTokenStore, tokenTableSql } from "content-service-client/sql-token-store";
import type { ApiErrorOptions } from "content-service-client/testing";
import { apiError, networkError, stubClient, timeoutError, tokenStoreContract } from "content-service-client/testing";
import { describe, expect, expectTypeOf, it } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.js";
import { clientWith, errorOf, rejectionOf } from "./support/client-with.js";
import { reply, reset, scriptedFetch } from "./support/scripted-fetch.js";
import { sqliteQuery } from "./support/sqlite.js";

describe("the errors of content-service-client/testing", () => {
  const form = { type: "error", status: 404, code: "not_found", message: "No such user.", request_id: "r1" };

  it.each<[string, ApiErrorOptions]>([
    ["JSON", { status: 404, body: form }],
    ["headers", { status: 429, body: form, headers: { "Retry-After": "30", "X-Request-Id": "r2" } }],
    ["HTML", { status: 502, body: "<p>Bad gateway</p>" }],
    ["nothing", { status: 403 }],
  ])("are what the client throws for a response with %s", async (_, options) => {
    const { status, body = "", headers } = options;
    const response = reply(typeof body === "string" ? body : JSON.stringify(body), status, headers);
    const { client } = clientWith(scriptedFetch(response), { retry: false });
    const thrown = await errorOf(client.getCurrentUser());
    const made = apiError(options);
    expect(isApiError(made)).toBe(true);
    expect({ ...made }).toEqual({ ...(thrown as object) });
    expect(made).toMatchObject({ message: (thrown as Error).message, response: { status } });
    expect(made.request).toEqual({ method: "GET", path: "/2.0/users/me" });
  });

  it("are what the client throws without a response, and for a timeout", async () => {
    const { client } = clientWith(scriptedFetch(reset), { retry: false });
    const thrown = await errorOf(client.getCurrentUser());
    const made = networkError({ operation: "updateFile", attempts: 2, mayBeApplied: true });
    expect(isNetworkError(made) && isNetworkError(thrown)).toBe(true);
    expect(made).toMatchObject({ operation: "updateFile", attempts: 2, mayBeApplied: true });
    expect(networkError().message).toBe("no response: ECONNRESET (GET /2.0/users/me)");
    const timeout = timeoutError({ scope: "call", timeoutMs: 5000 });
    expect(isTimeoutError(timeout)).toBe(true);
    const message = expect.stringMatching(/^timed out after 5000/);
    expect(timeout).toMatchObject({ scope: "call", timeoutMs: 5000, message });
  });

  it.each([
    [() => apiError({ statuss: 404 } as never), "the options are status, body, headers, clock, operation, attempts"],
    [() => apiError({} as never), "status must be an HTTP status"],
    [() => apiError({ status: 404, operation: "getFile" as never }), "operation must be one of the client"],
    [() => timeoutError({ timeout: 4 } as never), "the options are scope, timeoutMs, operation, attempts"],
  ])("say which options they have, and what is wrong with one: %s", (make, message) => {
    expect(make).toThrow(TypeError);
    expect(make).toThrow(message);
  });
});

describe("stubClient", () => {
  const path = { file_id: "1" };

  it("makes a part of a client from functions that return a part of a body [CL-10]", async () => {
    const loginOf = (client: Pick<Client, "getCurrentUser" | "deleteUser">) => client.getCurrentUser();
    const deleted: string[] = [];
    const client = stubClient({
      getCurrentUser: async ({ query } = {}) => ({ login: String(query?.fields ?? "all") }),
      deleteUser: ({ path }) => void deleted.push(path.user_id),
    });
    const user = await loginOf(client);
    expectTypeOf(user).toEqualTypeOf<User>();
    expect(user).toEqual({ login: "all" });
    expect(await client.getCurrentUser({ query: { fields: ["name", "login"] } })).toEqual({ login: "name,login" });
    const { data, response, attempts } = await client.deleteUser({ path: { user_id: "1004" } }).withResponse();
    expect([data, response.status, attempts, deleted]).toEqual([undefined, 200, 1, ["1004"]]);
    expect(await response.json()).toBe(null);
  });

  it("returns itself for another user or other settings, and takes parts at any depth [CL-10]", async () => {
    const domainsFor = async (client: Pick<Client, "asUser" | "with">) => {
      const { entries } = await client.asUser("1002").with({ timeoutMs: 500 }).listCollaborationAllowlistEntries();
      return entries.map(({ domain }) => domain);
    };
    const client = stubClient({ listCollaborationAllowlistEntries: () => ({ entries: [{ domain: "a.example" }] }) });
    expect(await domainsFor(client)).toEqual(["a.example"]);
    await expect(async () => client.asUser("1002").getCurrentUser()).rejects.toThrow("the test calls getCurrentUser");
  });

  it("makes lists that paginate can read [CL-10]", async () => {
    const pages = { "": { entries: [{ id: "1" }], next_marker: "m" }, m: { entries: [{ id: "2" }] } };
    const client = stubClient({
      listEnterpriseMetadataTemplates: ({ query } = {}) =>
        pages[(query?.marker ?? "") as keyof typeof pages] as { entries: MetadataTemplate[] },
    });
    const all = await paginate(client.listEnterpriseMetadataTemplates).toArray({ max: 10 });
    expect(all.map(({ id }) => id)).toEqual(["1", "2"]);
  });

  it("rejects with the error of a function, and throws for a method without one [CL-10]", async () => {
    const error = networkError();
    const client: Partial<Client> = stubClient({
      getCurrentUser() {
        throw error;
      },
    });
    await expect(client.getCurrentUser?.()).rejects.toBe(error);
    expect(() => client.deleteUser).toThrow("the test calls deleteUser: give stubClient a function for it");
    const other = { noSuchOperation: () => ({}) };
    expect(() => stubClient(other as object)).toThrow("noSuchOperation is not an operation of the client");
    expect(await Promise.resolve(client)).toBe(client);
    const hanging = stubClient({ deleteUser: () => new Promise<void>(() => {}) });
    await expect(hanging.deleteUser({ path: { user_id: "" } })).rejects.toThrow("path.user_id must be a non-empty");
    const call = hanging.deleteUser({ path: { user_id: "1" }, signal: AbortSignal.timeout(1) });
    await expect(call).rejects.toThrow("timeout");
    await expect(hanging.deleteUser({ path: { user_id: "1" }, timeoutMs: 1 })).rejects.toThrow("timed out after 1 ms");
  });

  it.each<[string, (client: Client) => unknown]>([
    ["a misspelled option", (client) => client.updateFile({ path, body: {}, timeOutMs: 5 } as UpdateFileOptions)],
    ["a missing etag", (client) => client.updateFile({ path, body: {}, header: { "If-Match": undefined as never } })],
    ["a timeout that is no number", (client) => client.updateFile({ path, body: {}, timeoutMs: NaN })],
    ["NaN in a body", (client) => client.updateFile({ path, body: { shared_link: { unshared_at: NaN as never } } })],
    ["an object in a query", (client) => client.updateFile({ path, body: {}, query: { fields: {} as never } })],
    ["another user without an id", (client) => client.asUser("")],
    ["an unknown setting", (client) => client.with({ nope: 1 } as object)],
  ])("rejects %s as a client does [CL-10]", async (_, use) => {
    const { client } = clientWith(scriptedFetch(reset));
    const problem = await rejectionOf((async () => use(client))());
    expect(problem).toBeInstanceOf(TypeError);
    const stub: Partial<Client> = stubClient({ updateFile: () => ({ id: "1" }) });
    expect(await rejectionOf((async () => use(stub as Client))())).toEqual(problem);
  });
});

type Broken = (store: TokenStore, query: SqlTokenStoreOptions["query"], key: string) => Partial<TokenStore>;

/** Opens stores of one database. `broken` replaces parts of them. */
async function storesWith(broken: Broken): Promise<(key: string) => TokenStore> {
  const query = sqliteQuery(join(temporaryFolder(), "tokens.db"));
  await query(tokenTableSql("rows"), []);
  return (key) => {
    const store = storeIn(query, key);
    return { ...store, ...broken(store, query, key) };
  };
}

const storeIn = (query: SqlTokenStoreOptions["query"], key: string) =>
  sqlTokenStore({ query, dialect: "sqlite", key, table: "rows" });

/** The titles of the tests that a store fails, with the error messages. */
async function failures(open: (key: string) => TokenStore): Promise<string[]> {
  const tests: [string, () => Promise<void>][] = [];
  tokenStoreContract({ test: (...test) => tests.push(test), open });
  expect(tests.length).toBeGreaterThan(8);
  const results = tests.map(([title, run]) =>
    run().then(
      () => [],
      (error: Error) => [`${title}: ${error.message}`],
    ),
  );
  return (await Promise.all(results)).flat();
}

describe("tokenStoreContract", () => {
  it("releases every lock that it takes, since its timer would keep the process alive", async () => {
    const held = new Set<TokenLock>();
    const open = await storesWith((store) => ({
      async tryLock() {
        const lock = await store.tryLock?.();
        if (!lock) return undefined;
        held.add(lock);
        return { save: lock.save, release: () => lock.release().finally(() => held.delete(lock)) };
      },
    }));
    expect(await failures(open)).toEqual([]);
    expect(held.size).toBe(0);
  });

  it.each<[string, Broken, string]>([
    ["merges tokens", ({ load, save }) => ({ save: async (own) => save({ ...(await load()), ...own }) }), "not merged"],
    ["drops members", ({ save }) => ({ save: ({ refreshToken }) => save({ refreshToken }) }), "load(): expected {"],
    ["has one row for all", (_, query) => ({ ...storeIn(query, "all"), key: undefined }), "keeps the tokens of logins"],
    ["lets all lock", ({ save }) => ({ tryLock: async () => ({ save, release: async () => {} }) }), "lock, received 3"],
    [
      "keeps the lock at a login",
      (_, query, key) => ({
        save: async (tokens) => {
          await query("UPDATE rows SET tokens = ? WHERE login = ? RETURNING login", [JSON.stringify(tokens), key]);
        },
      }),
      "save() of a holder whose lock a login has broken: expected a rejection, but it resolved",
    ],
  ])("fails a store that %s", async (_, broken, failure) => {
    expect((await failures(await storesWith(broken))).join("\n")).toContain(failure);
  });
});
