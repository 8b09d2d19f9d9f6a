import { isJsonObject, type Json, type JsonObject, objectAt } from "content-service-contract";
import { expect, test } from "vitest";
import {
  caching,
  forgetting,
  isUpdate,
  type Misbehave,
  requests,
  responds,
  responses,
  runOn,
  type Sent,
  shows,
} from "../../support/defects.js";

/** The check of a property, or another one. */
const idOf = (check: string) => `updateFile/${/[-/]/.test(check) ? check : `keeps/${check}`}`;
const CHANGES = ["name", "description", "lock", "tags", "parent", "keeps-the-rest", "ends-what-expires"].map(idOf);

const tagsIn = ({ tags }: JsonObject): readonly Json[] => (Array.isArray(tags) ? tags : []);
const described = (isMet: (text: string) => boolean) => (body: JsonObject) =>
  typeof body["description"] === "string" && isMet(body["description"]);
const lockWith = (isMet: (lock: JsonObject) => boolean) => (body: JsonObject) =>
  isJsonObject(body["lock"]) && isMet(body["lock"]);

/** Values that a service could reject, by what is special about them. */
const values: Readonly<Record<string, (body: JsonObject) => boolean>> = {
  "256 characters of several bytes": described((text) => Buffer.byteLength(text) > 256),
  "256 characters beyond 16 bits": described((text) => text.length > 256),
  "no character": described((text) => text === ""),
  "line feeds": described((text) => text.includes("\n\n")),
  "100 items": (body) => tagsIn(body).length > 99,
  "no items": ({ tags }) => Array.isArray(tags) && tags.length === 0,
  "texts that look like other values": (body) => tagsIn(body).includes("007"),
  "letters of several languages": ({ name }) => String(name).includes("日本語"),
  "as few members": lockWith((lock) => lock["expires_at"] === undefined),
  "`expires_at`: null": lockWith((lock) => lock["expires_at"] === null),
  "`expires_at`: with an offset": lockWith((lock) => String(lock["expires_at"]).endsWith("+05:30")),
  "`is_download_prevented`: null": lockWith((lock) => lock["is_download_prevented"] === null),
  "`parent` with null": (body) => objectAt(body, "parent")["id"] === null,
  together: (body) => Object.keys(body).length > 2,
  ...Object.fromEntries(
    ["access", "password", "vanity_name", "unshared_at", "permissions"].map((name) => [
      `\`shared_link\` with \`${name}\``,
      (body: JsonObject) => name in objectAt(body, "shared_link"),
    ]),
  ),
};

test("a healthy sandbox passes with each kind of value, and the file is restored", async () => {
  const bodies: JsonObject[] = [];
  const ids = [...CHANGES, idOf("shared_link")];
  const { checks, leftBehind } = await runOn(ids, (sent) => {
    if (isUpdate(sent)) bodies.push(sent.json);
    return sent.forward();
  });
  expect(checks.map(({ outcome, findings }) => [outcome, ...findings])).toEqual(ids.map(() => ["passed"]));
  expect(leftBehind).toEqual([]);
  expect(Object.keys(values).filter((kind) => !bodies.some((body) => values[kind]?.(body)))).toEqual([]);
});

test.each([
  ["256 characters of several bytes", "description"],
  ["line feeds", "description"],
  ["100 items", "tags"],
  ["`expires_at`: null", "lock"],
  ["`parent` with null", "parent"],
  ["together", "keeps-the-rest"],
  ["`shared_link` with `password`", "shared_link"],
])("finds a service that rejects %s", async (kind, check) => {
  const misbehave = responds(400, (sent) => isUpdate(sent) && values[kind]?.(sent.json) === true);
  const { rules, messages } = await runOn([idOf(check)], misbehave);
  expect(rules).toEqual(["call-succeeds"]);
  expect(messages.join("\n")).toContain(kind.startsWith("`shared_link`") ? "" : kind);
});

/** A lock without an expiry has that of the lock before. */
function keepingExpiry(): Misbehave {
  let before: Json | undefined;
  return requests((sent) => {
    const { lock: next } = sent.json;
    if (!isUpdate(sent) || !isJsonObject(next)) return undefined;
    before = next["expires_at"] ?? ("expires_at" in next ? undefined : before);
    return before === undefined ? undefined : { body: { ...sent.json, lock: { ...next, expires_at: before } } };
  });
}

/** Shows other values than the sandbox. */
const showing = (change: (body: JsonObject, sent: Sent) => JsonObject) => shows(isUpdate, change);
/** Changes a member that is an object in responses. */
const inside = (name: string, change: (value: JsonObject, sent: Sent) => JsonObject) =>
  showing(({ [name]: value }, sent) => (isJsonObject(value) ? { [name]: { ...value, ...change(value, sent) } } : {}));

