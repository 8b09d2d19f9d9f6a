import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import seedSchema from "../../generated/seed.schema.json" with { type: "json" };
import { defaultSeed } from "../../src/default-seed/index.js";
import { loadSeed } from "../../src/seed/load-seed.js";
import { toSeed } from "../../src/seed/to-seed.js";
import type { ListName, Seed } from "../../src/store/records.js";
import { issuesOf } from "../support/seeds.js";
import { smallSeed } from "../support/start-sandbox.js";

const START_MS = Date.UTC(2026, 10, 20, 8);

/** One user with a folder and a file in it. */
const small = () =>
  ({
    enterprises: [{ id: "1" }],
    users: [{ id: "10", name: "Owner", login: "owner@example.com", enterprise_id: "1" }],
    folders: [{ id: "20", name: "Folder", owner_id: "10" }],
    files: [{ id: "30", name: "a.txt", parent_id: "20", versions: [{ id: "40" }] }],
  }) satisfies Seed;

const load = (seed: Seed) => loadSeed(structuredClone(seed), START_MS);

describe("a seed that is valid", () => {
  test("is the default one, a small one, and an empty one, which has the template global.properties", () => {
    expect([...issuesOf(defaultSeed()), ...issuesOf(small())]).toEqual([]);
    const { store, startMs } = load({});
    expect([store.items.size, store.users.size, startMs]).toEqual([0, 0, START_MS]);
    const { metadata_templates } = toSeed(store, START_MS);
    expect(metadata_templates).toMatchObject([{ scope: "global", templateKey: "properties" }]);
  });

  const contract = { id: "t", scope: "enterprise_1", templateKey: "contract" };
  test("gets its owners, people, names and hashes filled in", () => {
    const { store } = load({
      ...small(),
      metadata_templates: [{ ...contract, fields: [{ id: "f", type: "string", key: "party" }] }],
    });
    const file = { type: "file", owner_id: "10", created_by: "10", tags: [], lock: null };
    expect(store.items.get("30")).toMatchObject(file);
    expect(store.items.get("30")).toMatchObject({ versions: [{ sha1: expect.stringMatching(/^[0-9a-f]{40}$/) }] });
    const template = store.metadata_templates.get("enterprise_1.contract");
    expect(template).toMatchObject({ displayName: "contract", fields: [{ displayName: "party", hidden: false }] });
  });

  test("adds its durations to the start, or to its own now", () => {
    const tokens = [{ token: "t", user_id: "10", expires_at: "PT1H" }];
    const plain = load({ ...small(), access_tokens: tokens });
    expect(plain.store.access_tokens.get("t")?.expires_at).toBe("2026-11-20T09:00:00+00:00");
    const moved = load({ ...small(), now: "2030-01-01T00:00:00+00:00", access_tokens: tokens });
    expect(moved.startMs).toBe(Date.UTC(2030, 0, 1));
    expect(moved.store.access_tokens.get("t")?.expires_at).toBe("2030-01-01T01:00:00+00:00");
    expect(load({ now: "P1D" }).startMs).toBe(START_MS + 86_400_000);
  });

  test("gives new records unused ids", () => {
    expect(load(small()).store.nextId()).toBe("100001");
    expect(load({ enterprises: [{ id: "123456789" }] }).store.nextId()).toBe("123456790");
    expect(load({ ...small(), next_id: 41 }).store.nextId()).toBe("41");
  });

  test("may name people who have been deleted since, and an item in the trash whose folder is gone", () => {
    const gone = { id: "21", name: "Old", parent_id: "999", owner_id: "10", created_by: "77", trashed_at: "-P1D" };
    expect(issuesOf({ ...small(), folders: [...small().folders, gone] })).toEqual([]);
  });
});

const { enterprises, users, folders, files } = small();
const seedWith = (change: object) => ({ ...small(), ...change });
const [user, folder, file] = [users[0], folders[0], files[0]];
const link = { id: "30", name: "Link", parent_id: "20", url: "https://x.example" };
const time = (name: string) => expect.stringMatching(`^users\\[0\\]\\.${name} must be an existing time`);
const inFile = { id: "31", name: "b", parent_id: "30", owner_id: "10", versions: [{ id: "41" }] };
const other = { ...user, id: "11", login: "other@example.com" };
const linked = (...links: object[]) =>
  seedWith({ web_links: links.map((shared_link, at) => ({ ...link, id: `5${at}`, name: `${at}`, shared_link })) });
