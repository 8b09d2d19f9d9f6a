import { arrayAt, type Exchange, isJsonObject, type JsonObject, objectAt, stringAt } from "content-service-contract";
import { expectError } from "../reads/expect-error.js";
import { QUERY } from "../reads/query-data.js";
import { type Check, jsonOf, letPass, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess } from "../session/expectations.js";
import { reportCreated } from "./creations.js";
import { instance, PROPERTIES, removeAfterwards, skipIfApplied } from "./file-metadata.js";
import { tomorrow } from "./given-values.js";
import { expectKept } from "./kept-values.js";
import { joinedText, LETTERS, LINE_SAMPLES, TEXT_SAMPLES, VALUE_LIKE_TEXTS } from "./texts.js";
import { tryRows } from "./valid-rows.js";
import { ABSENT, atOffset, coveringRows, fixed, type ValidValue } from "./valid-values.js";
import {
  attributes,
  CHANGE_ATTRIBUTES,
  expectListedWhole,
  expectSameFile,
  readWhole,
  updateWhole,
  type WholeFile,
} from "./whole-file.js";
import { skipIfLocked, workspaceOf } from "./workspace-file.js";

/** The checks that apply metadata with every kind of value, and read it with every operation that shows it. */
export const metadataValueChecks: readonly Check[] = [
  {
    id: "createFileMetadata/accepts-values",
    operation: "createFileMetadata",
    title: "createFileMetadata accepts texts and other values, keeps them, and changes nothing else",
    effects: "undone",
    async run(session) {
      if (!(await skipIfApplied(session))) return;
      const before = await readWhole(session);
      if (before === undefined) return;
      removeAfterwards(session);
      await tryInstances(session, PROPERTIES, FREE_VALUES);
      const after = await readWhole(session);
      if (after !== undefined) expectSameFile(session, before, after, "an unchanged", CHANGE_ATTRIBUTES);
    },
  },
  {
    id: "createFileMetadata/accepts-template-values",
    operation: "createFileMetadata",
    title: "createFileMetadata accepts values of each type, keeps them, and queries show them",
    effects: "lasting",
    async run(session) {
      if (!(await skipIfApplied(session))) return;
      const template = await createTemplate(session);
      if (template === undefined) return;
      const { scope, template_key } = template;
      const file = await readWhole(session);
      session.cleanUp(async () => {
        const path = { file_id: workspaceOf(session).fileId, scope, template_key };
        if (isSuccess((await session.call("getFileMetadata", { path })).response.status)) {
          await session.call("deleteFileMetadata", { path });
        }
      });
      if (file === undefined) return;
      let found: Found = {};
      await tryInstances(session, template, typedValues(session), async (values) => {
        found = await expectFound(session, template, values, file, found);
      });
      if (found.missing !== undefined) {
        const message = "Expected the query to find a file with an instance; received it in no response";
        const contract = "/components/schemas/MetadataQuery/properties/from";
        const at = "/response/body/entries";
        session.find({ rule: "query-respected", message, operation: QUERY, contract, at, exchange: found.missing });
      }
      await expectRenamed(session, template, file);
      if (found.once === true && found.missing === undefined) await expectGone(session, template, file);
      await rejectsWrongValues(session, template);
      await expectOthersKept(session, template);
    },
  },
];

interface Template {
  readonly scope: string;
  readonly template_key: string;
}

/** Values that every service can keep as text. Some services keep only text in this template. */
const FREE_VALUES: Readonly<Record<string, readonly ValidValue[]>> = {
  ...Object.fromEntries(
    TEXT_SAMPLES.map(({ kind, text }, index) => [
      `text_${index}`,
      [ABSENT, { kind: `with ${kind}`, make: () => text }],
    ]),
  ),
  ...Object.fromEntries(VALUE_LIKE_TEXTS.map((text, index) => [`like_${index}`, [ABSENT, fixed(text)]])),
  empty: [ABSENT, { ...fixed(""), open: true }],
  [LETTERS]: [ABSENT, { ...fixed("a key with letters of several languages"), open: true }],
  number: [ABSENT, ...[-12.5, 1e15, 0].map((value) => ({ ...fixed(value), open: true }))],
  flag: [ABSENT, ...[true, false].map((value) => ({ ...fixed(value), open: true }))],
  list: [ABSENT, { ...fixed(["b", "a"]), open: true }],
};

