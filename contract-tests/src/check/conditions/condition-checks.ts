import { type Contract, type Exchange, type JsonObject, type Operation, stringAt } from "content-service-contract";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectOneOfTwo, expectStatus, expectSuccess, PRECONDITION, recordsShown } from "../session/expectations.js";
import { ownPlaces } from "../session/own-request.js";
import { type Creation, creationInput, creationsOf } from "../writes/creation-facts.js";
import { reportCreated } from "../writes/creations.js";
import {
  partialUpdates,
  type RecordState,
  readRecord,
  recordCheck,
  stateIn,
  updateOf,
  updateRecord,
} from "../writes/given-record.js";
import { plainChange, sampleBody } from "../writes/record-changes.js";
import { expectEtag, expectSame } from "../writes/record-states.js";
import { restoreAfterwards } from "../writes/restored-values.js";

export function conditionChecks(contract: Contract, operations: readonly Operation[], inference: boolean): Check[] {
  const chosen = new Set(operations.map(({ id }) => id));
  const reads = inference ? parallelReadsCheck(operations) : [];
  const checks = [...reads, ...ifMatchChecks(contract), ...raceChecks(contract)];
  return checks.filter(({ operation }) => chosen.has(operation));
}

function raceChecks(contract: Contract): Check[] {
  const unique = creationsOf(contract).filter(
    ({ isFirst, isOnce, operation, example }) =>
      isFirst && isOnce && ownPlaces(contract, operation, example.value).some(({ schema }) => "x-unique" in schema),
  );
  return unique.map(createsOnceCheck);
}

function createsOnceCheck(creation: Creation): Check {
  const operation = creation.operation.id;
  const title = "creates one of two equal records at once";
  return checkOf(creation.operation, ["one-of-two-at-once", title, "lasting"], async (session) => {
    const { input } = creationInput(session, creation);
    const both = await Promise.all([1, 2].map(() => session.call(operation, input)));
    for (const one of both) reportCreated(session, one);
    expectOneOfTwo(session, both, 409);
  });
}

function parallelReadsCheck(operations: readonly Operation[]): Check[] {
  const reading = operations.filter(({ isSafe }) => isSafe);
  const [first] = reading;
  if (first === undefined || reading.length < 2) return [];
  const title = "and the other reads at once each return their own records";
  const check = checkOf(first, ["in-parallel", title, "none"], async (session) => {
    const read = ({ id }: Operation) => session.call(id, session.inputFor(id).input);
    const alone = new Map<string, string>();
    for (const one of reading) alone.set(one.id, contentOf(await read(one)));
    // Twice, so that two equal requests run at once too.
    const together = await Promise.all([...reading, ...reading].map(read));
    for (const exchange of together) {
      const operation = session.operationOf(exchange);
      if (alone.get(operation) === contentOf(exchange)) continue;
      const message = `Expected the response that ${operation} returns alone; received another one among requests at once`;
      session.find({ rule: "caller-respected", message, at: "/response/body", exchange });
    }
  });
  return [check];
}

/** The status, and the types and ids of the records in a response, sorted. */
export function contentOf(exchange: Exchange): string {
  const names = ["type", "id", "$id"];
  const records = recordsShown(exchange).map(([, one]) => names.map((name) => stringAt(one, name)).join(" "));
  return [exchange.response.status, ...records.sort()].join(", ");
}

/** `If-Match` in every spelling, for every kind of change, and for two clients at once, of each partial update that takes it. */
function ifMatchChecks(contract: Contract): Check[] {
  const updates = partialUpdates(contract).filter(({ takesIfMatch }) => takesIfMatch);
  return updates.flatMap((update) => [
    recordCheck(
      update,
      ["rejects-other-etags", "changes nothing for any other etag in If-Match"],
      rejectsAll((_, etags) => staleValues(etags).map(([what, etag]) => ({ what, etag }))),
    ),
    recordCheck(
      update,
      ["respects-if-match-always", "respects If-Match for every kind of change"],
      rejectsAll((session, { last, now }) => {
        const each = update.settable.map((one) => sampleBody(session, [one], now));
        const bodies = [...each, sampleBody(session, update.settable, now)];
        const made = bodies.filter((body) => Object.keys(body).length > 0);
        return made.map((body) => ({
          what: `the last etag with another ${Object.keys(body).join()}`,
          etag: last,
          body,
        }));
      }),
    ),
    recordCheck(update, ["one-of-two-at-once", "makes one of two changes at once with the same etag"], makesOne),
  ]);
}

