import { type Contract, type Json, type Operation, withValue } from "content-service-contract";
import type { Effects } from "../../report/report.js";
import { createRecorder } from "../records/recorder.js";
import { createRecords } from "../records/records.js";
import type { Subject, Trace } from "../records/trace.js";
import { bodyProperties, wrapperOf } from "../resources/bodies.js";
import { identifierOf } from "../resources/identity.js";
import { nameOfAbove, pathOf } from "../resources/paths.js";
import { isNested, type Resource } from "../resources/resources.js";
import { roleNames } from "../sentences/callers.js";
import type { Session } from "../session/check.js";
import { actionCalls } from "./action-calls.js";
import { authorCalls } from "./authors.js";
import { stateCalls } from "./barriers.js";
import { bulkCalls } from "./bulk.js";
import { cascadeCalls } from "./cascades.js";
import { changeCalls } from "./change-calls.js";
import { limitCalls, overlapCalls } from "./conflicts.js";
import { creationCalls, unknownLike } from "./creation-calls.js";
import { computedCalls } from "./derived-values.js";
import { listCalls } from "./list-calls.js";
import { callsOfOthers } from "./other-callers.js";
import { expiryCalls, takingCalls } from "./passing-time.js";
import { rangeCalls } from "./ranges.js";
import { removalCalls } from "./removal-calls.js";
import { roleCalls } from "./roles.js";

/**
 * Makes the calls of a resource that show how it behaves, and records them. Where effects are permitted
 * it creates records, changes them in every way that the contract has, and deletes them; else it reads those that are there.
 */
