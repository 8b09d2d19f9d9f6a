import { type Client, type components, metadataQuery, paginate } from "content-service-client";
import { describe, expect } from "vitest";
import { move, restore } from "../../support/requests.js";
import { apiErrorOf, expectApiError, unchecked } from "../../support/responses.js";
import { openSandbox, shareSandbox, smallSeed, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

type MetadataQuery = components["schemas"]["MetadataQuery"];

const contracts = (query: Partial<MetadataQuery> = {}): MetadataQuery => ({
  from: "enterprise_7001.contract",
  ancestor_folder_id: "0",
  ...query,
});

const argument = (name: string, reason: string): [number, string, object, RegExp] => [
  400,
  "unexpected_json_type",
  { reason, name: `query_params.${name}` },
  RegExp(`argument ${name}`),
];

/** The ids of all that a query finds, but for the invoices, which are in the way. */
async function idsFor(client: Client, query: Partial<MetadataQuery> = {}): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of paginate(client.queryMetadata, { body: contracts({ limit: 100, ...query }) }))
    ids.push(id);
  return ids.filter((id) => id.length < 5);
}

describe("a query", () => {
  test("finds at once what was created, deleted and moved [OP-25] [ST-5]", async ({ as }) => {
    const owner = as("owner");
    const place = { path: { file_id: "4006", scope: "enterprise", template_key: "contract" } };
    const found = () => idsFor(owner, { ancestor_folder_id: "3001", ...metadataQuery`amount = ${77}` });
    await owner.createFileMetadata({ ...place, body: { amount: 77 } });
    expect(await found()).toEqual(["4006"]);
    await move(owner, "4006", "3006");
    expect(await found()).toEqual([]);
    await move(owner, "4006", "3002");
    expect(await found()).toEqual(["4006"]);
    await owner.deleteFileMetadata(place);
    expect(await found()).toEqual([]);
  });

  test("finds what is below its folder, at any depth, and that the caller may see [BE-22]", async () => {
    const { as } = shared;
    const rows = await Promise.all(
      ["0", "3001", "3002", "3005", "3006"].map((id) => idsFor(as("admin"), { ancestor_folder_id: id })),
    );
    expect(rows).toEqual([["4001", "3002", "4004"], ["4001", "3002"], ["4001"], ["4004"], []]);
    for (const client of [as("admin").asUser("1003"), as("reviewer")])
      expect(await idsFor(client)).toEqual(["4001", "3002"]);
    expect(await idsFor(as("member"))).toEqual([]);
  });

  test("finds a guest's own metadata on files of another enterprise, and no other [BE-22] [CO-3]", async ({ as }) => {
    const partner = as("partner");
    const own = { scope: "enterprise", template_key: "partnership" };
    for (const file_id of ["4007", "4900"]) await partner.createFileMetadata({ path: { file_id, ...own }, body: {} });
    const contract = { file_id: "4007", scope: "enterprise", template_key: "contract" };
    await as("owner").createFileMetadata({ path: contract, body: { amount: 5 } });
    const from = "enterprise_7002.partnership";
    const fields = ["metadata.enterprise_7001.contract", "metadata.enterprise_7002.partnership"];
    expect(await idsFor(partner, { from })).toEqual(["4007", "4900"]);
    const { entries } = await partner.queryMetadata({ body: contracts({ from, ancestor_folder_id: "3006", fields }) });
    expect(entries).toMatchObject([{ id: "4007", metadata: { enterprise_7002: { partnership: {} } } }]);
    expect(entries[0]?.metadata).not.toHaveProperty("enterprise_7001");
  });

  test("finds nothing in the trash, be it thrown away itself or with its folder [BE-22]", async () => {
    const seed = structuredClone(smallSeed);
    const contract = { scope: "enterprise_7001", templateKey: "contract" };
    for (const [type, id] of [
      ["file", "4003"],
      ["folder", "3003"],
      ["folder", "3004"],
      ["file", "4002"],
    ] as const) {
      seed.metadata_instances?.push({ id: `trash-${id}`, item: { type, id }, ...contract, values: { amount: 1 } });
    }
    for (const file of seed.files ?? []) if (file.id === "4002") file.trashed_at = "-P1D";
    const { as } = await openSandbox({ seed });
    expect(await idsFor(as("admin"), { ancestor_folder_id: "3001" })).toEqual(["4001", "3002"]);
    await restore(as("owner"), "3003");
    const found = await idsFor(as("admin"), { ancestor_folder_id: "3001" });
    expect(found.sort()).toEqual(["3002", "3003", "3004", "4001", "4003"]);
  });
});