const properties = { scope: "global", templateKey: "properties" };
const field = (id: string) => ({ id, type: "string", key: "same" });
const instance = (id: string) => ({ id, item: { type: "file", id: "30" }, ...properties });
const invited = { item: { type: "folder", id: "20" }, accessible_by: { type: "user", id: "10" }, role: "viewer" };
const assigned = { task_id: "1", assigned_to: "10", assigned_by: "10" };
const held = { id: "1", policy_id: "1", assigned_to: { type: "file", id: "30" }, assigned_by: "10" };
test.each<[seed: unknown, ...issues: unknown[]]>([
  [
    { records: { own: [{ id: "1", at: new Date(0) }] } },
    "records.own must be JSON: Expected a JSON value in records.own[0].at; received an object of a class",
  ],
  [{ records: { users: [] } }, "records.users has the name of a list of the seed"],
  [{ enterprises: [{ id: "1", size: 3 }] }, "enterprises[0].size is unknown"],
  [{ web_links: [{ ...link, url: "https://x y/ü" }] }, "web_links[0].url must be a valid uri"],
  [{ web_links: [{ ...link, url: "x:help" }] }, "web_links[0].url must have the form of http://"],
  [{ users: [{ ...user, role: "boss" }] }, "users[0].role must be one of admin,co-admin,member,service"],
  [{ now: "2026-01-01T00:00:00" }, "now must be a date-time with an offset, or a duration such as P30D or -PT1H"],
  [{ now: "2026-02-30T00:00:00Z" }, "now must be an existing time before the year 9999"],
  [{ now: "9999-06-01T00:00:00Z" }, "now must be an existing time before the year 9999"],
  [JSON.parse('{"__proto__": {"users": []}}'), "__proto__ is unknown"],
  [
    seedWith({ users: [{ ...user, created_at: "2026-13-01T00:00:00Z", modified_at: "-P9999999D" }] }),
    ...[time("created_at"), time("modified_at")],
  ],
  [seedWith({ enterprises: [...enterprises, ...enterprises] }), "enterprises[1] has the id of another record"],
  [
    seedWith({ folders: [folder, { ...folder, id: "30", name: "Again" }], web_links: [link] }),
    ...["files[0] has the id of another record", "web_links[0] has the id of another record"],
  ],
  [{ next_id: 2 ** 53 }, "next_id must be at most 9007199254740991"],
  [seedWith({ next_id: 30 }), "next_id must be above 30, the id of a record; received 30"],
  [seedWith({ files: [file, inFile] }), "files[1].parent_id refers to a missing folder 30"],
  [seedWith({ folders: [{ id: "20", name: "Folder" }] }), "folders[0].owner_id is missing"],
  ...[["20"], ["21", "20"], ["21", "22", "20"]].map((parents): [object, ...string[]] => [
    { enterprises, users, folders: parents.map((parent_id, at) => ({ ...folder, id: `${20 + at}`, parent_id })) },
    ...parents.map((_, at) => `folders[${at}].parent_id is part of a cycle of folders`),
  ]),
  [
    seedWith({ users: [user, other], files: [{ ...file, owner_id: "11" }] }),
    "files[0].owner_id must be 10, the owner of the folder 20",
  ],
  [
    seedWith({ files: [file, { ...file, id: "31", name: "b" }] }),
    "files[1].versions[0].id is the version of another file",
  ],
  [
    seedWith({
      files: [{ ...file, name: "x".repeat(256), tags: ["a", "a"] }],
      web_links: [{ ...link, shared_link: { slug: "1", password: "short", vanity_name: "" } }],
      metadata_templates: [{ ...properties, id: "t", templateKey: "a b" }],
    }),
    "files[0].name must not have more than 255 characters",
    "files[0].tags must not have duplicate items (items ## 1 and 0 are identical)",
    "web_links[0].shared_link.password must not have fewer than 8 characters",
    "web_links[0].shared_link.vanity_name must not be empty",
    "metadata_templates[0].templateKey must have the form of aa",
  ],
  [
    seedWith({
      email_aliases: [{ id: "1", user_id: "10", email: "OWNER@example.com" }],
      folders: [{ ...folder, name: "a/b" }],
      files: [file, { ...file, id: "31", versions: [{ id: "41" }] }],
      metadata_instances: [{ ...instance("i"), values: { $x: 1 } }],
      terms_of_services: [{ id: "1", enterprise_id: "1", status: "enabled" }],
    }),
    ...["users[0].login", "email_aliases[0].email"].map((at) => `${at} is the address of another user or alias`),
    "folders[0].name has a slash, a control character or a space at its end, or is . or ..",
    ...[0, 1].map((index) => `files[${index}].name is the name of another item in its folder`),
    "metadata_instances[0].values is invalid: Reserved key: $x. Keys that start with $ are reserved.",
    "terms_of_services[0].text is missing",
  ],
  [
    { users: [{ ...user, login: "me" }], email_aliases: [{ id: "1", user_id: "10", email: "ü@@" }] },
    ...["users[0].login must be a valid email", "email_aliases[0].email must be a valid email"],
  ],
  [
    seedWith({ users: [user, { ...other, login: `${"a".repeat(65)}@example.com` }] }),
    "users[1].login is too long for an email address",
  ],
  [
    seedWith({ users: [user, { ...other, login: "Owner@example.com" }] }),
    "users[1].login is the address of another user or alias",
  ],
  [linked({ slug: "s" }, { slug: "s" }), "web_links[1].shared_link.slug is the slug of another shared link"],
  [
    linked({ slug: "1", vanity_name: "v" }, { slug: "2", vanity_name: "v" }),
    "web_links[1].shared_link.vanity_name is the vanity name of another shared link",
  ],
  [
    { metadata_templates: [{ ...properties, id: "t", fields: [field("1"), field("2")] }] },
    "metadata_templates[0].fields[1].key is invalid: Duplicate field key: same.",
  ],
  [
    seedWith({ metadata_instances: [instance("i"), instance("j")] }),
    "metadata_instances[1] is a second instance of global.properties on file 30",
  ],
  [
    seedWith({
      collaborations: ["1", "2"].map((id) => ({ ...invited, id, created_by: "10" })),
      tasks: [{ id: "1", file_id: "30", created_by: "10" }],
      task_assignments: ["1", "2"].map((id) => ({ ...assigned, id, resolution_state: "completed" })),
      legal_hold_policies: [{ id: "1", policy_name: "Hold", enterprise_id: "1" }],
      legal_hold_policy_assignments: [{ ...held, deleted_at: "-P1D" }, ...["2", "3"].map((id) => ({ ...held, id }))],
    }),
    "collaborations[1] is a second collaboration of user 10 on folder 20",
    ...[0, 1].map(
      (at) => `task_assignments[${at}].resolution_state must be approved or rejected for a task with the action review`,
    ),
    "task_assignments[1] is a second assignment of task 1 to user 10",
    "legal_hold_policy_assignments[2] is a second assignment of policy 1 to file 30",
  ],
])("the seed %j is rejected with the place", (seed, ...issues) => {
  expect(issuesOf(seed)).toEqual(issues);
});

