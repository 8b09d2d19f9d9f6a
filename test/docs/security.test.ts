import { readFileSync } from "node:fs";
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ClientEvent, createClient, type FetchLike } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import { refreshingAuth } from "content-service-client/refreshing-auth";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { read } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { baseUrl, clientWith, errorOf } from "../support/client-with.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { authUrl, authWith, tokenService } from "../support/token-service.js";

describe("prototype pollution", () => {
  const members = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"';
  const text = (body: string, status: number) => scriptedFetch(() => new Response(`{${members},${body}}`, { status }));

  afterEach(() => {
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain("polluted");
    expect({}).not.toHaveProperty("polluted");
  });

  it("does not come from a response: what it names so stays a member of the response", async () => {
    const { client } = clientWith(text('"id":"1001"', 200));
    const user = await client.getCurrentUser();
    expect(Object.keys(user)).toContain("__proto__");
    expect(Object.getPrototypeOf(user)).toBe(Object.prototype);
  });

  it("does not come from an error response", async () => {
    const { client } = clientWith(text('"code":"not_found","message":"gone"', 404));
    const error = await errorOf(client.getCurrentUser());
    expect(error).toMatchObject({ name: "ApiError", code: "not_found" });
    expect(String(error)).toContain("gone");
    expect(error).not.toHaveProperty("polluted");
  });

  it("does not come from a token file, nor from the token server", async () => {
    const path = join(temporaryFolder(), "tokens.json");
    await writeFile(path, `{${members},"refreshToken":"refresh-1"}`, { mode: 0o600 });
    const service = tokenService();
    service.tokenResponses.push(
      () => new Response(`{${members},"access_token":"access-2","refresh_token":"refresh-2"}`),
    );
    const { token } = authWith({ store: fileTokenStore(path), service });
    expect(await token()).toBe("access-2");
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
      accessToken: "access-2",
      refreshToken: "refresh-2",
      obtainedAtMs: expect.any(Number),
    });
  });

  it("does not come from the options of a call", async () => {
    const { client } = clientWith(scriptedFetch(() => Response.json({ type: "user", id: "1001" })));
    const query = JSON.parse('{"__proto__":{"polluted":"1"},"fields":["login"]}');
    await client.getCurrentUser({ query }).catch(() => {});
  });
});

describe("a token", () => {
  it("is in no address: not in that of a call, of a page, of a refresh, nor in what events tell", async () => {
    const service = tokenService();
    const urls: string[] = [];
    const fetch: FetchLike = (url, init) => {
      urls.push(url);
      return service.fetch(url, init);
    };
    const events: ClientEvent[] = [];
    const auth = refreshingAuth({
      authUrl,
      clientId: "client-id",
      clientSecret: "client-secret",
      store: authWith({ service }).store,
      fetch,
    });
    const client = createClient({ baseUrl, auth, fetch, onEvent: (event) => events.push(event) });
    service.expire();
    await client.getCurrentUser();
    await client.asUser("1004").getCurrentUser({ query: { fields: ["login"] } });
    expect(urls).toHaveLength(4);
    const told = [...urls, ...events.map((event) => JSON.stringify(event))];
    for (const text of told) expect(text).not.toMatch(/access-\d|refresh-\d|client-secret/);
  });
});

describe("the token file", () => {
  it("is for its owner only, also its lock and what is written on the way, whatever the umask is", async () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const path = join(temporaryFolder(), "tokens.json");
    const store = fileTokenStore(path);
    await store.save({ refreshToken: "refresh-1" });
    const lock = await store.tryLock?.();
    await lock?.save({ refreshToken: "refresh-2" });
    const modes = [path, `${path}.lock`, ...(await readdir(`${path}.lock`)).map((name) => join(`${path}.lock`, name))];
    expect(modes).toHaveLength(3);
    for (const each of modes) expect((await stat(each)).mode & 0o077, each).toBe(0);
  });
});

describe("what an application installs beside the client", () => {
  it("is two packages", () => {
    const { packages } = JSON.parse(read("package-lock.json"));
    const shipped = new Set<string>();
    const visit = (name: string) => {
      if (shipped.has(name)) return;
      shipped.add(name);
      const { dependencies = {}, optionalDependencies = {} } = packages[`node_modules/${name}`];
      for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) visit(other);
    };
    for (const name of Object.keys(packages[""].dependencies)) visit(name);
    expect([...shipped]).toEqual(["openapi-fetch", "openapi-typescript-helpers"]);
  });
});
