// npm run lab -- many-users: measures the memory of the built client for 10,000 users, each with a store in SQL, a
// token source and a client of its own that stay in memory. The load of each user's tokens is a fake query.
import type { TokenStore } from "content-service-client/refreshing-auth";
import { type Figure, machineLine, printFigures } from "./support/figure.js";
import { memoryInUse } from "./support/memory.js";

const USERS = 10_000;
/** A tenth more than 4.4 kB for each user. */
const MAX_MB = 48;
/** More would be a leak: calls add nothing to a user who is in memory. */
const MAX_MB_OF_CALLS = 1;
const CALLS = "ten more calls";

const load = (path: string) => import(new URL(`../dist/src/${path}`, import.meta.url).href);
const { createClient }: typeof import("content-service-client") = await load("index.js");
const { refreshingAuth }: typeof import("content-service-client/refreshing-auth") =
  await load("tokens/refreshing-auth.js");
const { sqlTokenStore }: typeof import("content-service-client/sql-token-store") = await load("tokens/stores/sql.js");

const expiresAtMs = Date.now() + 3_600_000;
const query = async (_: string, [key]: unknown[]) => {
  const tokens = { accessToken: `${key}-`.padEnd(64, "a"), refreshToken: `${key}-`.padEnd(64, "r"), expiresAtMs };
  return [{ tokens: JSON.stringify(tokens) }];
};
const baseUrl = "https://api.content.example/2.0";
const app = { authUrl: "https://auth.content.example", clientId: "app", clientSecret: "secret" };
const shared = createClient({ baseUrl, auth: "of-no-user" });

const parts: Figure[] = [];
const stores = await measured("a SQL store", async (index) => {
  return sqlTokenStore({ query, dialect: "postgresql", key: `user:${index}` });
});
const auths = await measured("a token source", async (index) => {
  // Each user has one.
  return refreshingAuth({ ...app, store: stores[index] as TokenStore });
});
await measured("the tokens, once loaded", async (index) => auths[index]?.({}));
await measured("a client", async (index) => shared.with({ auth: auths[index] ?? "of-no-user" }));
await measured(CALLS, async (index) => {
  for (let count = 0; count < 10; count += 1) await auths[index]?.({});
});

console.log(`${machineLine()}, ${USERS.toLocaleString("en-US")} users`);
const value = parts.reduce((sum, part) => sum + part.value, 0);
printFigures([...parts, { name: "all of it", value, unit: "MB", allowed: { atMost: MAX_MB } }]);

/** Creates an object for each user, keeps all, and measures their memory. */
async function measured<T>(name: string, make: (index: number) => Promise<T>): Promise<T[]> {
  const kept = Array<T>(USERS);
  // Compiled code belongs to no user.
  for (let index = 0; index < 100; index += 1) await make(index);
  const before = memoryInUse().heapUsed;
  for (let index = 0; index < USERS; index += 1) kept[index] = await make(index);
  const value = (memoryInUse().heapUsed - before) / 1e6;
  parts.push({ name, value, unit: "MB", ...(name === CALLS && { allowed: { atMost: MAX_MB_OF_CALLS } }) });
  return kept;
}