describe("a seed is rejected with the place for", () => {
  test("more characters of a display name, and more tags of an enterprise, than the service has [LM-01] [LM-02]", () => {
    const fields = [{ ...field("1"), displayName: "x".repeat(4097) }];
    expect(issuesOf({ metadata_templates: [{ ...properties, id: "t", displayName: "", fields }] })).toEqual([
      "metadata_templates[0].displayName must not be empty",
      "metadata_templates[0].fields[0].displayName must not have more than 4096 characters",
    ]);
    const tagged = (id: number, count: number) => {
      const tags = Array.from({ length: count }, (_, tag) => `${id} ${tag}`);
      return { id: `${id}`, name: `${id}`, parent_id: "20", versions: [{ id: `v${id}` }], tags };
    };
    const full = Array.from({ length: 100 }, (_, index) => tagged(100 + index, 100));
    expect(issuesOf(seedWith({ files: full }))).toEqual([]);
    const message = "enterprises[0] has more than 10000 different tags";
    expect(issuesOf(seedWith({ files: [...full, tagged(200, 1)] }))).toEqual([message]);
  });

  test("more issues than the message shows, with the number of the others", () => {
    const enterprises = Array.from({ length: 30 }, () => ({ id: "1" }));
    expect(() => load({ enterprises })).toThrow(/enterprises\[20\] has the id of another record\n {2}and 9 more$/);
  });
});

