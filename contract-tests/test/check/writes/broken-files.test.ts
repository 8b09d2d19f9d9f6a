import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { changedJson, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);

/** Returns a success without making the change. */
const forgetting =
  (name: string, shown: (value: Json) => Json = (value) => value): Misbehave =>
  async (sent) => {
    if (!isUpdate(sent) || !(name in sent.json)) return sent.forward();
    const response = await sent.forward({ body: {} });
    return changedJson(response, (body) => ({
      ...body,
      etag: `${body["etag"]}1`,
      [name]: shown(sent.json[name] ?? null),
    }));
  };

const defects: [defect: string, check: string, misbehave: Misbehave][] = [
  ["a name", "updateFile/renames", forgetting("name")],
  ["a description", "updateFile/describes", forgetting("description")],
  ["tags", "updateFile/tags", forgetting("tags")],
  ["a move", "updateFile/moves", forgetting("parent", (to) => ({ ...folder, id: objectOf(to)["id"] ?? "1" }))],
  ["a lock", "updateFile/locks", forgetting("lock", locked)],
];

const folder = { type: "folder", sequence_id: "0", etag: "0", name: "Somewhere" };
const someone = { type: "user", id: "1001", name: "Enterprise Admin", login: "admin@example.com" };
const lock = { type: "lock", id: "1", created_by: someone, created_at: "2026-03-01T00:00:00+00:00", expired_at: null };

function locked(sent: Json): Json {
  const { access: _, ...rules } = objectOf(sent);
  return { ...lock, ...rules };
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}

test.each(defects)("finds that %s is not stored", async (_, check, misbehave) => {
  const { rules, results, leftBehind } = await runOnBroken([check], misbehave);
  expect(rules).toEqual(["state-kept"]);
  expect(results.map(({ outcome }) => outcome)).toEqual(["failed"]);
  expect(leftBehind).toEqual([]);
});

test("accepts that the caller's permissions depend on the folder", async () => {
  const { results, leftBehind } = await runOnBroken(["updateFile/moves"], async (sent) => {
    const response = await sent.forward();
    return isUpdate(sent) && sent.path.includes("permissions")
      ? changedJson(response, (body) => ({
          ...body,
          permissions: { can_delete: objectOf(body["parent"] ?? null)["id"] === "3006" },
        }))
      : response;
  });
  expect(results).toMatchObject([{ outcome: "passed" }]);
  expect(leftBehind).toEqual([]);
});

test.each(
  [404, 409, 412].flatMap((status) => ["description", "tags", "lock", "shared_link"].map((name) => [name, status])),
)("finds that the %s of a change that is rejected with %i is made", async (name, rejection) => {
  const { rules, sandbox } = await runOnBroken(["updateFile/all-or-nothing"], async (sent) => {
    const response = await sent.forward();
    const { [name]: part } = sent.json;
    const { "if-match": _, ...headers } = sent.headers;
    if (response.status === rejection && part != null) await sent.forward({ headers, body: { [name]: part } });
    return response;
  });
  expect(rules).toContain("state-kept");
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")).toMatchObject({ description: "" });
});

test("finds a link for the company that opens for invited users only", async () => {
  const { rules } = await runOnBroken(["updateFile/shares"], (sent) =>
    sent.headers["as-user"] === undefined
      ? sent.forward()
      : sent.forward({ headers: { ...sent.headers, serviceapi: "shared_link=https://c.example/s/none" } }),
  );
  expect(rules).toEqual(["state-kept"]);
});

test("finds an extension that stays after a rename", async () => {
  const { rules } = await runOnBroken(["updateFile/renames"], async (sent) =>
    isUpdate(sent)
      ? changedJson(await sent.forward(), (body) => ("extension" in body ? { ...body, extension: "pdf" } : body))
      : sent.forward(),
  );
  expect(rules).toEqual(["state-kept"]);
});

test("finds that a folder that is not in the trash can be restored", async () => {
  const { rules } = await runOnBroken(["restoreFolder/requires-trash"], async (sent) => {
    const response = await sent.forward();
    if (response.status !== 404) return response;
    return sent
      .forward({ method: "GET", headers: sent.headers })
      .then(() => Response.json({ type: "folder", id: "3006" }, { status: 201 }));
  });
  expect(rules).toContain("wrong-request-rejected");
});

test("finds that the password of a link is not checked", async () => {
  let password = "";
  const { rules } = await runOnBroken(["updateFile/shares"], (sent) => {
    const link = sent.headers["serviceapi"];
    if (link?.includes("shared_link_password")) password = link.replace(/^.*&/, "&");
    return link === undefined || link.includes("&")
      ? sent.forward()
      : sent.forward({ headers: { ...sent.headers, serviceapi: link + password } });
  });
  expect(rules).toEqual(["state-kept"]);
});

test("finds that a removed link still resolves, and reports that it remains", async () => {
  const { rules, leftBehind } = await runOnBroken(["updateFile/shares"], async (sent) => {
    if (!isUpdate(sent) || sent.json["shared_link"] !== null) return sent.forward();
    return changedJson(await sent.forward({ body: {} }), (body) => ({ ...body, etag: "99", shared_link: null }));
  });
  expect(rules).toEqual(["state-kept"]);
  expect(leftBehind).toEqual(["File 10001 was called invoice-001.pdf, and its shared_link could not be restored."]);
});

test("finds that If-None-Match is ignored for a shared link", async () => {
  const { rules } = await runOnBroken(["updateFile/shares"], (sent) => {
    const { "if-none-match": _, ...headers } = sent.headers;
    return sent.forward({ headers });
  });
  expect(rules).toEqual(["precondition-respected"]);
});