const user = { type: "user", id: "77", name: "N", login: "n@example.com" };
const caller = { ...user, id: "1001" };
const folder = { type: "folder", sequence_id: "0", etag: "0", name: "Somewhere" };
const lock = { type: "lock", id: "1", created_by: user, created_at: "2026-03-01T00:00:00+00:00", expired_at: null };
const locked = ({ access: _, ...rules }: JsonObject) => ({ ...lock, ...rules });
const asUtc = (time: Json | undefined) => (typeof time === "string" ? time.replace(/\+05:30$/, "Z") : null);
const day = (time: Json | undefined) => (typeof time === "string" ? `${time.slice(0, 10)}T00:00:00Z` : null);
const isSecret = (link: JsonObject, { json }: Sent) =>
  "password" in objectAt(json, "shared_link") || link["is_password_enabled"] === true;
/** Stores a text without the spaces around it. */
const trimmed = (name: string) =>
  requests(
    ({ json: { [name]: text, ...others } }) => typeof text === "string" && { body: { ...others, [name]: text.trim() } },
  );
const LINK = "shared_link";
const [KEPT, PRECONDITION] = ["state-kept", "precondition-respected"] as const;
const URL = "https://content.example/s/1";
/** Shows the first value of a property in all later responses. */
function keepingFirstOf(name: string): Misbehave {
  let first: Json | undefined;
  return showing(({ [name]: value }) => {
    first ??= value;
    return value === undefined ? {} : { [name]: first ?? null };
  });
}

test.each<[defect: string, check: string, misbehave: Misbehave, rule?: string]>([
  ["a name is not stored", "name", forgetting("name")],
  ["a name loses the space before it", "name", trimmed("name")],
  ["a move is not stored", "parent", forgetting("parent", ({ id }) => ({ ...folder, id: id ?? "1" }))],
  ["a lock is not stored", "lock", forgetting("lock", locked)],
  ["a description is trimmed", "description", trimmed("description")],
  ["tags are sorted", "tags", showing((body) => ({ tags: tagsIn(body).toSorted() }))],
  ["the etag stays", "name", showing(() => ({ etag: "7" })), PRECONDITION],
  ["an expiry moves by its offset", "lock", inside("lock", ({ expires_at: at }) => ({ expires_at: asUtc(at) }))],
  ["a password is not stored", LINK, inside(LINK, () => ({ is_password_enabled: false }))],
  ["a password stays", LINK, inside(LINK, (link, sent) => ({ is_password_enabled: isSecret(link, sent) }))],
  ["the expiry of a link is cut to the day", LINK, inside(LINK, ({ unshared_at: at }) => ({ unshared_at: day(at) }))],
  ["a removed link is shown", LINK, showing((_, { json }) => (json[LINK] === null ? { [LINK]: { url: URL } } : {}))],
  ["a new lock keeps the former expiry", "lock", keepingExpiry()],
  ["the records above stay after a move", "parent", keepingFirstOf("path_collection"), "consistent-records"],
  ["a change for another user names the caller", "credits-user", showing(() => ({ modified_by: caller }))],
  ["a lock for another user names the caller", "credits-user", inside("lock", () => ({ created_by: caller }))],
])("finds that %s, and restores the file", async (_, check, misbehave, rule = KEPT) => {
  const { rules, leftBehind } = await runOn([idOf(check)], misbehave);
  expect(rules).toContain(rule);
  expect(leftBehind).toEqual([]);
});

/** Wrong values that a change of the name keeps, and those that change with it. */
const others: Readonly<JsonObject> = {
  ...{ description: "stale", owned_by: { ...user, id: "1999" }, size: 1, etag: "1000" },
  created_at: "2001-01-01T00:00:00+00:00",
};
const changed = { modified_at: "2001-01-01T00:00:00+00:00", modified_by: user, sequence_id: "7", extension: "pdf" };
/** The names that no message has. */
const unnamed = (names: JsonObject, messages: readonly string[]) =>
  Object.keys(names).filter((name) => !messages.some((one) => one.includes(`\`${name}`)));

test.each<[what: string, wrong: Readonly<JsonObject>, isShown: (sent: Sent) => boolean]>([
  ["the response to a change shows otherwise than the next one", others, ({ json }) => "name" in json],
  ["does not change with the name", changed, () => true],
])("finds each value that %s", async (_, wrong, isShown) => {
  const misbehave = showing((_body, sent) => (isShown(sent) ? wrong : {}));
  expect(unnamed(wrong, (await runOn([idOf("name")], misbehave)).messages)).toEqual([]);
});