export async function followPlan(
  session: Session,
  resources: readonly Resource[],
  resource: Resource,
  permitted: Effects,
): Promise<Trace> {
  const { contract } = session;
  const recorder = createRecorder(session, resources);
  const records = createRecords(session, recorder, { resources, resource, permitted });
  const { create, createNew, read, remove, pathAbove, actionInput } = records;
  const plan = { session, recorder, records, resources, resource };
  const creations = creationCalls(plan);
  const { tryAsOthers, referToForeign, listAsStranger } = callsOfOthers(plan);
  const { tryWithoutRoles } = roleCalls(plan);
  const { cascade, giveBack } = cascadeCalls(plan);
  const { readRelations, searchByEach, readDefaults } = listCalls(plan);
  const { exceedLimit, exceedSum } = limitCalls(plan);
  const { removeOne, removeReferred } = removalCalls(plan);
  const { steps, gaps } = recorder;
  // After an abort too.
  session.cleanUp(() => records.cleanUp(true));
  if (permitted === "none") await readOnly();
  else await write();
  await records.cleanUp();
  return { resource, steps, gaps, roles: roleNames(contract, session.target) };

  async function readOnly(): Promise<void> {
    const path = await pathAbove(resource);
    if (path === undefined) return;
    const all = await recorder.list(resource, path);
    await again(() => recorder.list(resource, path));
    for (const { record } of all?.listing?.entries.slice(0, 2) ?? []) {
      const id = identifierOf(resource, record);
      if (id === undefined || resource.read === undefined) break;
      const subject = { resource, path: pathOf(resource, path, id), id };
      await again(() => read(subject));
      await read(subject);
    }
    await readRelations(path);
    await listAsStranger(path);
    await tryWithoutRoles();
  }

  async function write(): Promise<void> {
    const given = await pathAbove(resource);
    if (given === undefined) return;
    if (resource.create === undefined) return changeAlone(given);
    let path = given;
    const above = () => records.aboveOf(resource, path);
    // What is not below a record of our own belongs to somebody.
    if (resource.isSingle && above() === undefined) return;
    const isAlways = resource.isSingle && (await read({ resource, path, id: "" }))?.isSuccess;
    const readAbove = async () => {
      const own = above();
      return own && records.readWhole(own);
    };
    const list = () => (resource.list === undefined ? readAbove() : recorder.list(resource, path));
    await list();
    await readAbove();
    // While there is no other one of ours.
    if (resource.producer === undefined && !resource.isSingle) await creations.createBare(path);
    // The record above can take one at a time, such as a tool in repair.
    const first = (await create(resource, path)) ?? (await createNew(resource));
    if (first === undefined) return readOnly();
    path = (await pathAbove(resource)) ?? given;
    await readAbove();
    await read(first);
    await read(first);
    await records.readWhole(first);
    await read(first);
    await records.lookUp(first);
    await list();
    const alike = resource.isSingle ? undefined : await creations.createAlike(first, path);
    // Some can be created once, such as the registration of a user.
    const second = resource.isSingle ? first : (alike ?? (await create(resource, path)) ?? first);
    // The filters that select both leave out another one.
    if (alike !== undefined) await creations.createUnlike(first, path);
    await read(second);
    await list();
    await read(first);
    if (resource.producer === undefined) {
      await creations.repeatCreation(path, second);
      await creations.rejectCreation(path);
    }
    await list();
    await readRelations(path, first);
    if (resource.producer === undefined && !resource.isSingle) {
      await creations.createTexts(path);
      await rangeCalls(plan).reverseRanges(path);
      await referToForeign(path);
      await searchByEach(path);
      // Last, since a later creation with its header would return its record.
      await creations.createWithKey(path);
    }
    await readElsewhere(first, second);
    await readAbove();
    await changeCalls(plan).change(first, second, { list, readAbove });
    await computedCalls(plan).changeToThoseOfOthers(path);
    await records.lookUp(first);
    await readDefaults(path);
    await readAbove();
    if (!isAlways) await tryAsOthers(first);
    await authorCalls(plan).createAsOther(path);
    await authorCalls(plan).actOnOwn(path);
    await actionCalls(plan).act(path, first, list);
    if (resource.actions.length > 0) await readAbove();
    if (!isAlways) await removeOne(first, second, list);
    await readAbove();
    await removeReferred(path);
    await cascade();
    await giveBack(path);
    await stateCalls(plan).tryInStates();
    await bulkCalls(plan).callInBulk(path);
    await exceedLimit();
    await exceedSum();
    if (resource.producer === undefined && !resource.isSingle) await overlapCalls(plan).overlap(path);
    await tryWithoutRoles();
    // Last, since other records can expire too.
    await takingCalls(plan).take();
    await expiryCalls(plan).expire(path);
  }

  /** Changes a record that is always there, such as settings, and restores it. */
  async function changeAlone(path: Subject["path"]): Promise<void> {
    const { patch, replace } = resource;
    const changing = patch ?? replace;
    const names = [...bodyProperties(contract, changing).keys()];
    const subject = { resource, path, id: "" };
    const { record } = (await read(subject))?.shown ?? {};
    // Nobody may be locked out.
    if (changing === undefined || record === undefined || names.some((one) => IS_FOR_LOGIN.test(one))) return;
    const kept = Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
    session.cleanUp(async () => {
      const body = withValue({}, wrapperOf(contract, changing), kept) ?? kept;
      const step = await records.callOn(patch === undefined ? "replace" : "patch", changing, subject, { body });
      if (!step?.isSuccess) session.leaveBehind(`${changing.id} could not restore ${resource.collection}.`);
    });
    const nothing = async () => undefined;
    await changeCalls(plan).change(subject, subject, { list: nothing, readAbove: nothing });
  }

  /** Records at once, under an id that nobody has, and below another parent. */
  async function readElsewhere(first: Subject, second: Subject): Promise<void> {
    const { parameter, read: operation, parent } = resource;
    if (parameter === undefined || first.id === undefined) return;
    if (operation !== undefined)
      await Promise.all([first, second, first, second].map((one) => read(one, { kind: "parallel" })));
    const some = [operation, resource.remove, resource.patch].find((one) => one !== undefined);
    const unknown = some && unknownId(contract, some, parameter, first.path[parameter] ?? first.id);
    if (unknown !== undefined) {
      const nobody = { ...first, path: { ...first.path, [parameter]: unknown }, id: unknown };
      await read(nobody, { kind: "unknown-id" });
      await writeTo(nobody, nobody.path, "unknown-id");
      await read(first);
    }
    if (parent?.parameter === undefined || parent.create === undefined) return;
    const other = await createNew(parent);
    const name = nameOfAbove(resource, parent);
    const otherId = other?.path[parent.parameter];
    if (otherId === undefined || String(otherId) === String(first.path[name])) return;
    if (resource.list?.path === resource.collection)
      await recorder.list(resource, { ...first.path, [name]: otherId }, { purpose: { kind: "wrong-parent" } });
    if (!isNested(resource)) return;
    await read(first, { kind: "wrong-parent" }, { ...first.path, [name]: otherId });
    await createElsewhere(first, name, otherId);
    await writeElsewhere(name, otherId);
  }

  /** A record with the key of another one, below another parent, is another record. */
  async function createElsewhere(first: Subject, above: string, otherId: Json): Promise<void> {
    const made = steps.find((one) => one.kind === "create" && one.subject === first && one.isSuccess);
    if (!resource.isChosen || made === undefined) return;
    const path = { ...first.path, [above]: otherId };
    const twin = { ...first, path };
    await recorder.call("create", made.operation, { ...made.input, path }, { subject: twin });
    await read(first);
    await remove(twin);
    await read(first);
  }

  /** Changes and deletes a record of its own below another parent, where it is not. */
  async function writeElsewhere(above: string, otherId: Json): Promise<void> {
    const subject = await createNew(resource);
    if (subject?.id === undefined || String(subject.path[above]) === String(otherId)) return;
    await read(subject);
    await writeTo(subject, { ...subject.path, [above]: otherId }, "wrong-parent");
    await remove(subject);
  }

  /** Changes and deletes what is not under a path. */
  async function writeTo(subject: Subject, path: Subject["path"], purpose: "unknown-id" | "wrong-parent") {
    const { isChosen, read: reading } = resource;
    for (const kind of ["patch", "replace", "remove"] as const) {
      const { [kind]: operation } = resource;
      // A PUT can create the record, and a DELETE without a documented 404 can succeed again.
      const isNotFound = operation?.responses.some(({ status }) => /^4(04|10|XX)$/i.test(status)) && !isChosen;
      // Below another record, each key is free.
      const creates = isChosen && operation === resource.create;
      const isElsewhere = purpose === "wrong-parent" && reading !== undefined && !creates;
      if (operation === undefined || !(isNotFound || isElsewhere)) continue;
      const { body: own = {}, ...input } = await actionInput(operation, subject);
      const body = kind === "remove" ? {} : { body: own };
      await recorder.call(kind, operation, { ...input, ...body, path }, { subject, purpose: { kind: purpose } });
      if (purpose === "wrong-parent") await read(subject);
    }
  }

  async function again(call: () => Promise<unknown>): Promise<void> {
    await call();
    await call();
  }
}

const IS_FOR_LOGIN = /pass(word|code|phrase)|secret|token|mail|log_?in|user_?name|phone|role|mfa|otp|pin$/i;

function unknownId(contract: Contract, operation: Operation, name: string, id: Json): Json | undefined {
  const schema = operation.parameters.find((one) => one.in === "path" && one.name === name)?.schema;
  const value = unknownLike(id);
  return schema === undefined || contract.isValid(schema, value) || contract.isValid(schema, Number(value))
    ? value
    : undefined;
}
