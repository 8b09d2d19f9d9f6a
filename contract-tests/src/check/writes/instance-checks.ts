import { type Contract, type Exchange, isJsonObject, type JsonObject, type Operation } from "content-service-contract";
import { expectConflict, expectError } from "../reads/expect-error.js";
import { isValidBody } from "../resources/bodies.js";
import { type Check, checkOf, objectOf, type Session } from "../session/check.js";
import { expectOneOfTwo, expectStatus, expectSuccess, expectValues, isSuccess } from "../session/expectations.js";
import { filled, type Instances, instancesOf, type Keys, pathOf } from "../session/instances.js";
import { skipIfLocked } from "./given-record.js";

/** The checks that create an instance below the target's record, and delete it. */
export function instanceChecks(contract: Contract): Check[] {
  return instancesOf(contract).flatMap((of) =>
    CHECKS.map(([role, name, title, run]) =>
      checkOf(of[role], [name, title, "undone"], async (session) => {
        if (await skipIfPresent(session, of)) await run(session, of);
      }),
    ),
  );
}

type Run = (session: Session, of: Instances) => Promise<void>;

const rejectsAnother: Run = async (session, of) => {
  const values = await createForNow(session, of);
  if (values === undefined) return;
  const again = await call(session, of, of.create, { ...values, status: "again" });
  if (await expectConflict(session, again, "an instance that exists already")) await expectStored(session, of, values);
};

const deletes: Run = async (session, of) => {
  const { create, read, remove } = of;
  const values = await createForNow(session, of);
  if (values === undefined || !expectSuccess(session, await call(session, of, remove))) return;
  if (!(await expectAbsent(session, await call(session, of, read), "a deleted instance"))) return;
  await expectAbsent(session, await call(session, of, remove), "the second deletion");
  const own = valuesOf(session, of, ["other"]);
  if (!expectSuccess(session, await call(session, of, create, own))) return;
  const fresh = await call(session, of, read);
  const left = Object.keys(values).find((name) => !(name in own) && name in objectOf(fresh));
  const message = `Expected no \`${left}\` of the deleted instance in a new one; received it`;
  if (left === undefined) return;
  session.find({ rule: "state-kept", message, operation: remove.id, at: `/response/body/${left}`, exchange: fresh });
};

const createsOne: Run = async (session, of) => {
  removeAfterwards(session, of);
  const both = [1, 2].map(() => call(session, of, of.create, valuesOf(session, of)));
  expectOneOfTwo(session, await Promise.all(both), 409);
};

const deletesOne: Run = async (session, of) => {
  if ((await createForNow(session, of)) === undefined) return;
  expectOneOfTwo(session, await Promise.all([1, 2].map(() => call(session, of, of.remove))), 404);
};

const CHECKS: readonly (readonly [role: "create" | "remove", name: string, title: string, run: Run])[] = [
  ["create", "applied-once", "rejects a second instance under the same key", rejectsAnother],
  ["remove", "deletes", "deletes an instance once", deletes],
  ["create", "one-of-two-at-once", "creates one of two instances at once", createsOne],
  ["remove", "one-of-two-at-once", "succeeds for one of two requests at once", deletesOne],
];

/** Sends requests that must change nothing of an instance, and restores what they changed. False from `send`: one was accepted. */
export async function guardInstance(
  session: Session,
  of: Instances,
  operation: Operation,
  send: () => Promise<boolean>,
): Promise<void> {
  if (!(await skipIfPresent(session, of))) return;
  if (operation.id === of.create.id) {
    removeAfterwards(session, of);
    if (!(await send())) return;
    const read = await call(session, of, of.read);
    expectStatus(session, read, 404, "an instance whose creation was rejected", { operation: operation.id });
    return;
  }
  const created = await createForNow(session, of);
  if (created !== undefined && (await send())) await expectStored(session, of, created);
}

/** Skips the check when the record has an instance, since its id could not be restored. */
export async function skipIfPresent(session: Session, of: Instances): Promise<boolean> {
  const present = await call(session, of, of.read);
  const { type } = of.above;
  const lost = "an instance already, which could not be restored";
  if (isSuccess(present.response.status))
    session.skip(`The ${type} has ${lost}: give another one with --workspace ${type}=ID`);
  return expectAbsent(session, present, "an instance that was not created");
}

/** Creates an instance, and deletes it after the check. Returns its values; undefined after an error response. */
export async function createForNow(session: Session, of: Instances): Promise<JsonObject | undefined> {
  const values = valuesOf(session, of);
  removeAfterwards(session, of);
  const exchange = await call(session, of, of.create, values);
  skipIfLocked(session, exchange);
  if (!expectSuccess(session, exchange)) return undefined;
  expectInstance(session, of, exchange, values);
  return values;
}

/** Texts, where an instance may have any; else the example. */
function valuesOf(session: Session, { create }: Instances, names: readonly string[] = ["status", "note"]): JsonObject {
  const own = Object.fromEntries(names.map((name) => [name, session.uniqueName()]));
  const { body } = session.inputFor(create.id).input;
  return isValidBody(session.contract, create, own) || !isJsonObject(body) ? own : body;
}

/** Deletes the instance after the check, if it exists. */
export function removeAfterwards(session: Session, of: Instances): void {
  const { read, remove, above } = of;
  session.cleanUp(async () => {
    if (!isSuccess((await call(session, of, read)).response.status)) return;
    const removed = await call(session, of, remove);
    const left = await call(session, of, read);
    if (!isSuccess(left.response.status)) return;
    // Every later check would be skipped.
    if (isSuccess(removed.response.status))
      expectStatus(session, left, 404, "a deleted instance", { operation: remove.id });
    const id = pathOf(session, of)[above.parameter];
    session.leaveBehind(`${of.create.id} created an instance of ${above.type} ${id} that could not be removed.`);
  });
}

/** Calls one of the operations for the instance. */
export function call(session: Session, of: Instances, operation: Operation, body?: JsonObject): Promise<Exchange> {
  return session.call(operation.id, { path: pathOf(session, of), ...(body === undefined ? {} : { body }) });
}

/** Expects the instance to have these values, and those of its path. */
export async function expectStored(session: Session, of: Instances, values: JsonObject): Promise<void> {
  const read = await call(session, of, of.read);
  if (!expectStatus(session, read, "2xx", "an instance that was created")) return;
  expectInstance(session, of, read, values);
}

function expectInstance(session: Session, of: Instances, exchange: Exchange, values: JsonObject): void {
  expectValues(session, exchange, { ...values, ...shownBy(of, pathOf(session, of)) }, "the instance that was created");
}

/** What an instance shows of its path. */
export function shownBy({ shows = {} }: Instances, path: Keys): JsonObject {
  return Object.fromEntries(Object.entries(shows).map(([name, text]) => [name, filled(text, path)]));
}

/** Expects the documented error for an instance that does not exist: the 404 that is not about the record above. */
async function expectAbsent(session: Session, exchange: Exchange, what: string): Promise<boolean> {
  const { responses, access } = session.contract.operation(session.operationOf(exchange));
  const examples = responses
    .filter(({ status }) => status === "404")
    .flatMap(({ content }) => content[0]?.examples ?? []);
  const example = examples.find(({ name }) => access.records.every(({ hidden }) => hidden !== name))?.name;
  if (example === undefined) return expectStatus(session, exchange, 404, what);
  return expectError(session, exchange, { example, what, rule: "state-kept" });
}