test("accepts the $schema that a file names for editors, and the published schema accepts the file", () => {
  const seed = { $schema: "./seed.schema.json", ...defaultSeed() };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  expect(ajv.validate(seedSchema, seed), JSON.stringify(ajv.errors)).toBe(true);
  expect(ajv.validate(seedSchema, { ...seed, user: [] })).toBe(false);
  expect(loadSeed(seed, 0).store.users.size).toBe(defaultSeed().users?.length);
});

/** The small seed, which has every kind of record, with one hold of each type first. */
const base: Seed = {
  ...smallSeed,
  legal_hold_policy_assignments: [
    { id: "1", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "file", id: "4001" } },
    { id: "2", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "file_version", id: "5001" } },
    { id: "3", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "folder", id: "3001" } },
    { id: "4", policy_id: "8001", assigned_by: "1001", assigned_to: { type: "user", id: "1003" } },
  ],
};

/** Each reference of a seed, what it names, and an id of another kind of record where there is one. */
test.each<[list: ListName, at: string, kind: string, wrong?: string, message?: string]>([
  ["users", "[0].enterprise_id", "enterprise"],
  ["email_aliases", "[0].user_id", "user"],
  ["groups", "[0].enterprise_id", "enterprise"],
  ["groups", "[0].member_ids[0]", "user"],
  ["folders", "[0].owner_id", "user"],
  ["collaborations", "[0].item.id", "folder", "4001"],
  ["collaborations", "[2].accessible_by.id", "group", "1003"],
  ["allowlist_entries", "[0].enterprise_id", "enterprise"],
  ["metadata_templates", "[1].scope", "enterprise", "enterprise_99", "99"],
  ["metadata_instances", "[0].item.id", "file", "3001"],
  ["metadata_instances", "[0].templateKey", "template", "other", "enterprise_7001.other"],
  ["tasks", "[0].file_id", "file", "3001"],
  ["task_assignments", "[0].task_id", "task"],
  ["task_assignments", "[0].assigned_to", "user"],
  ["terms_of_services", "[0].enterprise_id", "enterprise"],
  ["legal_hold_policies", "[0].enterprise_id", "enterprise"],
  ["legal_hold_policy_assignments", "[0].policy_id", "legal hold policy"],
  ["legal_hold_policy_assignments", "[0].assigned_to.id", "file", "3001"],
  ["legal_hold_policy_assignments", "[1].assigned_to.id", "file version", "4001"],
  ["legal_hold_policy_assignments", "[2].assigned_to.id", "folder", "4001"],
  ["legal_hold_policy_assignments", "[3].assigned_to.id", "user", "2001"],
  ["retention_policies", "[0].enterprise_id", "enterprise"],
  ["file_version_retentions", "[0].file_version_id", "file version", "4001"],
  ["file_version_retentions", "[0].policy_id", "retention policy", "8001"],
  ["access_tokens", "[0].user_id", "user"],
  ["refresh_tokens", "[0].user_id", "user"],
  ["refresh_tokens", "[0].client_id", "client"],
])("rejects a seed in which %s%s names a missing %s", (list, at, kind, wrong = "missing", shown = wrong) => {
  const seed = structuredClone(base);
  const keys = `${list}${at}`.split(/[.[\]]+/).filter(Boolean);
  // Every step of the path leads to an object or a list.
  const holder = keys.slice(0, -1).reduce((node, key) => node[key] as Node, seed as Node);
  holder[keys.at(-1) ?? ""] = wrong;
  expect(issuesOf(seed)).toContain(`${list}${at} refers to a missing ${kind} ${shown}`);
});
type Node = { [key: string]: unknown };
