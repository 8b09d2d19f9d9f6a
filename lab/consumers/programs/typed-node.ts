// Compiled from the tarballs with Node's types, and run: the parts that need Node, the contract tests and the sandbox.
import type { createClient } from "content-service-client";
import { fileTokenStore } from "content-service-client/file-token-store";
import document from "content-service-client/openapi.json" with { type: "json" };
import { checkExchange, type RuleId, type Violation } from "content-service-contract-tests";
import { createSandbox, defaultSeed, type Fault, type Seed } from "content-service-sandbox";
import { calls, holds, type IsChecked } from "./typed.js";

const store = fileTokenStore("./no-such-folder/tokens.json");
holds<IsChecked<typeof store>>();
if ((await store.load()) !== undefined) throw new Error("tokens from nowhere");

const sandbox = await createSandbox({ seed: defaultSeed(), now: () => Date.UTC(2026, 5, 1) });
holds<IsChecked<typeof sandbox>>();
const fault: Fault = { kind: "status", status: 429, retry_after: 0, operation: "getCurrentUser" };
sandbox.faults.add(fault);
// @ts-expect-error: no such kind
if (process.argv[2]) sandbox.faults.add({ kind: "flood" });
const options = { baseUrl: sandbox.baseUrl, auth: "token-owner", fetch: sandbox.fetch };
holds<IsChecked<ReturnType<typeof createClient>>>();
const users: Seed["users"] = sandbox.snapshot().users;

const exchange = { request: { method: "GET", path: "/users/me" }, response: { status: 204 } };
const violations: Violation[] = checkExchange(exchange, { baseUrl: sandbox.baseUrl, authUrl: sandbox.authUrl });
const rules: RuleId[] = violations.map(({ rule }) => rule);
// @ts-expect-error: no such rule
rules.push("no-such-rule");
const title: string = document.info.title;
console.log(`${title}, ${users?.length} users: ${await calls(options)}`);