/** The fields of the template, and valid values of each. */
function typedValues(session: Session): Record<string, readonly ValidValue[]> {
  const time = tomorrow(session);
  const options = LINE_SAMPLES.map(({ text }) => text);
  return {
    party: [
      fixed("Outside Partner"),
      ...VALUE_LIKE_TEXTS.map(fixed),
      { kind: "with all kinds of characters", make: () => ` ${joinedText(TEXT_SAMPLES)} ` },
      { ...fixed(""), open: true },
    ],
    Amount: [ABSENT, ...NUMBERS.map(fixed)],
    signed_at: [ABSENT, fixed(time), { kind: "with an offset", make: () => atOffset(time) }],
    status: [ABSENT, ...options.map(fixed)],
    kinds: [ABSENT, fixed([...options].reverse()), fixed(options.slice(0, 1)), { ...fixed([]), open: true }],
  };
}

const NUMBERS = [0.1, -12.5, 0, 1e15, 1e21, 0.30000000000000004, 123456789.123456, Number.MAX_SAFE_INTEGER, 1e-7];

async function createTemplate(session: Session): Promise<Template | undefined> {
  const name = session.uniqueName();
  const options = LINE_SAMPLES.map(({ text }) => ({ key: text }));
  const field = (type: string, key: string, others: JsonObject = {}) => ({ type, key, displayName: key, ...others });
  const fields = [
    field("string", "party"),
    field("float", "Amount"),
    field("date", "signed_at"),
    field("enum", "status", { options }),
    field("multiSelect", "kinds", { options }),
  ];
  const body = { scope: "enterprise", displayName: name, templateKey: name, fields };
  const exchange = await session.call("createMetadataTemplate", { body });
  if (!expectSuccess(session, exchange)) return undefined;
  reportCreated(session, "createMetadataTemplate", exchange);
  const record = jsonOf(exchange);
  const scope = isJsonObject(record) ? stringAt(record, "scope") : undefined;
  return scope === undefined ? undefined : { scope, template_key: name };
}

/** Applies one instance after the other, and expects each in the response and by another read. */
async function tryInstances(
  session: Session,
  { scope, template_key }: Template,
  values: Readonly<Record<string, readonly ValidValue[]>>,
  onApplied: (values: JsonObject) => Promise<void> = async () => {},
): Promise<void> {
  const { fileId: file_id } = workspaceOf(session);
  const path = { file_id, scope, template_key };
  // Both forms of a scope name the same template.
  const short = scope === "global" ? path : { ...path, scope: "enterprise" };
  let count = 0;
  await tryRows({
    ...{ session, operation: "createFileMetadata", rows: coveringRows(values) },
    send: ({ body }) => {
      count += 1;
      return session.call("createFileMetadata", { path: count % 2 === 0 ? path : short, body });
    },
    async onSuccess(exchange, body) {
      const system = { $parent: `file_${file_id}`, $template: template_key, $scope: scope };
      const isKept = expectKept(session, exchange, { ...body, ...system }) && expectAll(session, exchange, body);
      const read = await session.call("getFileMetadata", { path: count % 2 === 0 ? short : path });
      if (!expectSuccess(session, read)) return false;
      const created = jsonOf(exchange);
      const stored = expectKept(
        session,
        read,
        isJsonObject(created) ? created : {},
        "as in the response to its creation",
      );
      await onApplied(body);
      return (
        expectSuccess(session, await session.call("deleteFileMetadata", { path })) &&
        isKept &&
        stored &&
        expectAll(session, read, body)
      );
    },
    onError: async (exchange) => skipIfLocked(session, exchange),
  });
}

/** Values that do not match the template get the documented error. */
async function rejectsWrongValues(session: Session, template: Template): Promise<void> {
  const path = { file_id: workspaceOf(session).fileId, ...template };
  const wrong: readonly (readonly [example: string, what: string, body: JsonObject])[] = [
    ["unknown_field", "a field that the template does not have", { no_such_field: "text" }],
    ["unknown_option", "an unknown option", { status: "no such option" }],
    ["unknown_option", "an unknown option in a list", { kinds: ["no such option"] }],
    ["wrong_type", "a text in a float field", { Amount: "text" }],
    ["wrong_type", "a text in a date field", { signed_at: "text" }],
    ["wrong_type", "a number in a string field", { party: 7 }],
    ["wrong_type", "a text in a multiSelect field", { kinds: "text" }],
  ];
  for (const [example, what, body] of wrong) {
    const exchange = await session.call("createFileMetadata", { path, body });
    await expectError(session, exchange, { example, what });
    if (isSuccess(exchange.response.status)) await session.call("deleteFileMetadata", { path });
  }
}

