import { describe, expect } from "vitest";
import { expectApiError, expectBadRequest, unchecked } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const named = (displayName: string) => ({ body: { scope: "enterprise" as const, displayName } });

describe("a new template", () => {
  test("has its properties, an id for every part, and a place in the list [OP-01] [OP-02] [BE-02]", async ({ as }) => {
    const fields = [
      { type: "multiSelect" as const, key: "z", displayName: "Z", options: [{ key: "one" }, { key: "two" }] },
      { type: "float" as const, key: "a", displayName: "A", description: "A number", hidden: true },
      { type: "enum" as const, key: "b", displayName: "B", options: [{ key: "yes" }, { key: "no" }] },
    ];
    const body = { scope: "enterprise" as const, displayName: "Parcel", templateKey: "parcel-1", hidden: true, fields };
    const made = await as("admin").createMetadataTemplate({ body: { ...body, copyInstanceOnItemCopy: true } });
    const given = { ...body, type: "metadata_template", scope: "enterprise_7001", copyInstanceOnItemCopy: true };
    expect(made).toMatchObject(given);
    const parts = [made, ...made.fields, ...made.fields.flatMap(({ options = [] }) => options)];
    expect(new Set(parts.map(({ id }) => id)).size).toBe(8);
    const { entries } = await as("member").listEnterpriseMetadataTemplates();
    expect(entries).toContainEqual(made);
  });

  test("defaults to no fields, visible and not copied [OP-01] [BE-26]", async ({ as }) => {
    const made = await as("co-admin").createMetadataTemplate(named("Parcel"));
    expect(made).toMatchObject({ fields: [], hidden: false, copyInstanceOnItemCopy: false, templateKey: "parcel" });
  });

  test("gets a free key from its name, under which it is then found [BE-01]", async ({ as }) => {
    for (const [displayName, templateKey] of [
      ["Prüfung: Öl & Gas", "prufungOlGas"],
      ["Größe", "grosse"],
      ["2026 budget", "_2026Budget"],
      ["€ – ★", "template"],
      ["名前", "template1"],
      ["Contract", "contract1"],
      ["n".repeat(200), "n".repeat(64)],
      ["n".repeat(90), `${"n".repeat(63)}1`],
      ["__proto__", "proto"],
      ["constructor", "constructor"],
    ] as const) {
      expect(await as("admin").createMetadataTemplate(named(displayName))).toMatchObject({ displayName, templateKey });
      const path = { file_id: "4002", scope: "enterprise", template_key: templateKey };
      expect(await as("owner").createFileMetadata({ path, body: {} })).toMatchObject({ $template: templateKey });
    }
  });

  test("is rejected when its key exists in the same enterprise [BE-01]", async ({ as }) => {
    const asked = { body: { ...named("Another").body, templateKey: "contract" } };
    await expectApiError(as("admin").createMetadataTemplate(asked), 409, "tuple_already_exists");
    const made = await as("partner").createMetadataTemplate(asked);
    expect(made).toMatchObject({ scope: "enterprise_7002", templateKey: "contract" });
  });

  test("is rejected in the scope global with 403, and in any other with 400 [ER-03] [ER-01]", async () => {
    const inScope = (scope: string) =>
      shared.as("admin").createMetadataTemplate({ body: unchecked({ scope, displayName: "Parcel" }) });
    await expectApiError(inScope("global"), 403, "forbidden");
    await expectBadRequest(inScope("enterprise_7002"), "scope");
  });

  const field = { type: "string", key: "a", displayName: "A" };
  test.for<[names: string[], fields: object[]]>([
    [
      ["fields[0].key", "fields[1].type"],
      [
        { ...field, key: undefined },
        { ...field, type: "text" },
      ],
    ],
    [["fields[2].key"], [field, { ...field, key: "b" }, field]],
    [["fields[0].key"], [{ ...field, key: "$a" }]],
    [["fields[0].options"], [{ ...field, options: [{ key: "x" }] }]],
    [["fields[0].options[1].key"], [{ ...field, type: "enum", options: [{ key: "x" }, { key: "x" }] }]],
  ])("is rejected with the names of all that is wrong: %j [ER-01] [BE-02]", async ([names, fields]) => {
    const body = unchecked<ReturnType<typeof named>["body"]>({ ...named("A").body, fields });
    await expectBadRequest(shared.as("admin").createMetadataTemplate({ body }), ...names);
  });

  test("has texts of the maximum lengths [LM-01]", async ({ as }) => {
    const text = (length: number) => "n".repeat(length);
    const fields = [{ type: "string" as const, key: text(256), displayName: text(4096), description: text(4096) }];
    const body = { ...named(text(4096)).body, templateKey: text(64), fields };
    const made = await as("admin").createMetadataTemplate({ body });
    expect(made).toMatchObject({ ...body, scope: "enterprise_7001" });
    const longer = { ...body, templateKey: text(65) };
    await expectBadRequest(as("admin").createMetadataTemplate({ body: longer }), "templateKey");
  });
});

test("the list of templates is that of the enterprise of the caller, also by As-User [CO-3] [OP-02]", async () => {
  const keysFor = async (client: ReturnType<typeof shared.as>) => {
    const { entries } = await client.listEnterpriseMetadataTemplates();
    return entries.map(({ scope, templateKey }) => `${scope}.${templateKey}`);
  };
  const own = ["enterprise_7001.approval", "enterprise_7001.contract"];
  expect(await keysFor(shared.as("partner"))).toEqual(["enterprise_7002.partnership"]);
  expect(await keysFor(shared.as("service"))).toEqual(own);
  expect(await keysFor(shared.as("admin").asUser("1005"))).toEqual(own);
});
