import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { type Misbehave, replaces, requests, responds, responses, runOn, type Sent } from "../../support/defects.js";

const isUpdate = ({ method, path }: Sent) => method === "PUT" && /^\/files\/\d+(\?|$)/.test(path);
/** The check of a property, or another one. */
const idOf = (check: string) => `updateFile/${/[-/]/.test(check) ? check : `keeps/${check}`}`;
const CHANGES = ["name", "description", "lock", "tags", "parent", "keeps-the-rest", "ends-what-expires"].map(idOf);
const FAR = "2199-01-02T03:04:05Z";
const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

test("a healthy sandbox passes, and the file is restored", async () => {
  const { checks, leftBehind } = await runOn(CHANGES);
  expect(checks.map(({ outcome, findings }) => [outcome, ...findings])).toEqual(CHANGES.map(() => ["passed"]));
  expect(leftBehind).toEqual([]);
});

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

test.each(texts)("finds a description of a service that %s", async (_, kind, change) => {
  const misbehave = requests(({ json: { description, ...others } }) =>
    typeof description === "string" ? { body: { ...others, description: change(description) } } : undefined,
  );
  const { rules, messages } = await runOn([idOf("description")], misbehave);
  expect(rules).toEqual(["state-kept"]);
  expect(messages[0]).toContain(kind);
});

type Rejects = (body: JsonObject) => boolean;
const described = (isRejected: (text: string) => boolean): Rejects => {
  return ({ description }) => typeof description === "string" && isRejected(description);
};
const tagged = (isRejected: (tags: readonly Json[]) => boolean): Rejects => {
  return ({ tags }) => Array.isArray(tags) && isRejected(tags);
};
const locking = (isRejected: (lock: JsonObject) => boolean): Rejects => {
  return ({ lock }) => isJsonObject(lock) && isRejected(lock);
};

const rejections: [defect: string, check: string, message: string, isRejected: Rejects][] = [
  [
    "descriptions long in bytes",
    "description",
    "256 characters of several",
    described((one) => Buffer.byteLength(one) > 256),
  ],
  ["descriptions long in UTF-16", "description", "256 characters beyond 16 bits", described((one) => one.length > 256)],
  ["a description of the maximum length", "description", "256 characters", described((one) => [...one].length === 256)],
  ["an empty description", "description", "no character", described((one) => one === "")],
  ["a line feed", "description", "line feeds", described((one) => one.includes("\n\n"))],
  [
    "characters beyond 16 bits",
    "description",
    "beyond 16 bits",
    described((one) => /[\u{10000}-\u{10ffff}]/u.test(one)),
  ],
  ["a hundred tags", "tags", "100 items", tagged((tags) => tags.length > 99)],
  ["no tags", "tags", "no items", tagged((tags) => tags.length === 0)],
  ["a tag with a space", "tags", "two spaces", tagged((tags) => String(tags).includes("two  spaces"))],
  ["letters of other languages", "name", "letters of several", ({ name }) => String(name).includes("日本語")],
  ["a lock without an expiry", "lock", "as few members", locking((lock) => lock["expires_at"] === undefined)],
  ["a null expiry", "lock", "`expires_at`: null", locking((lock) => lock["expires_at"] === null)],
  [
    "an expiry with an offset",
    "lock",
    "`expires_at`: with an",
    locking((lock) => /\+05:30$/.test(String(lock["expires_at"]))),
  ],
  [
    "null for downloads",
    "lock",
    "`is_download_prevented`: null",
    locking((lock) => lock["is_download_prevented"] === null),
  ],
  ["a null parent", "parent", "`parent` with null", ({ parent }) => objectOf(parent)["id"] === null],
  ["several changes in one call", "keeps-the-rest", "together", (body) => Object.keys(body).length > 2],
  ...["access", "password", "vanity_name", "unshared_at", "permissions"].map((name): (typeof rejections)[number] => [
    `the setting ${name} of a shared link`,
    "shared_link",
    "",
    (body) => name in objectOf(body["shared_link"]),
  ]),
];

test.each(rejections)("finds a service that rejects %s", async (_, check, message, isRejected) => {
  const misbehave = responds(400, (sent) => isUpdate(sent) && isRejected(sent.json));
  const { rules, messages } = await runOn([idOf(check)], misbehave);
  expect(rules).toEqual(["call-succeeds"]);
  expect(messages.join("\n")).toContain(message);
});

