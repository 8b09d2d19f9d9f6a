import {
  arrayAt,
  type Contract,
  type Exchange,
  isJsonObject,
  type JsonObject,
  stringAt,
} from "content-service-contract";
import { expectError } from "../reads/expect-error.js";
import { ancestorsOf, entriesIn, findInQuery, type Query, queriesOf } from "../reads/query-data.js";
import { type Check, checkOf, jsonOf, letPass, objectOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues, isSuccess } from "../session/expectations.js";
import {
  filled,
  type Instances,
  instancesOf,
  type Keys,
  type Kind,
  pathOf,
  shortKeys,
  type Types,
} from "../session/instances.js";
import { reportCreated } from "./creations.js";
import { type RecordState, readRecord, skipIfLocked, updateOf, updateRecord } from "./given-record.js";
import { createForNow, expectStored, removeAfterwards, shownBy, skipIfPresent } from "./instance-checks.js";
import { expectKept } from "./kept-values.js";
import { ANY, expectSame, expectShownWhole } from "./record-states.js";
import { joinedText, LETTERS, LINE_SAMPLES, TEXT_SAMPLES, VALUE_LIKE_TEXTS } from "./texts.js";
import { ABSENT, coveringRows, fixed, timesOf, tryRows, type ValidValue, validValues } from "./valid-values.js";

/** The checks that create instances with every kind of value, and read them with every operation that shows them. */
export function instanceValueChecks(contract: Contract): Check[] {
  return instancesOf(contract).flatMap((of): Check[] => {
    const { id: operation } = of.create;
    const title = "accepts texts and other values, keeps them, and changes nothing else";
    const open = checkOf(of.create, ["accepts-values", title, "undone"], async (session) => {
      if (!(await skipIfPresent(session, of))) return;
      const before = await readRecord(session);
      if (before === undefined) return;
      removeAfterwards(session, of);
      const isOpen = Object.keys(of.open).length > 0;
      await tryInstances(session, of, [pathOf(session, of)], isOpen ? OPEN_VALUES : validValues(session, operation));
      const after = await readRecord(session);
      if (after !== undefined) expectSame(session, before, after, [ANY]);
    });
    const { types } = of;
    if (types === undefined) return [open];
    const typed = "accepts values of each type, keeps them, and queries show them";
    const run = (session: Session) => checkTyped(session, of, types);
    return [open, checkOf(of.create, ["accepts-typed-values", typed, "lasting"], run)];
  });
}

async function checkTyped(session: Session, of: Instances, types: Types): Promise<void> {
  const { contract } = session;
  const { create, read, remove } = of;
  if (!(await skipIfPresent(session, of))) return;
  const keys = await createType(session, types);
  if (keys === undefined) return;
  const path = { ...pathOf(session, of), ...keys };
  const file = await readRecord(session);
  session.cleanUp(async () => {
    if (isSuccess((await session.call(read.id, { path })).response.status)) await session.call(remove.id, { path });
  });
  if (file === undefined) return;
  const query = queriesOf(contract).find((one) => one.of.create === create);
  const search = query && searchIn(session, query, keys, file, path[of.above.parameter]);
  // Both forms of a key name the same type.
  const short = { ...path, ...shortKeys(contract, types) };
  await tryInstances(session, of, [short, path], typedValues(session), search?.expectFound);
  search?.reportMissing();
  const own = { [NAMES.text]: session.uniqueName() };
  if (!expectSuccess(session, await session.call(create.id, { path, body: own }))) return;
  await search?.expectRenamed(own);
  await expectOthersKept(session, of, path, own);
  const other = await createForNow(session, of);
  expectSuccess(session, await session.call(remove.id, { path }));
  if (other !== undefined) await expectStored(session, of, other);
  await search?.expectGone();
  await rejectsWrongValues(session, of, types, path);
}

