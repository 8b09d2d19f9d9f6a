import { describe, expect } from "vitest";
import { update } from "../../support/requests.js";
import { expectApiError, expectBadRequest, unchecked } from "../../support/responses.js";
import { openSandbox, shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const named = (displayName: string) => ({ body: { scope: "enterprise" as const, displayName } });

describe("a new template", () => {
  test("has its properties, an id for every part, and a place in the list [OP-01] [OP-02] [BE-02]", async ({ as }) => {
    const fields = [
      { type: "multiSelect" as const, key: "z", displayName: "Z", options: [{ key: "one" }, { key: "two" }] },
      { type: "float" as const, key: "a", displayName: "A", description: "A number", hidden: true },
      { type: "date" as const, key: "m", displayName: "M" },
      { type: "enum" as const, key: "b", displayName: "B", options: [{ key: "yes" }, { key: "no" }] },
      { type: "string" as const, key: "0", displayName: "Zero" },
    ];
    const body = { scope: "enterprise" as const, displayName: "Parcel", templateKey: "parcel-1", hidden: true, fields };
    const made = await as("admin").createMetadataTemplate({ body: { ...body, copyInstanceOnItemCopy: true } });
    const given = { ...body, type: "metadata_template", scope: "enterprise_7001", copyInstanceOnItemCopy: true };
    expect(made).toMatchObject(given);
    expect(made.fields.map(({ key }) => key)).toEqual(["z", "a", "m", "b", "0"]);
    const parts = [made, ...made.fields, ...made.fields.flatMap(({ options = [] }) => options)];
    expect(new Set(parts.map(({ id }) => id)).size).toBe(10);
    const { entries } = await as("member").listEnterpriseMetadataTemplates();
    expect(entries).toContainEqual(made);
  });

  test("defaults to no fields, visible and not copied [OP-01] [BE-26]", async ({ as }) => {
    const made = await as("co-admin").createMetadataTemplate(named("Parcel"));
    expect(made).toMatchObject({ fields: [], hidden: false, copyInstanceOnItemCopy: false, templateKey: "parcel" });
  });

  test.each([
    ["Land register", "landRegister"],
    ["Prüfung: Öl & Gas", "prufungOlGas"],
    ["2026 budget", "_2026Budget"],
    ["€ – ★", "template"],
    ["名前", "template"],
    ["n".repeat(200), "n".repeat(64)],
    ["__proto__", "proto"],
    ["constructor", "constructor"],
  ])("named %j gets the key %s, under which it is then found [BE-01]", async (displayName, templateKey) => {
    const { as } = await openSandbox();
    expect(await as("admin").createMetadataTemplate(named(displayName))).toMatchObject({ displayName, templateKey });
    const path = { file_id: "4002", scope: "enterprise", template_key: templateKey };
    expect(await as("owner").createFileMetadata({ path, body: {} })).toMatchObject({ $template: templateKey });
  });

  test("gets a key of its own where names come to the same key [BE-01]", async ({ as }) => {
    const admin = as("admin");
    const keys: string[] = [];
    for (const name of ["Contract", "contract!", "CONTRACT", "x".repeat(64), "x".repeat(90)]) {
      keys.push((await admin.createMetadataTemplate(named(name))).templateKey);
    }
    expect(keys).toEqual(["contract1", "contract2", "contract3", "x".repeat(64), `${"x".repeat(63)}1`]);
  });

  test("is rejected when its key exists in the same enterprise [BE-01]", async ({ as }) => {
    const asked = { body: { ...named("Another").body, templateKey: "contract" } };
    await expectApiError(as("admin").createMetadataTemplate(asked), 409, "tuple_already_exists");
    const made = await as("partner").createMetadataTemplate(asked);
    expect(made).toMatchObject({ scope: "enterprise_7002", templateKey: "contract" });
  });
});

describe("a template is rejected", () => {
  test("in the scope global with 403, and in any other that is not its own with 400 [ER-03] [ER-01]", async () => {
    const inScope = (scope: string) =>
      shared.as("admin").createMetadataTemplate({ body: unchecked({ scope, displayName: "Parcel" }) });
    await expectApiError(inScope("global"), 403, "forbidden");
    await expectBadRequest(inScope("enterprise_7002"), "scope");
  });

  const field = { type: "string", key: "a", displayName: "A" };
  test.each<[names: string[], fields: object[], rest?: object]>([
    [
      ["fields[0].key", "fields[1].type", "hidden"],
      [
        { ...field, key: undefined },
        { ...field, type: "text" },
      ],
      { hidden: "yes" },
    ],
    [["fields[2].key"], [field, { ...field, key: "b" }, field]],
    [["fields[0].options"], [{ ...field, options: [{ key: "x" }] }]],
    [["fields[0].options[1].key"], [{ ...field, type: "enum", options: [{ key: "x" }, { key: "x" }] }]],
  ])("with the names of all that is wrong: %j [ER-01] [BE-02]", async (names, fields, rest = {}) => {
    const body = unchecked<ReturnType<typeof named>["body"]>({ ...named("A").body, fields, ...rest });
    await expectBadRequest(shared.as("admin").createMetadataTemplate({ body }), ...names);
  });
});

describe("the length of", () => {
  const field = (part: object) => ({
    ...named("A").body,
    fields: [{ type: "string", key: "a", displayName: "A", ...part }],
  });
  test.each([
    ["templateKey", 64, (text: string) => ({ ...named("A").body, templateKey: text })],
    ["displayName", 4096, (text: string) => named(text).body],
    ["fields[0].key", 256, (key: string) => field({ key })],
    ["fields[0].displayName", 4096, (displayName: string) => field({ displayName })],
    ["fields[0].description", 4096, (description: string) => field({ description })],
  ])("%s may be %i, and no more [LM-01]", async (name, length, bodyOf) => {
    const { as } = await openSandbox();
    const create = (text: string) => as("admin").createMetadataTemplate({ body: unchecked(bodyOf(text)) });
    await expectBadRequest(create("n".repeat(length + 1)), name);
    const longest = bodyOf("n".repeat(length));
    expect(await create("n".repeat(length))).toMatchObject({ ...longest, scope: "enterprise_7001" });
  });

  test("the description of a file may be 256, and no more [LM-01]", async ({ as }) => {
    const describeAs = (description: string) => update(as("owner"), "4002", { description });
    await expectBadRequest(describeAs("d".repeat(257)), "description");
    expect((await describeAs("d".repeat(256))).description).toBe("d".repeat(256));
  });
});

describe("the list of templates", () => {
  test("is that of the enterprise of the caller, also by As-User [CO-3] [OP-02]", async ({ as }) => {
    const keysFor = async (client: ReturnType<typeof as>) => {
      const { entries } = await client.listEnterpriseMetadataTemplates();
      return entries.map(({ scope, templateKey }) => `${scope}.${templateKey}`);
    };
    const own = ["enterprise_7001.approval", "enterprise_7001.contract"];
    expect(await keysFor(as("partner"))).toEqual(["enterprise_7002.partnership"]);
    expect(await keysFor(as("service"))).toEqual(own);
    expect(await keysFor(as("admin").asUser("1005"))).toEqual(own);
  });
});
