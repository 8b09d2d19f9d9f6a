import { AuthError } from "content-service-client";
import { expect, test } from "vitest";
import { revokeToken, signIn } from "../../support/control.js";
import { refreshingClient } from "../../support/refreshing-client.js";
import { apiErrorOf, statusLines } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const HOUR_MS = 3600_000;
const rename = { path: { file_id: "4001" }, body: { name: "renamed.pdf" } };

test.each([
  ["no Authorization header", undefined],
  ["an empty token", "Bearer "],
  ["another scheme", "Basic dG9rZW4tb3duZXI6"],
  ["a token without its scheme", "token-owner"],
  ["a token that nobody issued", "Bearer token-nobody"],
  ["a refresh token", "Bearer refresh-owner"],
  ["a token that has expired", "Bearer token-expired"],
])("a file is not changed with %s [ER-04]", async (_, authorization) => {
  const { fetch, server, sandbox } = await startSandbox();
  const before = sandbox.snapshot();
  const answer = await fetch(`${server.baseUrl}/files/4001`, {
    method: "PUT",
    headers: { "content-type": "application/json", ...(authorization !== undefined && { authorization }) },
    body: JSON.stringify(rename.body),
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  expect(await answer.json()).toMatchObject({ type: "error", status: 401, code: "unauthorized" });
  expect(sandbox.snapshot()).toEqual(before);
});

test("who has no valid token learns nothing: not whether a file is there, nor that a body is wrong [ER-04]", async () => {
  const { as } = await startSandbox();
  const nobody = as("owner", { auth: "token-nobody" });
  const answers: unknown[] = [];
  for (const file_id of ["4001", "4004", "1", "not-a-number"]) {
    for (const body of [{}, { name: "" }]) {
      const refusal = await apiErrorOf(nobody.asUser("1001").updateFile({ path: { file_id }, body }));
      expect(refusal).toMatchObject({ status: 401, code: "unauthorized", requestId: expect.any(String) });
      answers.push({ ...refusal.body, request_id: undefined });
    }
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});

test("a token ends with its time, or at once when it is revoked [ER-04]", async () => {
  const world = await startSandbox();
  const { accessToken } = await signIn(world, "1003");
  const other = await signIn(world, "1003");
  const client = world.as("owner", { auth: accessToken });
  await client.updateFile(rename);
  await revokeToken(world, other.accessToken);
  const revoked = world.as("owner", { auth: other.accessToken });
  expect(await apiErrorOf(revoked.updateFile(rename))).toMatchObject({ status: 401, code: "unauthorized" });
  // The other sign-in of the same user goes on until its hour is over.
  world.sandbox.clock.advance(HOUR_MS - 1);
  await client.updateFile(rename);
  world.sandbox.clock.advance(1);
  expect(await apiErrorOf(client.updateFile(rename))).toMatchObject({ status: 401, code: "unauthorized" });
});

test("calls to the base address carry the token, and a refresh carries none [AU-1]", async () => {
  const world = await startSandbox();
  const { client } = refreshingClient(world);
  await client.updateFile(rename);
  const sent = world.exchanges.map(({ request }) => [
    request.url?.startsWith(world.server.baseUrl),
    new Headers(request.headers).get("authorization"),
  ]);
  expect(sent).toEqual([
    [true, "Bearer token-expired"],
    [false, null],
    [true, expect.stringMatching(/^Bearer access-token-\d+$/)],
  ]);
});

test("an expired token is replaced, and a POST is repeated once with all of its body [AU-4] [BE-24]", async () => {
  const world = await startSandbox();
  const tokens = { accessToken: "token-expired", refreshToken: "refresh-admin" };
  const { client, store, outcomes } = refreshingClient(world, { tokens });
  const text = "Terms, “quoted” and 🔒. ".repeat(2000);
  expect(await client.createTermsOfService({ body: { status: "enabled", text } })).toMatchObject({ text });
  expect(world.sandbox.snapshot().terms_of_services?.filter((one) => one.text === text)).toHaveLength(1);
  expect(statusLines(world)).toEqual([
    "POST /terms_of_services 401",
    "POST /oauth2/token 200",
    "POST /terms_of_services 200",
  ]);
  expect(world.exchanges[2]?.request.body).toBe(world.exchanges[0]?.request.body);
  expect(outcomes).toEqual(["started", "renewed"]);
  expect(await store.load()).toMatchObject({ refreshToken: expect.stringMatching(/^refresh-token-/) });
});

test("an expired token is replaced, and a PUT is repeated once with all of its body [AU-4]", async () => {
  const world = await startSandbox();
  const { client } = refreshingClient(world);
  expect(await client.updateFile(rename)).toMatchObject({ name: "renamed.pdf", etag: "4", sequence_id: "4" });
  expect(statusLines(world)).toEqual(["PUT /files/4001 401", "POST /oauth2/token 200", "PUT /files/4001 200"]);
  expect(world.exchanges[2]?.request.body).toBe(world.exchanges[0]?.request.body);
});

test("a token that runs out while the client works is replaced as often as it takes [AU-4]", async () => {
  const world = await startSandbox();
  // The client is not told when they end, so that each is refused first.
  const { client } = refreshingClient(world, { tokens: await signIn(world, "1003") });
  for (const name of ["a.pdf", "b.pdf", "c.pdf"]) {
    world.sandbox.clock.advance(HOUR_MS);
    expect(await client.updateFile({ ...rename, body: { name } })).toMatchObject({ name });
  }
  const answers = statusLines(world);
  expect(answers.filter((answer) => answer.startsWith("POST /oauth2/token"))).toHaveLength(3);
  expect(answers.filter((answer) => answer.endsWith(" 401"))).toHaveLength(1);
});

test("a client that knows when its token ends replaces it before that, and is never refused [AU-4]", async () => {
  const world = await startSandbox();
  const { client } = refreshingClient(world, { tokens: { refreshToken: "refresh-owner" } });
  for (let step = 0; step < 4; step += 1) {
    await client.getCurrentUser();
    world.sandbox.clock.advance(HOUR_MS - 30_000);
  }
  const answers = statusLines(world);
  expect(answers.filter((answer) => answer.startsWith("POST /oauth2/token"))).toHaveLength(4);
  expect(answers.filter((answer) => !answer.endsWith(" 200"))).toEqual([]);
});

test("a 401 without a body is an ApiError, and a reason to refresh like any other [ER-04] [AU-4]", async () => {
  const world = await startSandbox({ strange: true });
  world.sandbox.faults.add({ kind: "empty_body", only_status: 401, times: null });
  const refusal = await apiErrorOf(world.as("owner", { auth: "token-expired" }).updateFile(rename));
  expect(refusal).toMatchObject({ status: 401, code: undefined, body: undefined });
  expect(refusal.response?.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
  const { client } = refreshingClient(world);
  expect(await client.updateFile(rename)).toMatchObject({ name: "renamed.pdf" });
  world.sandbox.faults.clear();
  world.sandbox.faults.add({ kind: "status", status: 401, body: null, operation: "updateFile" });
  expect(await client.updateFile({ ...rename, body: { name: "again.pdf" } })).toMatchObject({ name: "again.pdf" });
  expect(statusLines(world).filter((answer) => answer === "POST /oauth2/token 200")).toHaveLength(2);
});

test("a 401 that stays is told after one refresh and one repetition [AU-4] [ER-04]", async () => {
  const world = await startSandbox();
  world.sandbox.faults.add({ kind: "status", status: 401, operation: "updateFile", times: null });
  const { client } = refreshingClient(world);
  expect(await apiErrorOf(client.updateFile(rename))).toMatchObject({ status: 401, code: "unauthorized" });
  expect(statusLines(world)).toEqual(["PUT /files/4001 401", "POST /oauth2/token 200", "PUT /files/4001 401"]);
});

test("a call that needs a token and can get none is an AuthError, and changes nothing [AU-4]", async () => {
  const world = await startSandbox();
  const { client } = refreshingClient(world, {
    tokens: { accessToken: "token-expired", refreshToken: "refresh-expired" },
  });
  const error = await client.updateFile(rename).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AuthError);
  expect(error).toMatchObject({ code: "invalid_grant", cause: { cause: { status: 400, code: "invalid_grant" } } });
  expect(world.sandbox.snapshot().files?.find(({ id }) => id === "4001")?.name).toBe("lease.pdf");
});