/** Makes another change, too. */
const alsoSending = (name: string, other: JsonObject) =>
  requests((sent) => isUpdate(sent) && sent.json[name] != null && { body: { ...other, ...sent.json } });

/** Stores other values than those that were sent. */
const sending = (name: string, others: JsonObject) =>
  requests((sent) => {
    const { [name]: value } = sent.json;
    return isUpdate(sent) && isJsonObject(value) && { body: { ...sent.json, [name]: { ...value, ...others } } };
  });

/** Lets a caller follow a link, or not, by its access. */
const following = (token: string, may: (access: string | undefined) => boolean): Misbehave => {
  let access: string | undefined;
  return (sent) => {
    const { shared_link: link } = sent.json;
    if (isUpdate(sent) && isJsonObject(link) && typeof link["access"] === "string") access = link["access"];
    const isFollowed = sent.path.startsWith("/shared_items") && sent.headers["authorization"]?.endsWith(token);
    if (!isFollowed || access === undefined) return sent.forward();
    const other = may(access)
      ? { authorization: "Bearer token-owner" }
      : { serviceapi: "shared_link=https://c.example/s/none" };
    return sent.forward({ headers: other });
  };
};

/** Shows other values than the sandbox. */
const showing = (change: (body: JsonObject, sent: Sent) => JsonObject) =>
  responses(
    (body, sent) => ({ ...body, ...change(body, sent) }),
    ({ ok }, sent) => ok && isUpdate(sent),
  );
/** Shows other values after an update of one property. */
const after = (name: string, change: (body: JsonObject) => JsonObject) =>
  showing((body, { json }) => (name in json ? change(body) : {}));
const onLock = (change: (lock: JsonObject) => JsonObject) =>
  showing(({ lock }) => (isJsonObject(lock) ? { lock: { ...lock, ...change(lock) } } : {}));
/** Changes the shared link in responses. */
const linked = (change: (link: JsonObject, sent: Sent) => JsonObject) =>
  showing(({ shared_link: link }, sent) =>
    isJsonObject(link) ? { shared_link: { ...link, ...change(link, sent) } } : {},
  );

/** Returns a success without making the change. */
const forgetting =
  (name: string, shown: (value: JsonObject) => JsonObject = () => ({})): Misbehave =>
  async (sent) => {
    const { [name]: value } = sent.json;
    if (!isUpdate(sent) || value === undefined) return sent.forward();
    const other = isJsonObject(value) ? shown(value) : value;
    const changed = { ...(await (await sent.forward({ body: {} })).json()), [name]: other };
    return Response.json({ ...changed, etag: `${changed.etag}1` });
  };

const user = { type: "user", id: "77", name: "N", login: "n@example.com" };
const folder = { type: "folder", sequence_id: "0", etag: "0", name: "Somewhere" };
const lock = { type: "lock", id: "1", created_by: user, created_at: "2026-03-01T00:00:00+00:00", expired_at: null };
const locked = ({ access: _, ...rules }: JsonObject) => ({ ...lock, ...rules });
const withoutOffset = (time: Json | undefined) => (typeof time === "string" ? time.replace(/\+05:30$/, "Z") : null);
const listOf = ({ tags }: JsonObject) => (Array.isArray(tags) ? tags : []);
const day = (time: Json | undefined) => (typeof time === "string" ? `${time.slice(0, 10)}T00:00:00Z` : null);
const isSecret = (link: JsonObject, { json }: Sent) =>
  "password" in objectOf(json["shared_link"]) || link["is_password_enabled"] === true;
const PRECONDITION = "precondition-respected";

