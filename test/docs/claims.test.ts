import { createClient, isApiError, metadataQuery, paginate, sharedLink } from "content-service-client";
import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";

const from = "enterprise_7001.claims";
const fields = [
  { type: "string", key: "text", displayName: "Text" },
  { type: "float", key: "number", displayName: "Number" },
  { type: "multiSelect", key: "tags", displayName: "Tags", options: [{ key: "a" }, { key: "b" }, { key: "c" }] },
] as const;

/** A sandbox, its clients, and what programs of a guide do with them. */
async function start() {
  const { baseUrl, fetch, clock } = await createSandbox();
  const clientOf = (user: string) => createClient({ baseUrl, fetch, auth: `token-${user}` });
  const owner = clientOf("owner");
  const file = { path: { file_id: "4001" } };
  const link = async (url: string, password?: string) => {
    const client = clientOf("partner");
    return (await client.findSharedItem({ header: sharedLink({ url, password }) }))?.name;
  };
  /** Finds the numbers of files with these values, in a folder. */
  const found = async (condition: string, ancestor_folder_id = "0") => {
    const query = { from, ancestor_folder_id, query: condition, fields: [`metadata.${from}.number`] };
    return (await owner.queryMetadata({ body: query })).entries.map(({ id }) => id).sort();
  };
  const withValues = async (values: Record<string, Record<string, string | number | string[]>>) => {
    const template = {
      scope: "enterprise",
      displayName: "Claims",
      templateKey: "claims",
      fields: [...fields],
    } as const;
    await clientOf("admin").createMetadataTemplate({ body: template });
    for (const [file_id, body] of Object.entries(values))
      await owner.createFileMetadata({ path: { file_id, scope: "enterprise", template_key: "claims" }, body });
  };
  return { clientOf, owner, file, link, found, withValues, clock };
}

type World = Awaited<ReturnType<typeof start>>;

const outcome = async (call: Promise<unknown>) =>
  call.then(
    () => "success",
    (error: unknown) => (isApiError(error) ? `${error.status} ${error.code}` : (error as Error).name),
  );
const shared = (owner: World["owner"], shared_link: object | null) =>
  owner.updateFile({ path: { file_id: "10001" }, query: { fields: ["shared_link"] }, body: { shared_link } });

/** The claims of the guides, as docs/requirements.md lists them; each is tried by a program. */
test.each<[claim: string, id: string, program: (world: World) => Promise<unknown>, expected: unknown]>([
  [
    "a vanity name in use and an expiry in the past are 400",
    "GC-1",
    async ({ owner, file, clock }) => {
      await owner.updateFile({ ...file, body: { shared_link: { vanity_name: "taken" } } });
      const past = { unshared_at: new Date(clock.now() - 1000).toISOString() };
      return [await outcome(shared(owner, { vanity_name: "taken" })), await outcome(shared(owner, past))];
    },
    ["400 bad_request", "400 bad_request"],
  ],
  [
    "members of a link that a call omits stay, and null removes the password or the link",
    "GC-2",
    async ({ owner }) => {
      await shared(owner, { password: "winter-garden", vanity_name: "first" });
      const open = (await shared(owner, { password: null })).shared_link;
      return [open?.vanity_name, open?.is_password_enabled, (await shared(owner, null)).shared_link];
    },
    ["first", false, null],
  ],
  [
    "a wrong password, an unknown link and a removed one have the same response",
    "GC-3",
    async ({ owner, link }) => {
      const { shared_link } = await shared(owner, { access: "open", password: "winter-garden" });
      const url = shared_link?.url ?? "";
      const results = [await link(url, "winter-garden"), await outcome(link(url, "x")), await outcome(link(`${url}0`))];
      await shared(owner, null);
      return [...results, await outcome(link(url, "winter-garden"))];
    },
    [expect.stringMatching(/\.pdf$/), "404 not_found", "404 not_found", "404 not_found"],
  ],
  [
    "NOT binds tighter than AND, AND tighter than OR, and keywords have no case",
    "GC-4",
    async ({ withValues, found }) => {
      await withValues({ 4001: { number: 1 }, 4002: { number: 2 }, 10001: { number: 3 } });
      return [
        await found("number = 1 OR number = 2 AND number = 3"),
        await found("not number = 1 and number < 3"),
        await found("(number = 1 Or number = 2) aNd number = 2"),
      ];
    },
    [["4001"], ["4002"], ["4002"]],
  ],
  [
    "a field without a value only matches IS NULL",
    "GC-5",
    async ({ withValues, found }) => {
      await withValues({ 4001: { text: "open" }, 4002: { number: 2 } });
      const conditions = ["text = 'open'", "text != 'open'", "text IS NULL", "NOT text IS NULL", "text = 'opne'"];
      return Promise.all(conditions.map((condition) => found(condition)));
    },
    [["4001"], [], ["4002"], ["4001"], []],
  ],
  [
    "a condition on a multiSelect is true for one of its options, and != and NOT for none",
    "GC-6",
    async ({ withValues, found }) => {
      await withValues({ 4001: { tags: ["a", "b"] }, 4002: { tags: ["c"] } });
      return Promise.all(["tags = 'b'", "tags != 'b'", "NOT tags = 'b'"].map((condition) => found(condition)));
    },
    [["4001"], ["4002"], ["4002"]],
  ],
  [
    "LIKE has %, _ and a backslash before a literal character, and ILIKE ignores case",
    "GC-7",
    async ({ withValues, found }) => {
      await withValues({ 4001: { text: "100%" }, 4002: { text: "100x" }, 10001: { text: "AB" } });
      const conditions = ["text LIKE '100_'", "text LIKE '100\\%'", "text LIKE '%a%'", "text ILIKE '%a%'"];
      return Promise.all(conditions.map((condition) => found(condition)));
    },
    [["4001", "4002"], ["4001"], [], ["10001"]],
  ],
  [
    "an operator that a type does not have is 400 invalid_query",
    "GC-8",
    async ({ withValues, found }) => {
      await withValues({});
      const conditions = ["number LIKE '1'", "tags < 'a'", "text < 'a'", "tags LIKE 'a'", "number IS NULL"];
      return Promise.all(conditions.map((condition) => outcome(found(condition))));
    },
    ["400 invalid_query", "400 invalid_query", "success", "success", "success"],
  ],
  [
    "metadataQuery throws a TypeError for an empty list, NaN and null",
    "GC-9",
    async () =>
      [[], Number.NaN, null].map((value) => {
        try {
          // Values that do not compile.
          return metadataQuery`number = ${value as never}`;
        } catch (error) {
          return (error as Error).name;
        }
      }),
    ["TypeError", "TypeError", "TypeError"],
  ],
  [
    "an offset above 300,000 is a TypeError of paginate",
    "GC-10",
    async ({ clientOf }) => {
      const list = clientOf("admin").listCollaborationAllowlistEntries;
      return outcome(
        paginate(list, { query: { offset: 300_001 } })
          [Symbol.asyncIterator]()
          .next(),
      );
    },
    "TypeError",
  ],
  [
    "only the owner moves a file to the root folder",
    "GC-11",
    async ({ clientOf, file }) =>
      Promise.all(
        ["admin", "owner"].map((user) =>
          outcome(clientOf(user).updateFile({ ...file, body: { parent: { id: "0" } } })),
        ),
      ),
    ["403 access_denied_insufficient_permissions", "success"],
  ],
])("%s [%s]", async (claim, id, program, expected) => {
  expect(await program(await start()), `${id}: ${claim}`).toEqual(expected);
});