function rejectsAll(attempts: (session: Session, etags: Etags) => { what: string; etag: string; body?: JsonObject }[]) {
  return async (session: Session, before: RecordState): Promise<void> => {
    const etags = await newEtags(session, before);
    if (etags === undefined) return;
    for (const { what, etag, body } of attempts(session, etags)) {
      const exchange = await change(session, etags.now, etag, body);
      // A service may reject a spelling that it does not know.
      if ((!isBare(etag) || etag.includes(",")) && exchange.response.status === 400) continue;
      if (!expectStatus(session, exchange, 412, `${what} in \`If-Match\``, PRECONDITION)) return;
    }
    await expectSameState(session, etags.now);
    if (!isBare(etags.last)) return;
    const listed = await change(session, etags.now, `"${etags.first}", "${etags.current}"`);
    if (listed.response.status !== 400)
      expectStatus(session, listed, "2xx", "a list with the current etag in `If-Match`", PRECONDITION);
  };
}

async function makesOne(session: Session, before: RecordState): Promise<void> {
  const etag = etagOf(session, before);
  restoreAfterwards(session, before);
  const both = await Promise.all([1, 2].map(() => change(session, before, etag)));
  const winner = expectOneOfTwo(session, both, 412, { what: "changes at once with the same etag", ...PRECONDITION });
  if (winner !== undefined) await expectSameState(session, stateIn(winner));
}

async function change(session: Session, state: RecordState, etag: string, body = plainChange(session, state)) {
  return (await updateRecord(session, updateOf(session, state), body, { "If-Match": etag })).exchange;
}

function etagOf({ skip }: Session, { record: { etag } }: RecordState): string {
  return typeof etag === "string" ? etag : skip("The record shows no etag");
}

interface Etags {
  /** The etag before both changes. */
  readonly first: string;
  /** The etag between them. */
  readonly last: string;
  readonly current: string;
  readonly now: RecordState;
}

/** Changes the record twice. Undefined after a finding, or where the etag is no new one, which another check finds. */
async function newEtags(session: Session, before: RecordState): Promise<Etags | undefined> {
  const first = etagOf(session, before);
  restoreAfterwards(session, before);
  const middle = await updateRecord(session, updateOf(session, before), plainChange(session, before));
  if (!expectSuccess(session, middle.exchange)) return undefined;
  const last = etagOf(session, middle);
  const second = await change(session, middle, last);
  if (!expectStatus(session, second, "2xx", "the current etag in `If-Match`", PRECONDITION)) return undefined;
  const now = stateIn(second);
  const current = etagOf(session, now);
  expectEtag(session, before, middle, true);
  expectEtag(session, middle, now, true);
  return new Set([first, last, current]).size < 3 ? undefined : { first, last, current, now };
}

/** Values that do not name the current etag in any reading. */
function staleValues({ first, last, current }: Etags): [what: string, value: string][] {
  const bare = current.replace(/^"(.*)"$/, "$1");
  const quoted = (text: string) => (bare === current ? text : `"${text}"`);
  const spellings: [string, string][] = [
    ["the last etag in quotes", `"${last}"`],
    ["the last etag as a weak one", `W/"${last}"`],
    ["a list of old etags", `"${first}", "${last}"`],
    // It never matches (RFC 9110, section 13.1.1).
    ["the current etag as a weak one", `W/"${current}"`],
  ];
  return [
    ["the etag before the last one", first],
    ["the last etag", last],
    ["a longer etag", quoted(`${bare}0`)],
    ["the etag with a letter after it", quoted(`${bare}x`)],
    ["the etag with a zero before it", quoted(`0${bare}`)],
    ...(bare.length > 1 ? [["a shorter etag", quoted(bare.slice(0, -1))] satisfies [string, string]] : []),
    ["an empty etag", '""'],
    ...(isBare(last) ? spellings : []),
  ];
}

/** Whether a record shows an etag without the quotes of a header. */
function isBare(etag: string): boolean {
  return !/^"|^W\//.test(etag);
}

async function expectSameState(session: Session, before: RecordState): Promise<void> {
  const after = await readRecord(session, updateOf(session, before));
  if (after === undefined || !expectSame(session, before, after, ["etag"])) return;
  expectEtag(session, before, after, false);
}