/** Expects every value to be there: the rules cannot know which values an instance has. */
function expectAll(session: Session, exchange: Exchange, values: JsonObject): boolean {
  const body = jsonOf(exchange);
  const missing = Object.keys(values).find((name) => !isJsonObject(body) || !(name in body));
  if (missing === undefined) return true;
  session.find({
    ...{ rule: "state-kept", message: `Expected \`${missing}\` as sent; received no value` },
    ...{ operation: session.operationOf(exchange), contract: "/components/schemas/MetadataInstance" },
    ...{ at: "/response/body", exchange },
  });
  return false;
}

/** A response without the file, unless another one had it. */
interface Found {
  readonly once?: boolean;
  readonly missing?: Exchange;
}

/** Expects a query to show the same instance and the same file. Its index may not have them yet. */
async function expectFound(
  session: Session,
  { scope, template_key }: Template,
  values: JsonObject,
  file: WholeFile,
  before: Found = {},
): Promise<Found> {
  const body = {
    from: `${scope}.${template_key}`,
    ancestor_folder_id: stringAt(objectAt(file.record, "parent"), "id") ?? "0",
    fields: [...attributes(session), `metadata.${scope}.${template_key}`],
  };
  const { exchange, index, found } = await query(session, body);
  if (!expectSuccess(session, exchange)) return { once: true };
  if (!isJsonObject(found)) return before.once === true ? before : { missing: exchange };
  const place = `/entries/${index}`;
  expectKept(session, exchange, { metadata: { [scope]: { [template_key]: values } } }, "as sent", place);
  await expectListedWhole(session, exchange);
  return { once: true };
}

async function query(session: Session, body: JsonObject) {
  const exchange = await session.call(QUERY, { body });
  const json = jsonOf(exchange);
  const entries = isJsonObject(json) ? arrayAt(json, "entries") : [];
  const index = entries.findIndex((one) => isJsonObject(one) && one["id"] === workspaceOf(session).fileId);
  return { exchange, index, found: entries[index] };
}

/** A query does not find the file without an instance. Its index may have it for some time. */
async function expectGone(session: Session, { scope, template_key }: Template, { record }: WholeFile): Promise<void> {
  const ancestor_folder_id = stringAt(objectAt(record, "parent"), "id") ?? "0";
  const body = { from: `${scope}.${template_key}`, ancestor_folder_id };
  const first = await query(session, body);
  if (first.found === undefined || !(await letPass(session, INDEX_MS))) return;
  const { exchange, index, found } = await query(session, body);
  if (found === undefined) return;
  session.find({
    ...{ rule: "query-respected", message: "Expected no file whose metadata was deleted; received it" },
    ...{ operation: QUERY, contract: "/components/schemas/MetadataQuery/properties/from" },
    ...{ at: `/response/body/entries/${index}`, exchange },
  });
}

/** Longer than most indexes take. */
const INDEX_MS = 5000;

/** A query shows the new name of a file. */
async function expectRenamed(session: Session, template: Template, file: WholeFile): Promise<void> {
  const path = { file_id: workspaceOf(session).fileId, ...template };
  const body = { party: session.uniqueName() };
  if (!expectSuccess(session, await session.call("createFileMetadata", { path, body }))) return;
  const name = stringAt(file.record, "name") ?? "";
  session.cleanUp(async () => void (await updateWhole(session, { name })));
  if (expectSuccess(session, (await updateWhole(session, { name: `${session.uniqueName()} ${name}` })).exchange)) {
    await expectFound(session, template, body, file);
  }
  expectSuccess(session, await session.call("deleteFileMetadata", { path }));
}

/** Deleting one instance leaves the others. */
async function expectOthersKept(session: Session, { scope, template_key }: Template): Promise<void> {
  removeAfterwards(session);
  const path = { file_id: workspaceOf(session).fileId, scope, template_key };
  const values = { party: session.uniqueName() };
  if (!expectSuccess(session, await session.call("createFileMetadata", { path, body: values }))) return;
  if (!expectSuccess(session, await instance(session, "createFileMetadata", { status: "open" }))) return;
  if (!expectSuccess(session, await instance(session, "deleteFileMetadata"))) return;
  const read = await session.call("getFileMetadata", { path });
  if (expectStatus(session, read, "2xx", "metadata of another template than the deleted one")) {
    expectKept(session, read, values, "unchanged by the deletion of other metadata");
  }
}