test.each([
  ["findSharedItem", idOf("opens/shared_link"), "/shared_items"],
  ["listFilesOnHold", "assignLegalHoldPolicy/creates", "/files_on_hold"],
  ["queryMetadata", "createFileMetadata/accepts-typed-values", "execute_read"],
])("finds each value that %s shows otherwise than updateFile", async (_, check, path) => {
  const misbehave = responses(
    ({ entries, ...body }) =>
      Array.isArray(entries)
        ? { ...body, entries: entries.map((one) => (isJsonObject(one) ? { ...one, ...others } : one)) }
        : { ...body, ...others },
    ({ ok }, sent) => ok && sent.path.includes(path),
  );
  expect(unnamed(others, (await runOn([check], misbehave)).messages)).toEqual([]);
});

test("skips a check during which others rename the file, with what it found once", async () => {
  let calls = 0;
  const misbehave: Misbehave = async (sent) => {
    calls += 1;
    const renaming = { method: "PUT", path: "/files/10001", body: { name: "renamed by others.txt" } };
    if (calls === 4) await sent.forward(renaming);
    return sent.forward();
  };
  const { checks, rules } = await runOn([idOf("description")], misbehave);
  expect(rules).toEqual([]);
  expect(checks.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    'skipped: Found once, and not when the check was repeated: Expected `name` unchanged; received "renamed by others.txt" instead of "invoice-001.pdf" at character 0',
  ]);
});

const resetting = requests(({ json }) => {
  const link = objectAt(json, LINK);
  const { permissions } = link;
  if (!isJsonObject(permissions) || "can_download" in permissions) return false;
  return { body: { ...json, [LINK]: { ...link, permissions: { ...permissions, can_download: true } } } };
});
const REST = "keeps-the-rest";

test.each<[defect: string, check: string, message: RegExp, misbehave: Misbehave]>([
  ["a list shows a file as it was before its change", REST, /Expected `etag` as stored/, caching("/files_on_hold")],
  ["the time of a change stays", REST, /the time of the change in `modified_at`/, keepingFirstOf("modified_at")],
  ["a member of an inner object resets the others", REST, /can_download` unchanged by a change of other/, resetting],
])("finds that %s", async (_, check, message, misbehave) => {
  expect((await runOn([idOf(check)], misbehave)).messages.join()).toMatch(message);
});

test("accepts that the caller's permissions depend on the folder", async () => {
  const { checks, leftBehind } = await runOn(
    [idOf("parent")],
    showing((body, { path }) =>
      path.includes("permissions") ? { permissions: { can_delete: objectAt(body, "parent")["id"] === "3006" } } : {},
    ),
  );
  expect(checks).toMatchObject([{ outcome: "passed" }]);
  expect(leftBehind).toEqual([]);
});

test.each<[property: string, other: JsonObject]>([
  ["name", { shared_link: null }],
  ["parent", { tags: [] }],
  ["lock", { description: "" }],
  ["shared_link", { lock: null }],
])("finds that an update of %s also sends %j", async (property, other) => {
  const misbehave = requests((sent) => isUpdate(sent) && property in sent.json && { body: { ...other, ...sent.json } });
  expect((await runOn([idOf(REST)], misbehave)).rules).toContain("state-kept");
});

/** Another request after each rename. */
const afterRename =
  (method: string, path: (own: string) => string): Misbehave =>
  async (sent, sandbox) => {
    const response = await sent.forward();
    if (!isUpdate(sent) || !("name" in sent.json) || !response.ok) return response;
    const headers = { authorization: "Bearer token-admin", "content-type": "application/json" };
    const url = `${sandbox.baseUrl}${path(sent.path.replace(/\?.*/, ""))}`;
    const text = { description: String(sent.json["name"]) };
    await sandbox.fetch(url, { method, headers, ...(method === "DELETE" ? {} : { body: JSON.stringify(text) }) });
    return response;
  };

test.each([
  ["deletes the metadata", afterRename("DELETE", (own) => `${own}/metadata/global/properties`), "state-kept"],
  ["describes another file", afterRename("PUT", () => "/files/4001"), "consistent-records"],
])("finds that a rename %s", async (_, misbehave, rule) => {
  expect((await runOn([idOf(REST)], misbehave)).rules).toEqual([rule]);
});

test("passes on a healthy sandbox, and when another user changes a file once", async () => {
  let isChanged = false;
  const { checks, leftBehind } = await runOn([idOf(REST)], async (sent, sandbox) => {
    if (isChanged || !("name" in sent.json)) return sent.forward();
    isChanged = true;
    return afterRename("PUT", () => "/files/4001")(sent, sandbox);
  });
  expect(checks.map(({ outcome }) => outcome)).toEqual(["passed"]);
  expect(leftBehind).toEqual([]);
});