test("entries have whole instances or single fields, with the attributes of the system [OP-25] [BE-05]", async () => {
  const entriesWith = async (...fields: string[]) =>
    (await shared.as("reviewer").queryMetadata({ body: contracts({ limit: 2, fields }) })).entries;
  const path = "metadata.enterprise_7001.contract";
  const system = { $scope: "enterprise_7001", $template: "contract", $version: 0 };
  const values = { party: "Outside Partner", signed_at: "2026-02-27T00:00:00+00:00", status: "open", tags: ["lease"] };
  const [file, folder] = await entriesWith(path, "metadata.global.properties");
  expect(file).toEqual({
    type: "file",
    id: "4001",
    etag: "3",
    name: "lease.pdf",
    metadata: {
      enterprise_7001: { contract: { ...system, $parent: "file_4001", amount: 1250.5, ...values } },
      global: { properties: expect.objectContaining({ cost_center: "4711", reviewed: "yes" }) },
    },
  });
  const contract = expect.objectContaining({ $parent: "folder_3002", status: "signed", amount: 50 });
  expect(folder?.metadata).toEqual({ enterprise_7001: { contract } });
  const entries = await entriesWith(`${path}.amount`, `${path}.party`, "etag");
  expect(entries.map(({ metadata }) => metadata?.["enterprise_7001"]?.["contract"])).toEqual([
    { ...system, $parent: "file_4001", amount: 1250.5, party: "Outside Partner" },
    { ...system, $parent: "folder_3002", amount: 50 },
  ]);
});

test.for<[wrong: object, status: number, code: string, error: object, message?: RegExp]>([
  [{ ancestor_folder_id: undefined }, 400, "bad_request", { name: "ancestor_folder_id" }],
  [{ from: "global.properties" }, 400, "bad_request", { name: "from" }],
  [{ from: "enterprise.contract" }, 400, "bad_request", { name: "from" }],
  [{ from: "enterprise_7001" }, 400, "bad_request", { name: "from" }],
  [{ from: "enterprise_7001.no-such-key" }, 404, "not_found", { name: "from" }],
  [{ from: "enterprise_7002.partnership" }, 404, "not_found", { name: "from" }],
  [{ query: "amount = :a" }, ...argument("a", "missing_argument")],
  [{ query: "amount = :constructor", query_params: {} }, ...argument("constructor", "missing_argument")],
  [{ query: "amount = :a", query_params: { a: "10.5" } }, ...argument("a", "invalid_parameter")],
  [{ query: "amount = 1 AND" }, 400, "invalid_query", { name: "query" }, / position 15\b/],
  [{ query: "signed_at > '2026-02-01'" }, 400, "invalid_query", { name: "query" }, / position 13\b/],
])(
  "a query with %j is rejected with %i %s and the error %j [BE-21] [CO-4] [ER-29] [ER-30] [ER-31]",
  async ([wrong, status, code, expected, message = /./]) => {
    const body = unchecked<MetadataQuery>({ ...contracts(), ...wrong });
    const error = await expectApiError(shared.as("admin").queryMetadata({ body }), status, code);
    expect(error.body).toMatchObject({ context_info: { errors: [expected] }, message: expect.stringMatching(message) });
  },
);

test("the error after the retries of a query says that the query may be at fault [ER-33]", async ({ setup }) => {
  setup.sandbox.faults.add({ kind: "status", status: 500, operation: "queryMetadata", times: null });
  const owner = setup.as("owner", { retry: { baseDelayMs: 0 } });
  const error = await apiErrorOf(owner.queryMetadata({ body: contracts() }));
  expect(error).toMatchObject({ status: 500, code: "internal_server_error", attempts: 4 });
  expect(error.message).toContain("the query may be at fault");
});
