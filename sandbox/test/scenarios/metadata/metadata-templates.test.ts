import { describe, expect, test } from "vitest";
import { apiErrorOf, errorNames, unchecked } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const named = (displayName: string) => ({ body: { scope: "enterprise" as const, displayName } });

describe("a new template", () => {
  test("has what it was given, with an id for every part, and is then in the list [OP-01] [OP-02] [BE-02]", async () => {
    const { as } = await startSandbox();
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
    expect(entries.at(-1)).toEqual(made);
  });

  test("has no fields, hides nothing and is not copied unless told [OP-01]", async () => {
    const { as } = await startSandbox();
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
    const { as } = await startSandbox();
    expect(await as("admin").createMetadataTemplate(named(displayName))).toMatchObject({ displayName, templateKey });
    const path = { file_id: "4002", scope: "enterprise", template_key: templateKey };
    const instance = await as("owner").createFileMetadata({ path, body: {} });
    expect(instance.$template).toBe(templateKey);
  });

  test("gets a key of its own where names come to the same key [BE-01]", async () => {
    const { as } = await startSandbox();
    const admin = as("admin");
    const keys: string[] = [];
    for (const name of ["Contract", "contract!", "CONTRACT", "x".repeat(64), "x".repeat(90)]) {
      keys.push((await admin.createMetadataTemplate(named(name))).templateKey);
    }
    expect(keys).toEqual(["contract1", "contract2", "contract3", "x".repeat(64), `${"x".repeat(63)}1`]);
  });

  test("is refused when it asks for a key that its enterprise has, and taken in another one [BE-01]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const asked = { body: { ...named("Another").body, templateKey: "contract" } };
    const refusal = await apiErrorOf(as("admin").createMetadataTemplate(asked));
    expect(refusal).toMatchObject({ status: 409, code: "tuple_already_exists" });
    expect(sandbox.snapshot()).toEqual(before);
    const made = await as("partner").createMetadataTemplate(asked);
    expect(made).toMatchObject({ scope: "enterprise_7002", templateKey: "contract" });
  });
});

describe("a template is refused", () => {
  test.each(["owner", "reviewer", "member", "service"] as const)(
    "when it comes from somebody who is no admin: the %s [ER-02]",
    async (person) => {
      const { as, sandbox } = await startSandbox();
      const before = sandbox.snapshot();
      const refusal = await apiErrorOf(as(person).createMetadataTemplate(named("Parcel")));
      expect(refusal).toMatchObject({ status: 403, code: "forbidden" });
      expect(sandbox.snapshot()).toEqual(before);
    },
  );

  test("when an admin acts for somebody who is none, and taken the other way round [ER-02]", async () => {
    const { as } = await startSandbox();
    const refusal = await apiErrorOf(as("admin").asUser("1005").createMetadataTemplate(named("Parcel")));
    expect(refusal).toMatchObject({ status: 403, code: "forbidden" });
    expect(await as("service").asUser("1001").createMetadataTemplate(named("Parcel"))).toMatchObject({
      templateKey: "parcel",
    });
  });

  test("in the scope global with 403, and in any other that is not its own with 400 [ER-03] [ER-01]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const inScope = (scope: string) => ({
      body: unchecked<{ scope: "enterprise"; displayName: string }>({ scope, displayName: "Parcel" }),
    });
    expect(await apiErrorOf(as("admin").createMetadataTemplate(inScope("global")))).toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const other = await apiErrorOf(as("admin").createMetadataTemplate(inScope("enterprise_7002")));
    expect(other).toMatchObject({ status: 400, code: "bad_request" });
    expect(other.body).toMatchObject({ context_info: { errors: [{ name: "scope" }] } });
    expect(sandbox.snapshot()).toEqual(before);
  });

  const field = { type: "string", key: "a", displayName: "A" };
  test.each([
    [["scope", "displayName"], {}],
    [["displayName", "fields[0].key"], { scope: "enterprise", fields: [{ type: "string", displayName: "A" }] }],
    [["templateKey"], { ...named("A").body, templateKey: "1 key" }],
    [["hidden", "copies"], { ...named("A").body, hidden: "yes", copies: true }],
    [
      ["fields[0].key", "fields[1].type"],
      {
        ...named("A").body,
        fields: [
          { ...field, key: undefined },
          { ...field, type: "text" },
        ],
      },
    ],
    [["fields[2].key"], { ...named("A").body, fields: [field, { ...field, key: "b" }, field] }],
    [["fields[0].options"], { ...named("A").body, fields: [{ ...field, options: [{ key: "x" }] }] }],
    [
      ["fields[0].options[1].key"],
      { ...named("A").body, fields: [{ ...field, type: "enum", options: [{ key: "x" }, { key: "x" }] }] },
    ],
  ])("with the names of all that is wrong: %j [ER-01] [BE-02]", async (names, body) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("admin").createMetadataTemplate({ body: unchecked(body) }));
    expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
    expect(errorNames(refusal)).toEqual([...names].sort());
    expect(sandbox.snapshot()).toEqual(before);
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
    const { as } = await startSandbox();
    const create = (text: string) => as("admin").createMetadataTemplate({ body: unchecked(bodyOf(text)) });
    const refusal = await apiErrorOf(create("n".repeat(length + 1)));
    expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
    expect(errorNames(refusal)).toEqual([name]);
    const longest = bodyOf("n".repeat(length));
    expect(await create("n".repeat(length))).toMatchObject({ ...longest, scope: "enterprise_7001" });
  });

  test("the description of a file may be 256, and no more [LM-01]", async () => {
    const { as } = await startSandbox();
    const describeAs = (description: string) =>
      as("owner").updateFile({ path: { file_id: "4002" }, body: { description } });
    const refusal = await apiErrorOf(describeAs("d".repeat(257)));
    expect(refusal).toMatchObject({ status: 400, code: "bad_request" });
    expect(errorNames(refusal)).toEqual(["description"]);
    expect((await describeAs("d".repeat(256))).description).toBe("d".repeat(256));
  });
});
