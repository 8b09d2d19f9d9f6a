// Runs in vitest, and in jest with other imports, from the tarballs: the matcher and the checked fetch.
import { createClient } from "content-service-client";
import { contractFetch } from "content-service-contract-tests/matchers";
import { createSandbox } from "content-service-sandbox";
// First, as in the README: its types must not depend on an earlier import.
import "content-service-contract-tests/vitest";
import { afterAll, afterEach, expect, test } from "vitest";

const sandbox = await createSandbox();
const checked = contractFetch({ ...sandbox, closed: true });
const client = createClient({ baseUrl: sandbox.baseUrl, auth: "token-owner", fetch: checked });
const request = { method: "DELETE", path: "/users/1003", headers: { authorization: "Bearer secret" } };

afterEach(() => checked.assertNoViolations());
afterAll(() => sandbox.close());

test("a client is held to the contract as it is used", async () => {
  expect((await client.getCurrentUser()).id).toBe("1003");
  await checked.assertNoViolations();
  expect(checked.exchanges).toBe(1);
});

test("an exchange matches, and one with another status does not", () => {
  expect({ request, response: { status: 204 } }).toMatchContract();
  expect({ request, response: { status: 307 } }).not.toMatchContract({ closed: true });
  expect(() => expect({ request, response: { status: 307 } }).toMatchContract()).toThrow("status-documented");
  // @ts-expect-error: no such option
  expect(() => expect({ request, response: { status: 204 } }).toMatchContract({ close: true })).toThrow("close");
});