const state: [defect: string, check: string, misbehave: Misbehave, rule?: string][] = [
  ["a name is not stored", "name", forgetting("name")],
  ["a description is not stored", "description", forgetting("description")],
  ["tags are not stored", "tags", forgetting("tags")],
  ["a move is not stored", "parent", forgetting("parent", ({ id }) => ({ ...folder, id: id ?? "1" }))],
  ["a lock is not stored", "lock", forgetting("lock", locked)],
  ["a rename clears the description", "tags", alsoSending("tags", { description: "gone" })],
  ["a lock clears the tags", "lock", alsoSending("lock", { tags: ["cleared"] })],
  ["a description creates a shared link", "description", alsoSending("description", { shared_link: {} })],
  ["tags are sorted", "tags", showing((body) => ({ tags: listOf(body).toSorted() }))],
  ["the last tag is lost", "tags", showing((body) => ({ tags: listOf(body).slice(0, 99) }))],
  ["a change changes the content hash", "name", after("name", () => ({ sha1: "a".repeat(40) }))],
  ["a change changes the creation", "name", showing((body) => ({ created_at: body["modified_at"] ?? null }))],
  ["a change changes the creator", "name", after("name", () => ({ created_by: user }))],
  ["a change changes the owner", "tags", after("tags", () => ({ owned_by: user }))],
  ["modified_by is somebody else", "name", showing(() => ({ modified_by: user }))],
  ["modified_at does not change", "name", showing(() => ({ modified_at: "2001-01-01T00:00:00+00:00" }))],
  ["the etag stays", "name", showing(() => ({ etag: "7" })), PRECONDITION],
  ["the sequence id stays", "name", showing(() => ({ sequence_id: "7" }))],
  ["the etag of a rename is stale", "name", after("name", ({ etag }) => ({ etag: `${Number(etag) - 1}` }))],
  ["an extension stays after a rename", "name", showing((body) => ("extension" in body ? { extension: "pdf" } : {}))],
  ["an expiry moves by its offset", "lock", onLock(({ expires_at: at }) => ({ expires_at: withoutOffset(at) }))],
  ["a lock always prevents downloads", "lock", onLock(() => ({ is_download_prevented: true }))],
  [
    "a null parent moves the file",
    "parent",
    requests(
      (sent) => isUpdate(sent) && objectOf(sent.json["parent"])["id"] === null && { body: { parent: { id: "3006" } } },
    ),
  ],
  ["every link is open", "shared_link", linked(() => ({ access: "open" }))],
  ["a password is not stored", "shared_link", linked(() => ({ is_password_enabled: false }))],
  ["a password stays", "shared_link", linked((link, sent) => ({ is_password_enabled: isSecret(link, sent) }))],
  [
    "a custom name is stored in upper case",
    "shared_link",
    linked(({ vanity_name: name }) => ({ vanity_name: typeof name === "string" ? name.toUpperCase() : null })),
  ],
  [
    "the expiry of a link is cut to the day",
    "shared_link",
    linked((link) => ({ unshared_at: day(link["unshared_at"]) })),
  ],
  [
    "downloads are always allowed",
    "shared_link",
    linked(({ permissions }) => ({ permissions: { ...objectOf(permissions), can_download: true } })),
  ],
  [
    "a removed link is shown",
    "shared_link",
    showing((_, { json }) =>
      json["shared_link"] === null ? { shared_link: { url: "https://content.example/s/1" } } : {},
    ),
  ],
  ["a link changes the tags", "shared_link", alsoSending("shared_link", { tags: ["link"] })],
  ["a lock never ends", "ends-what-expires", sending("lock", { expires_at: FAR })],
  ["a link never ends", "ends-what-expires", sending("shared_link", { unshared_at: FAR })],
  [
    "a link for the company opens for nobody else of it",
    "admits/shared_link",
    following("token-member", (access) => access !== "company"),
    "caller-respected",
  ],
  [
    "a link for the company opens for everybody",
    "admits/shared_link",
    following("token-partner", () => true),
    "caller-respected",
  ],
  [
    "a link for invited users opens for colleagues",
    "admits/shared_link",
    following("token-member", () => true),
    "caller-respected",
  ],
  [
    "an open link opens for the company alone",
    "admits/shared_link",
    following("token-partner", () => false),
    "caller-respected",
  ],
  [
    "a link for the company opens for invited users only",
    "opens/shared_link",
    requests(
      ({ headers }) =>
        headers["as-user"] !== undefined && { headers: { serviceapi: "shared_link=https://c.example/s/none" } },
    ),
  ],
  [
    "If-None-Match is ignored for a link",
    "opens/shared_link",
    requests(() => ({ headers: { "if-none-match": undefined } })),
    PRECONDITION,
  ],
];

test.each(state)("finds that %s, and restores the file", async (_, check, misbehave, rule = "state-kept") => {
  const { rules, leftBehind } = await runOn([idOf(check)], misbehave);
  expect(rules).toContain(rule);
  expect(leftBehind).toEqual([]);
});

test("finds that a move changes the name", async () => {
  let moves = 0;
  const misbehave = requests(({ json }) => "parent" in json && { body: { ...json, name: `moved-${moves++}.txt` } });
  expect((await runOn([idOf("parent")], misbehave)).rules).toContain("state-kept");
});