/** Values that every service can keep as text. Some services keep only text in open instances. */
const OPEN_VALUES: Readonly<Record<string, readonly ValidValue[]>> = {
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

/** The field of each kind. */
const NAMES: Readonly<Record<Kind, string>> = {
  ...{ text: "text", number: "Number", time: "time_at", option: "option", options: "options" },
};

/** Valid values of each field. */
function typedValues(session: Session): Record<string, readonly ValidValue[]> {
  return {
    [NAMES.text]: [
      fixed("Outside Partner"),
      ...VALUE_LIKE_TEXTS.map(fixed),
      { kind: "with all kinds of characters", make: () => ` ${joinedText(TEXT_SAMPLES)} ` },
      { ...fixed(""), open: true },
    ],
    [NAMES.number]: [ABSENT, ...NUMBERS.map(fixed)],
    [NAMES.time]: [ABSENT, ...timesOf(session)],
    [NAMES.option]: [ABSENT, ...OPTIONS.map(fixed)],
    [NAMES.options]: [ABSENT, fixed([...OPTIONS].reverse()), fixed(OPTIONS.slice(0, 1)), { ...fixed([]), open: true }],
  };
}

const NUMBERS = [0.1, -12.5, 0, 1e15, 1e21, 0.30000000000000004, 123456789.123456, Number.MAX_SAFE_INTEGER, 1e-7];
const OPTIONS = LINE_SAMPLES.map(({ text }) => text);

/** Creates the example of a type, with a key and fields of its own. Returns its keys. */
async function createType(session: Session, types: Types): Promise<Keys | undefined> {
  const { contract } = session;
  const { property, name, type, options, option } = types.fields;
  const example = contract.operation(types.create).requestMedia?.examples[0]?.value;
  const body = isJsonObject(example) ? example : {};
  const fields = arrayAt(body, property).flatMap((one): JsonObject[] => {
    const kind = isJsonObject(one) ? types.kinds[stringAt(one, type) ?? ""] : undefined;
    if (!isJsonObject(one) || kind === undefined) return [];
    const own = { ...one, [name]: NAMES[kind] };
    return [options in one ? { ...own, [options]: OPTIONS.map((text) => ({ [option]: text })) } : own];
  });
  const short = shortKeys(contract, types);
  const unique = session.uniqueName();
  const own = Object.entries(types.key).flatMap(([key, place]) => (key in short ? [] : [[place, unique]]));
  const whole = { ...body, ...Object.fromEntries(own), [property]: fields };
  const exchange = reportCreated(session, await session.call(types.create, { body: whole }));
  const record = jsonOf(exchange);
  if (!expectSuccess(session, exchange) || !isJsonObject(record)) return undefined;
  return Object.fromEntries(Object.entries(types.key).map(([key, place]) => [key, stringAt(record, place) ?? ""]));
}

/** Creates one instance after the other, and expects each in the response and by another read, under each of its paths. */
async function tryInstances(
  session: Session,
  of: Instances,
  paths: readonly Keys[],
  values: Readonly<Record<string, readonly ValidValue[]>>,
  onCreated: (values: JsonObject) => Promise<void> = async () => {},
): Promise<void> {
  const { create, read, remove } = of;
  let count = 0;
  const next = () => paths[count++ % paths.length] ?? {};
  const system = shownBy(of, paths.at(-1) ?? {});
  await tryRows({
    ...{ session, operation: create.id, rows: coveringRows(values) },
    send: ({ body }) => session.call(create.id, { path: next(), body }),
    async onSuccess(exchange, body) {
      const isKept = expectKept(session, exchange, { ...body, ...system }) && expectValues(session, exchange, body);
      const shown = await session.call(read.id, { path: next() });
      // Each form of the path for each operation in turn.
      count += 1;
      if (!expectStatus(session, shown, "2xx", "an instance that was created")) return false;
      const isStored = expectKept(session, shown, objectOf(exchange), "as in the response to its creation");
      await onCreated(body);
      const isRemoved = expectSuccess(session, await session.call(remove.id, { path: paths.at(-1) ?? {} }));
      // The rules cannot know which values an instance has.
      return isRemoved && isKept && isStored && expectValues(session, shown, body);
    },
    onError: async (exchange) => skipIfLocked(session, exchange),
  });
}

/** Values that do not match the type get the documented error. */
async function rejectsWrongValues(session: Session, of: Instances, { errors }: Types, path: Keys): Promise<void> {
  const { create, remove } = of;
  const hasCases = (text: string) => text.toUpperCase() !== text && text.toUpperCase().toLowerCase() === text;
  const option = OPTIONS.find(hasCases) ?? "";
  const wrong: readonly (readonly [example: string, what: string, body: JsonObject])[] = [
    [errors.name, "a field that the type does not have", { no_such_field: "text" }],
    [errors.option, "an unknown option", { [NAMES.option]: "no such option" }],
    [errors.option, "an unknown option after a known one", { [NAMES.options]: [option, "no such option"] }],
    [errors.option, "an option in upper case", { [NAMES.option]: option.toUpperCase() }],
    [errors.type, "a text in a field of numbers", { [NAMES.number]: "text" }],
    [errors.type, "a number as text in a field of numbers", { [NAMES.number]: "12.5" }],
    [errors.type, "a text in a field of times", { [NAMES.time]: "text" }],
    [errors.type, "a number in a field of texts", { [NAMES.text]: 7 }],
    [errors.type, "an option in a field of several options", { [NAMES.options]: option }],
  ];
  for (const [example, what, body] of wrong) {
    const exchange = await session.call(create.id, { path, body });
    await expectError(session, exchange, { example, what });
    if (isSuccess(exchange.response.status)) await session.call(remove.id, { path });
  }
}

/** Creating and deleting an instance leaves those of other types, also that of the example, which can be in the same scope. */
async function expectOthersKept(session: Session, of: Instances, path: Keys, values: JsonObject): Promise<void> {
  const { create, read, remove, above } = of;
  const example = session.inputFor(create.id).input;
  const exampleOf = { ...example.path, [above.parameter]: path[above.parameter] ?? "" };
  const created = await session.call(create.id, { path: exampleOf, body: example.body ?? {} });
  const others = isSuccess(created.response.status) ? [exampleOf] : [];
  if (await createForNow(session, of)) others.push(pathOf(session, of));
  const expectKeptBy = async (what: string) => {
    const shown = await session.call(read.id, { path });
    if (expectStatus(session, shown, "2xx", `an instance of another type than the ${what} one`))
      expectKept(session, shown, values, `unchanged, whatever other instance is ${what}`);
  };
  await expectKeptBy("created");
  for (const other of others) expectSuccess(session, await session.call(remove.id, { path: other }));
  await expectKeptBy("deleted");
}

/** Longer than most indexes take. */
const INDEX_MS = 5000;

/** Searches a record by its instance. The index of a service may not have a change yet. */
function searchIn(session: Session, query: Query, keys: Keys, file: RecordState, id: string | undefined) {
  const { operation, source, ancestor, fields } = query;
  const instance = filled(query.instance, keys);
  const body = {
    [source.property]: filled(source.value, keys),
    [ancestor.property]: ancestorsOf(query, file.record).at(-1) ?? ancestor.root,
    [fields.property]: [...updateOf(session).fields, instance],
  };
  let isFound = false;
  let missing: Exchange | undefined;
  const search = async () => {
    const exchange = await session.call(operation.id, { body });
    return { exchange, index: entriesIn(exchange).findIndex((one) => one["id"] === id) };
  };
  const reportMissing = (exchange: Exchange) =>
    findInQuery(session, query, source.property, "Expected the query to find the record with its instance", exchange);
  /** Expects the query to show the same instance and the same file, at the latest when the index has had time. */
  const expectFound = async (values: JsonObject) => {
    let { exchange, index } = await search();
    const isLate = index < 0 && missing === undefined && (await letPass(session, INDEX_MS));
    if (isLate) ({ exchange, index } = await search());
    if (!expectSuccess(session, exchange)) return;
    if (index < 0) missing = exchange;
    if (index < 0 && isLate) reportMissing(exchange);
    isFound ||= isLate || index >= 0;
    if (index < 0) return;
    const shown = instance.split(".").reduceRight<JsonObject>((inner, name) => ({ [name]: inner }), values);
    expectKept(session, exchange, shown, "as sent", `/entries/${index}`);
    await expectShownWhole(session, exchange);
  };
  return {
    expectFound,
    /** Reports a query that never found the record, where no time could pass. */
    reportMissing() {
      if (missing !== undefined && !isFound) reportMissing(missing);
    },
    /** Expects the query to show a new name. */
    async expectRenamed(values: JsonObject) {
      const name = stringAt(file.record, "name") ?? "";
      session.cleanUp(async () => void (await updateRecord(session, updateOf(session), { name })));
      const renamed = await updateRecord(session, updateOf(session), { name: `${session.uniqueName()} ${name}` });
      if (expectSuccess(session, renamed.exchange)) await expectFound(values);
    },
    /** Expects the query to find no record without an instance. */
    async expectGone() {
      if (!isFound || (await search()).index < 0 || !(await letPass(session, INDEX_MS))) return;
      const { exchange, index } = await search();
      const message = "Expected no record whose instance was deleted; received it";
      if (index >= 0) findInQuery(session, query, source.property, message, exchange);
    },
  };
}
