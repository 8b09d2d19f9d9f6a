import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { changedJson, jsonResponse, type Misbehave, runOnBroken, type Sent } from "../../support/broken-sandbox.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);
const CHANGES = ["renames", "describes", "tags", "locks", "moves", "keeps-the-rest"].map((id) => `updateFile/${id}`);

test("a healthy sandbox passes, and the file is restored", async () => {
  const { results, leftBehind } = await runOnBroken(CHANGES);
  expect(results.map(({ outcome, findings }) => [outcome, ...findings])).toEqual(CHANGES.map(() => ["passed"]));
  expect(leftBehind).toEqual([]);
});

/** Changes a text before it is stored. */
const storing =
  (change: (text: string) => string): Misbehave =>
  (sent) =>
    isUpdate(sent) ? sent.forward({ body: mapTexts(sent.json, change) }) : sent.forward();

function mapTexts(body: JsonObject, change: (text: string) => string): JsonObject {
  const { name, description, tags } = body;
  return {
    ...body,
    ...(typeof name === "string" ? { name: change(name) || "x" } : {}),
    ...(typeof description === "string" ? { description: change(description) } : {}),
    ...(Array.isArray(tags) ? { tags: tags.map((one) => (typeof one === "string" ? change(one) || "x" : one)) } : {}),
  };
}

