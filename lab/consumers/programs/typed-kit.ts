// Compiled from the tarballs with Node's types, and not run: the contract as JSON, the contract kit and the sandbox.
import { createClient } from "content-service-client";
import document from "content-service-client/openapi.json" with { type: "json" };
import { checkExchange, type Exchange, type RuleId, type Violation } from "content-service-contract-tests";
import { createSandbox, defaultSeed, type Fault, type Seed } from "content-service-sandbox";
import { holds, type IsChecked } from "./typed.js";

const sandbox = await createSandbox({ seed: defaultSeed(), now: () => Date.UTC(2026, 5, 1) });
holds<IsChecked<typeof sandbox>>();
const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-owner", fetch: sandbox.fetch });

const fault: Fault = { kind: "status", status: 429, retry_after: 0, operation: "getCurrentUser" };
sandbox.faults.add(fault);
// @ts-expect-error: no such kind
sandbox.faults.add({ kind: "flood" });
const { id } = await client.getCurrentUser();
const seed = sandbox.snapshot();
holds<IsChecked<typeof seed>>();
const users: Seed["users"] = seed.users;

const exchange: Exchange = { request: { method: "GET", path: "/users/me" }, response: { status: 204 } };
const violations = checkExchange(exchange, { baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl });
holds<IsChecked<typeof violations>>();
const first: Violation | undefined = violations[0];
const rules: RuleId[] = violations.map(({ rule }) => rule);
// @ts-expect-error: no such rule
rules.push("no-such-rule");

holds<IsChecked<typeof document>>();
const title: string = document.info.title;
console.log(id, users?.length, first?.at, title);