test("skips a check during which others rename the file, with what it found once", async () => {
  let calls = 0;
  const misbehave: Misbehave = async (sent) => {
    calls += 1;
    const others = { method: "PUT", body: { name: "renamed by others.txt" } };
    if (calls === 4) await sent.forward({ ...others, path: "/files/10001" });
    return sent.forward();
  };
  const { checks, rules } = await runOn([idOf("description")], misbehave);
  expect(rules).toEqual([]);
  expect(checks.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    'skipped: Found once, and not when the check was repeated: Expected `name` unchanged; received "renamed by others.txt" instead of "invoice-001.pdf" at character 0',
  ]);
});

test("finds that the password of a link is not checked", async () => {
  let password = "";
  const misbehave = requests(({ headers: { serviceapi: link } }) => {
    if (link?.includes("shared_link_password")) password = link.replace(/^.*&/, "&");
    return link !== undefined && !link.includes("&") && { headers: { serviceapi: link + password } };
  });
  expect((await runOn([idOf("opens/shared_link")], misbehave)).rules).toEqual(["state-kept"]);
});

test("finds a 304 without the password of the link", async () => {
  const misbehave = replaces(
    ({ status }, { headers }) => status === 404 && headers["if-none-match"] !== undefined,
    () => new Response(null, { status: 304 }),
  );
  expect((await runOn([idOf("opens/shared_link")], misbehave)).messages.join()).toContain("without its secret");
});

test("finds that a plus sign in the password of a link becomes a space", async () => {
  const misbehave = requests(({ json: { shared_link: link, ...body } }) => {
    const { password } = objectOf(link);
    const other = { ...objectOf(link), password: String(password).replaceAll("+", " ") };
    return typeof password === "string" && { body: { ...body, shared_link: other } };
  });
  expect((await runOn([idOf("opens/shared_link")], misbehave)).rules).toContain("call-succeeds");
});

test("finds that a removed link still resolves, and reports that it remains", async () => {
  const { rules, leftBehind } = await runOn([idOf("opens/shared_link")], async (sent, sandbox) =>
    sent.json["shared_link"] === null ? forgetting("shared_link")(sent, sandbox) : sent.forward(),
  );
  expect(rules).toEqual(["state-kept"]);
  expect(leftBehind).toEqual(["File 10001 was called invoice-001.pdf, and its shared_link could not be restored."]);
});

test.each(
  [404, 409, 412].flatMap((status) => ["description", "tags", "lock", "shared_link"].map((name) => [name, status])),
)("finds that the %s of a change that is rejected with %i is made", async (name, rejection) => {
  const { rules, sandbox } = await runOn(["updateFile/all-or-nothing"], async (sent) => {
    const response = await sent.forward();
    const { [name]: part } = sent.json;
    if (response.status === rejection && part != null)
      await sent.forward({ headers: { "if-match": undefined }, body: { [name]: part } });
    return response;
  });
  expect(rules).toContain("state-kept");
  expect(sandbox.snapshot().files?.find(({ id }) => id === "10001")).toMatchObject({ description: "" });
});

test("accepts that the caller's permissions depend on the folder", async () => {
  const { checks, leftBehind } = await runOn(
    [idOf("parent")],
    showing(({ parent }, { path }) =>
      path.includes("permissions") ? { permissions: { can_delete: objectOf(parent)["id"] === "3006" } } : {},
    ),
  );
  expect(checks).toMatchObject([{ outcome: "passed" }]);
  expect(leftBehind).toEqual([]);
});

const views: [view: string, check: string, path: string][] = [
  ["findSharedItem", idOf("opens/shared_link"), "/shared_items"],
  ["listFilesOnHold", "assignLegalHoldPolicy/creates", "/files_on_hold"],
  ["queryMetadata", "createFileMetadata/accepts-typed-values", "execute_read"],
];
const others: Readonly<JsonObject> = {
  description: "stale",
  owned_by: { ...user, id: "1999" },
  size: 1,
  etag: "1000",
  created_at: "2001-01-01T00:00:00+00:00",
};

test.each(views.flatMap((view) => Object.keys(others).map((name) => [name, ...view] as const)))(
  "finds another `%s` in %s than in updateFile",
  async (name, _, check, path) => {
    const other = { [name]: others[name] ?? null };
    const misbehave = responses(
      ({ entries, ...body }) =>
        Array.isArray(entries)
          ? { ...body, entries: entries.map((one) => ({ ...objectOf(one), ...other })) }
          : { ...body, ...other },
      ({ ok }, sent) => ok && sent.path.includes(path),
    );
    expect((await runOn([check], misbehave)).rules).toContain("state-kept");
  },
);
