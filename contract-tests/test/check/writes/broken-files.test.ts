import { expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../src/contract/json.js";
import { changedJson, jsonAnswer, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);

/** Answers a change as if it had been made, and does not make it. */
const forgetting =
  (name: string, shown: (value: Json) => Json = (value) => value): Misbehave =>
  async (sent) => {
    if (!isUpdate(sent) || !(name in sent.json)) return sent.answer();
    const answer = await sent.answer({ body: {} });
    return changedJson(answer, (body) => ({
      ...body,
      etag: `${body["etag"]}1`,
      [name]: shown(sent.json[name] ?? null),
    }));
  };

const flaws: [flaw: string, check: string, misbehave: Misbehave][] = [
  ["a name", "updateFile/renames", forgetting("name")],
  ["a description", "updateFile/describes", forgetting("description")],
  ["tags", "updateFile/tags", forgetting("tags")],
  ["a download permission", "updateFile/restricts-download", forgetting("permissions")],
  ["a move", "updateFile/moves", forgetting("parent", (to) => ({ ...folder, ...objectOf(to) }))],
  ["a lock", "updateFile/locks", forgetting("lock", locked)],
];

const folder = { type: "folder", sequence_id: "0", etag: "0", name: "Somewhere" };
const someone = { type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" };
const lock = { type: "lock", id: "1", created_by: someone, created_at: "2026-03-01T00:00:00+00:00", expired_at: null };

function locked(asked: Json): Json {
  const { access: _, ...rules } = objectOf(asked);
  return { ...lock, ...rules };
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

test.each(flaws)("finds that %s is not kept", async (_, check, misbehave) => {
  const { rules, results, leftBehind } = await runOnBroken([check], misbehave);
  expect(rules).toEqual(["state-kept"]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["failed"]);
  expect(leftBehind).toEqual([]);
});

test("finds a change that its answer does not show", async () => {
  const { rules } = await runOnBroken(["updateFile/tags"], async (sent) => {
    const answer = await sent.answer();
    return isUpdate(sent) && "tags" in sent.json ? changedJson(answer, (body) => ({ ...body, tags: [] })) : answer;
  });
  expect(rules).toEqual(["state-kept"]);
});

test("finds that a change has changed something else", async () => {
  const { rules, sandbox } = await runOnBroken(["updateFile/describes"], (sent) =>
    isUpdate(sent) && "description" in sent.json
      ? sent.answer({ body: { ...sent.json, tags: ["new"] } })
      : sent.answer(),
  );
  expect(rules).toEqual(["state-kept"]);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")).toMatchObject({ description: "", tags: [] });
});

test("finds that a part of a refused change is created", async () => {
  const { rules, sandbox } = await runOnBroken(["updateFile/all-or-nothing"], async (sent) => {
    const { description, ...others } = sent.json;
    if (!isUpdate(sent) || description === undefined || others["parent"] === undefined) return sent.answer();
    await sent.answer({ body: { description } });
    return sent.answer();
  });
  expect(rules).toEqual(["state-kept"]);
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")).toMatchObject({ description: "" });
});

test("finds that a folder that does not exist is taken", async () => {
  const { rules } = await runOnBroken(["updateFile/all-or-nothing"], (sent) => {
    const { parent: _, ...others } = sent.json;
    return isUpdate(sent) ? sent.answer({ body: others }) : sent.answer();
  });
  expect(rules).toEqual(["wrong-request-rejected"]);
});

const preconditions: [flaw: string, misbehave: Misbehave][] = [
  [
    "If-Match is not looked at",
    (sent) => {
      const { "if-match": _, ...headers } = sent.headers;
      return sent.answer({ headers });
    },
  ],
  [
    "every If-Match is refused",
    async (sent) => (sent.headers["if-match"] === undefined ? sent.answer() : refusal(412, "precondition_failed")),
  ],
  [
    "the etag never changes",
    async (sent) => {
      const { "if-match": seen, ...headers } = sent.headers;
      const answer = await sent.answer(seen === "0" ? { headers } : {});
      return isUpdate(sent) && answer.ok ? changedJson(answer, (body) => ({ ...body, etag: "0" })) : answer;
    },
  ],
];

test.each(preconditions)("finds that %s", async (_, misbehave) => {
  const { rules, leftBehind } = await runOnBroken(["updateFile/respects-if-match"], misbehave);
  expect(rules).toEqual(["precondition-respected"]);
  expect(leftBehind).toEqual([]);
});

test("finds that a change refused by If-Match is made all the same", async () => {
  const { rules } = await runOnBroken(["updateFile/respects-if-match"], async (sent) => {
    const answer = await sent.answer();
    const { "if-match": _, ...headers } = sent.headers;
    if (answer.status === 412) await sent.answer({ headers });
    return answer;
  });
  expect(rules).toEqual(["state-kept"]);
});

test("finds that the password of a link is not asked for", async () => {
  let password = "";
  const { rules } = await runOnBroken(["updateFile/shares"], (sent) => {
    const link = sent.headers["serviceapi"];
    if (link?.includes("shared_link_password")) password = link.replace(/^.*&/, "&");
    return link === undefined || link.includes("&")
      ? sent.answer()
      : sent.answer({ headers: { ...sent.headers, serviceapi: link + password } });
  });
  expect(rules).toEqual(["state-kept"]);
});

test("finds that a removed link still leads to the file, and tells that it stays there", async () => {
  const { rules, leftBehind } = await runOnBroken(["updateFile/shares"], async (sent) => {
    if (!isUpdate(sent) || sent.json["shared_link"] !== null) return sent.answer();
    return changedJson(await sent.answer({ body: {} }), (body) => ({ ...body, etag: "99", shared_link: null }));
  });
  expect(rules).toEqual(["state-kept"]);
  expect(leftBehind).toEqual(["File 10001 was called invoice-001.pdf, and its shared_link could not be restored."]);
});

test("tells what could not be restored", async () => {
  const { leftBehind } = await runOnBroken(["updateFile/describes"], async (sent) =>
    isUpdate(sent) && sent.json["description"] === "" ? refusal(403, "forbidden") : sent.answer(),
  );
  expect(leftBehind).toEqual(["File 10001 was called invoice-001.pdf, and its description could not be restored."]);
});

test("finds that If-None-Match is not looked at behind a link", async () => {
  const { rules } = await runOnBroken(["updateFile/shares"], (sent) => {
    const { "if-none-match": _, ...headers } = sent.headers;
    return sent.answer({ headers });
  });
  expect(rules).toEqual(["precondition-respected"]);
});

test("finds that a change is answered with an error", async () => {
  const { rules } = await runOnBroken(["updateFile/"], async (sent) =>
    isUpdate(sent) ? refusal(500, "internal_server_error") : sent.answer(),
  );
  expect(rules).toContain("call-succeeds");
});

function refusal(status: number, code: string): Response {
  return jsonAnswer(status, {
    type: "error",
    status,
    code,
    message: "No.",
    context_info: null,
    help_url: "https://developer.content.example/errors",
    request_id: "r1",
  });
}