const texts: [defect: string, kind: string, change: (text: string) => string][] = [
  ["composes characters", "another Unicode normalization", (text) => text.normalize("NFC")],
  ["decomposes characters", "another Unicode normalization", (text) => text.normalize("NFD")],
  ["drops characters beyond 16 bits", "", (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "")],
  ["replaces what is not ASCII", "", (text) => text.replace(/[^\0-\x7f]/g, "?")],
  ["reads UTF-8 as Latin-1", "", (text) => Buffer.from(text, "utf8").toString("latin1")],
  ["drops right-to-left text", "", (text) => text.replace(/[\u0590-\u06ff]/g, "")],
  ["joins spaces", "other spaces", (text) => text.replace(/ +/g, " ")],
  ["trims", "other spaces at its ends", (text) => text.trim()],
  ["stores line feeds alone", "other line ends", (text) => text.replaceAll("\r\n", "\n")],
  ["stores carriage returns", "other line ends", (text) => text.replace(/\r?\n/g, "\r\n")],
  ["stores lower case", "other letter case", (text) => text.toLowerCase()],
  ["escapes HTML", "escaped HTML", (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")],
  ["removes HTML", "", (text) => text.replace(/<[^>]*>/g, "")],
  ["decodes percent signs", "decoded percent signs", (text) => text.replaceAll("%25", "%")],
  ["turns plus signs into spaces", "decoded percent signs", (text) => text.replaceAll("+", " ")],
  ["drops backslashes", "", (text) => text.replaceAll("\\", "")],
  ["turns tabs into spaces", "other spaces", (text) => text.replaceAll("\t", " ")],
  ["cuts to 255 characters", "its first 255", (text) => [...text].slice(0, 255).join("")],
  ["cuts to 100 characters", "its first 100", (text) => [...text].slice(0, 100).join("")],
];

test.each(texts)("finds a service that %s", async (_, kind, change) => {
  const { results, rules } = await runOnBroken(["updateFile/describes"], storing(change));
  expect(rules).toEqual(["state-kept"]);
  expect(results[0]?.findings[0]?.message).toContain(kind);
});

/** Rejects a valid change. */
const rejecting =
  (isRejected: (body: JsonObject) => boolean): Misbehave =>
  async (sent) =>
    isUpdate(sent) && isRejected(sent.json) ? jsonResponse(400, BAD_REQUEST) : sent.forward();

const BAD_REQUEST = {
  ...{ type: "error", status: 400, code: "bad_request", message: "The body is not valid.", context_info: null },
  ...{ help_url: "https://developer.content.example/errors", request_id: "r1" },
};

type Rejects = (body: JsonObject) => boolean;
const described =
  (isRejected: (text: string) => boolean): Rejects =>
  ({ description }) =>
    typeof description === "string" && isRejected(description);
const tagged =
  (isRejected: (tags: readonly Json[]) => boolean): Rejects =>
  ({ tags }) =>
    Array.isArray(tags) && isRejected(tags);
const locking =
  (isRejected: (lock: JsonObject) => boolean): Rejects =>
  ({ lock }) =>
    isJsonObject(lock) && isRejected(lock);

const rejections: [defect: string, message: string, isRejected: Rejects][] = [
  ["descriptions long in bytes", "256 characters of several bytes", described((text) => Buffer.byteLength(text) > 256)],
  ["descriptions long in UTF-16", "256 characters beyond 16 bits", described((text) => text.length > 256)],
  ["a description of the maximum length", "256 characters", described((text) => [...text].length === 256)],
  ["an empty description", "an empty `description`", described((text) => text === "")],
  ["a line feed", "line feeds", described((text) => text.includes("\n\n"))],
  ["characters beyond 16 bits", "beyond 16 bits", described((text) => /[\u{10000}-\u{10ffff}]/u.test(text))],
  ["a hundred tags", "as many tags", tagged((tags) => tags.length > 99)],
  ["no tags", "no tags", tagged((tags) => tags.length === 0)],
  ["a tag with a space", "a tag with", tagged((tags) => String(tags).includes("two  spaces"))],
  ["letters of other languages", "letters of several languages", (body) => String(body["name"]).includes("日本語")],
  ["a lock without an expiry", "no other property", locking((lock) => lock["expires_at"] === undefined)],
  ["a null expiry", "null for its expiry", locking((lock) => lock["expires_at"] === null)],
  ["an expiry with an offset", "another time zone", locking((lock) => /\+05:30$/.test(String(lock["expires_at"])))],
  ["null for downloads", "expiry and for downloads", locking((lock) => lock["is_download_prevented"] === null)],
  ["a null parent", "a parent that is null", ({ parent }) => isJsonObject(parent) && parent["id"] === null],
  ["several changes in one call", "together", (body) => Object.keys(body).length > 2],
];

test.each(rejections)("finds a service that rejects %s", async (_, message, isRejected) => {
  const { results, rules } = await runOnBroken(CHANGES, rejecting(isRejected));
  expect(rules).toEqual(["call-succeeds"]);
  expect(results.flatMap(({ findings }) => findings.map((one) => one.message)).join("\n")).toContain(message);
});

/** Makes another change, too. */
const alsoSending =
  (name: string, other: JsonObject): Misbehave =>
  (sent) =>
    isUpdate(sent) && (sent.json[name] ?? null) !== null
      ? sent.forward({ body: { ...other, ...sent.json } })
      : sent.forward();

/** Shows other values than the sandbox. */
const showing =
  (change: (body: JsonObject, sent: Sent) => JsonObject): Misbehave =>
  async (sent) => {
    const response = await sent.forward();
    return isUpdate(sent) && response.ok
      ? changedJson(response, (body) => ({ ...body, ...change(body, sent) }))
      : response;
  };

const renamed = new Set<string>();
/** Shows other values after an update of one property. */
const after = (name: string, change: (body: JsonObject) => JsonObject): Misbehave =>
  showing((body, { json }) => (name in json ? change(body) : {}));
const user = { type: "user", id: "77", name: "N", login: "n@example.com" };
const onLock = (change: (lock: JsonObject) => JsonObject): Misbehave =>
  showing(({ lock }) => (isJsonObject(lock) ? { lock: { ...lock, ...change(lock) } } : {}));
const withoutOffset = (time: Json | undefined) => (typeof time === "string" ? time.replace(/\+05:30$/, "Z") : null);
const nextName = ({ name }: JsonObject) => {
  renamed.add(String(name));
  return { name: `${name} (1)` };
};
const list = ({ tags }: JsonObject) => (Array.isArray(tags) ? tags : []);

const state: [defect: string, misbehave: Misbehave, rule?: string][] = [
  ["a rename clears the description", alsoSending("tags", { description: "gone" })],
  ["a lock clears the tags", alsoSending("lock", { tags: ["cleared"] })],
  ["a description creates a shared link", alsoSending("description", { shared_link: {} })],
  ["tags are sorted", showing((body) => ({ tags: list(body).toSorted() }))],
  ["the last tag is lost", showing((body) => ({ tags: list(body).slice(0, 99) }))],
  ["a change changes the content hash", after("name", () => ({ sha1: "a".repeat(40) }))],
  ["a change changes the time of creation", showing((body) => ({ created_at: body["modified_at"] ?? null }))],
  ["a change changes the creator", showing((body) => ({ created_by: body["modified_by"] ?? null }))],
  ["a change changes the owner", after("tags", () => ({ owned_by: user }))],
  ["modified_by is somebody else", showing(() => ({ modified_by: user }))],
  ["modified_at does not change", showing(() => ({ modified_at: "2001-01-01T00:00:00+00:00" }))],
  ["the etag stays", showing(() => ({ etag: "7" })), "precondition-respected"],
  ["the sequence id stays", showing(() => ({ sequence_id: "7" }))],
  ["the etag of a rename is stale", after("name", ({ etag }) => ({ etag: `${Number(etag) - 1}` }))],
  ["an expiry moves by its offset", onLock(({ expires_at }) => ({ expires_at: withoutOffset(expires_at) }))],
  ["a lock always prevents downloads", onLock(() => ({ is_download_prevented: true }))],
  [
    "a move changes the name",
    showing((body, { json }) => ("parent" in json || renamed.has(String(body["name"])) ? nextName(body) : {})),
  ],
  [
    "a null parent moves the file",
    (sent) => {
      const { parent } = sent.json;
      const isNull = isUpdate(sent) && isJsonObject(parent) && parent["id"] === null;
      return sent.forward(isNull ? { body: { parent: { id: "3006" } } } : {});
    },
  ],
];

test.each(state)("finds that %s", async (_, misbehave, rule = "state-kept") => {
  const { rules } = await runOnBroken(CHANGES, misbehave);
  expect(rules).toContain(rule);
});

/** Changes the shared link in responses. */
const linked = (change: (link: JsonObject, sent: Sent) => JsonObject): Misbehave =>
  showing(({ shared_link: link }, sent) =>
    isJsonObject(link) ? { shared_link: { ...link, ...change(link, sent) } } : {},
  );

const day = (time: Json | undefined) => (typeof time === "string" ? `${time.slice(0, 10)}T00:00:00Z` : null);
const upper = (name: Json | undefined) => (typeof name === "string" ? name.toUpperCase() : null);
const isSecret = (link: JsonObject, { json }: Sent) =>
  "password" in linkOf(json) || link["is_password_enabled"] === true;
const allowed = ({ permissions }: JsonObject) =>
  isJsonObject(permissions) ? { ...permissions, can_download: true } : null;

const links: [defect: string, misbehave: Misbehave][] = [
  ["every link is open", linked(() => ({ access: "open" }))],
  ["a password is not stored", linked(() => ({ is_password_enabled: false }))],
  ["a password is never removed", linked((link, sent) => ({ is_password_enabled: isSecret(link, sent) }))],
  ["a custom name is stored in upper case", linked((link) => ({ vanity_name: upper(link["vanity_name"]) }))],
  ["the expiry of a link is cut to the day", linked((link) => ({ unshared_at: day(link["unshared_at"]) }))],
  ["downloads are always allowed", linked((link) => ({ permissions: allowed(link) }))],
  [
    "a removed link is shown",
    showing((_, { json }) =>
      json["shared_link"] === null ? { shared_link: { url: "https://content.example/s/1" } } : {},
    ),
  ],
  ["a link changes the tags", alsoSending("shared_link", { tags: ["link"] })],
];

function linkOf({ shared_link }: JsonObject): JsonObject {
  return isJsonObject(shared_link) ? shared_link : {};
}

test.each(links)("finds that %s", async (_, misbehave) => {
  const { rules } = await runOnBroken(["updateFile/link-settings"], misbehave);
  expect(rules).toContain("state-kept");
});

test.each(["access", "password", "vanity_name", "unshared_at", "permissions"])(
  "finds a service that rejects the setting %s of a shared link",
  async (name) => {
    const { rules } = await runOnBroken(
      ["updateFile/link-settings"],
      rejecting((body) => name in linkOf(body)),
    );
    expect(rules).toEqual(["call-succeeds"]);
  },
);

const views: [view: string, check: string, isShown: (sent: Sent) => boolean][] = [
  ["findSharedItem", "updateFile/shares", ({ path }) => path.startsWith("/shared_items")],
  ["listFilesOnHold", "assignLegalHoldPolicy/creates", ({ path }) => path.includes("/files_on_hold")],
  ["queryMetadata", "createFileMetadata/accepts-template-values", ({ path }) => path.includes("execute_read")],
];

const attributes = ["description", "owned_by", "size", "etag", "created_at"];

test.each(views.flatMap((view) => attributes.map((name) => [name, ...view] as const)))(
  "finds another `%s` in %s than in updateFile",
  async (name, _, check, isShown) => {
    const other = (body: JsonObject): JsonObject => {
      const { entries } = body;
      if (Array.isArray(entries))
        return { ...body, entries: entries.map((one) => (isJsonObject(one) ? other(one) : one)) };
      return { ...body, ...OTHER[name] };
    };
    const { rules } = await runOnBroken([check], async (sent) => {
      const response = await sent.forward();
      return isShown(sent) && response.ok ? changedJson(response, other) : response;
    });
    expect(rules).toContain("state-kept");
  },
);

const OTHER: Readonly<Record<string, JsonObject>> = {
  description: { description: "stale" },
  owned_by: { owned_by: { type: "user", id: "1999", name: "N", login: "n@example.com" } },
  size: { size: 1 },
  etag: { etag: "1000" },
  created_at: { created_at: "2001-01-01T00:00:00+00:00" },
};
