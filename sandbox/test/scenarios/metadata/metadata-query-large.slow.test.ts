import { metadataQuery } from "content-service-client";
import { expect, test } from "vitest";
import { apiErrorOf, expectApiError } from "../../support/responses.js";
import { findRecords, type RecordValues, recordFile, recordQuery, seedWithRecords } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

const MOST = 10_000;

/** As many records as need no index, and a file that has none yet. */
function seed() {
  const values = Array.from({ length: MOST }, (_, index): RecordValues => {
    const due = new Date(Date.UTC(2026, 0, 1 + (index % 1000))).toISOString();
    return { name: `name ${index % 100}`, amount: index, due, state: index % 2 === 0 ? "open" : "signed" };
  });
  return seedWithRecords([...values, undefined]);
}
const place = { path: { file_id: recordFile(MOST), scope: "enterprise", template_key: "record" } };

test("only a template on more than 10,000 items needs an index, which changes no result [ER-32]", async () => {
  const { as } = await startSandbox({ seed: seed() });
  const owner = as("owner");
  const queries = [
    metadataQuery`amount > ${9_990} AND amount <= ${9_995}`,
    metadataQuery`name = ${"name 7"} AND amount < ${350}`,
    metadataQuery`NOT amount >= ${4}`,
  ];
  const small = [];
  for (const query of queries) small.push(await findRecords(owner, query));
  expect(small.map(({ length }) => length)).toEqual([5, 4, 4]);

  await owner.createFileMetadata({ ...place, body: {} });
  for (const [number, query] of queries.entries()) {
    const { message } = await apiErrorOf(owner.queryMetadata({ body: recordQuery(query) }));
    const [, use_index = ""] = /use_index to (\w+)\./.exec(message) ?? [];
    expect(await findRecords(owner, { ...query, use_index })).toEqual(small[number]);
  }
  const expectNeeded = async (query: Parameters<typeof recordQuery>[0], index: string) => {
    const rejection = await expectApiError(owner.queryMetadata({ body: recordQuery(query) }), 403, "forbidden");
    expect(rejection.message).toContain(`Set use_index to record_${index}`);
  };
  await expectNeeded({ order_by: [{ field_key: "due", direction: "desc" }] }, "due.");
  await expectNeeded({}, "");
  for (const use_index of ["record_due", "amount", "contract_amount", "record_AMOUNT"])
    await expectNeeded({ ...metadataQuery`amount >= ${9_998}`, use_index }, "amount.");

  await owner.deleteFileMetadata(place);
  expect(await findRecords(owner, metadataQuery`amount >= ${9_998}`)).toHaveLength(2);
});

test("a template without fields needs an index, too [ER-32]", async () => {
  const large = seed();
  for (const template of large.metadata_templates ?? []) if (template.templateKey === "record") template.fields = [];
  for (const instance of large.metadata_instances ?? []) if (instance.templateKey === "record") instance.values = {};
  const { as } = await startSandbox({ seed: large });
  await as("owner").createFileMetadata({ ...place, body: {} });
  const rejection = await expectApiError(as("owner").queryMetadata({ body: recordQuery() }), 403, "forbidden");
  expect(rejection.message).toContain("Set use_index to record_id.");
  expect(await findRecords(as("owner"), { use_index: "record_id", limit: 100 })).toHaveLength(MOST + 1);
});
