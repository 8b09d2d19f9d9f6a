import { randomUUID } from "node:crypto";
import {
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type MediaType,
  type Operation,
  pointer,
  requestMedia,
  stringAt,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import type { Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
import { givenValue } from "../session/target-input.js";
import { type Filter, listParameters } from "./list-parameters.js";
import { type Choice, isFreeText, leavesOf, newBody, otherValues, wrapperOf } from "./new-values.js";
import { plain, valueNamed } from "./payload.js";
import { createdId, createRecorder, identifierOf } from "./recorder.js";
import { type Resource, resourceNamed } from "./resources.js";
import type { Step, Subject, Trace } from "./trace.js";

/**
 * Makes the calls of a resource that show how it behaves, and records them. With `isWriting` it creates records, changes them
 * in every way that the contract has, and deletes them; else it reads those that are there.
 */
export async function followPlan(
  session: Session,
  resources: readonly Resource[],
  resource: Resource,
  isWriting: boolean,
): Promise<Trace> {
  const { contract, target } = session;
  const recorder = createRecorder(session);
  const { steps, gaps } = recorder;
  const made: Subject[] = [];
  const shared = new Map<Resource, Promise<Subject | undefined>>();
  let number = 0;

  try {
    if (isWriting) await write();
    else await readOnly();
  } finally {
    await cleanUp();
  }
  return { resource, steps, gaps };

  async function readOnly(): Promise<void> {
    const path = await pathAbove(resource);
    if (path === undefined) return;
    const all = await recorder.list(resource, path);
    await again(() => recorder.list(resource, path));
    for (const { record } of all?.listing?.entries.slice(0, 2) ?? []) {
      const id = identifierOf(resource, record);
      if (id === undefined || resource.read === undefined) break;
      const subject = { resource, path: { ...path, [resource.parameter ?? ""]: id }, id };
      await again(() => read(subject));
      await read(subject);
    }
    await readRelations(path);
  }

  async function write(): Promise<void> {
    const path = await pathAbove(resource);
    if (path === undefined) return;
    const list = () => recorder.list(resource, path);
    await list();
    const first = await create(resource, path);
    if (first === undefined) return;
    await read(first);
    await read(first);
    await read(first);
    await list();
    const second = (await createAlike(first, path)) ?? (await create(resource, path));
    if (second === undefined) return;
    await read(second);
    await list();
    await read(first);
    if (resource.producer === undefined) {
      await repeatCreation(path, second);
      await rejectCreation(path);
    }
    await list();
    await readRelations(path, first);
    if (resource.producer === undefined) {
      await createBare(path);
      await createTexts(path);
    }
    await readElsewhere(first, second);
    await change(first, second, list);
    await act(path, first, list);
    await removeOne(first, second, list);
  }

  /** The ids of the records above a resource: new ones, or those that the target gives. */
  async function pathAbove({
    collection,
    parent,
    list,
    create: creation,
  }: Resource): Promise<Subject["path"] | undefined> {
    const above = parent === undefined ? undefined : await sharedRecord(parent);
    const path: Record<string, Json> = { ...above?.path };
    const operation = list ?? creation;
    for (const [name] of collection.matchAll(/(?<=\{)[^{}]+(?=\})/g)) {
      if (path[name] !== undefined || operation === undefined) continue;
      const referred = resourceNamed(resources, name);
      const other = referred === undefined || referred === resource ? undefined : await sharedRecord(referred);
      const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
      const value = givenValue(target, operation, name) ?? other?.id ?? parameter?.example;
      if (value === undefined) {
        gaps.push(`Missing parameter ${name}: give it in --parameters`);
        return undefined;
      }
      path[name] = value;
    }
    return path;
  }

  /** A record that others refer to: one for the whole plan. */
  function sharedRecord(other: Resource): Promise<Subject | undefined> {
    const known = shared.get(other) ?? newRecord(other);
    shared.set(other, known);
    return known;
  }

  async function newRecord(other: Resource): Promise<Subject | undefined> {
    if (shared.size > MOST_REFERRED) return undefined;
    // A resource that refers to itself through others.
    shared.set(other, Promise.resolve(undefined));
    const path = await pathAbove(other);
    if (path === undefined) return undefined;
    const created = isWriting && other.create !== undefined ? await create(other, path) : undefined;
    if (created !== undefined) return created;
    const listed = await recorder.list(other, path);
    const id = listed?.listing?.entries
      .map(({ record }) => identifierOf(other, record))
      .find((one) => one !== undefined);
    return id === undefined ? undefined : { resource: other, path: { ...path, [other.parameter ?? ""]: id }, id };
  }

  async function choice(media: MediaType | undefined, own: Resource): Promise<Choice> {
    number += 1;
    const references = new Map<string, Json | undefined>();
    const example = media?.examples[0]?.value;
    for (const { name } of media?.schema === undefined || example === undefined
      ? []
      : leavesOf(contract, media.schema, example)) {
      const referred =
        references.has(name) || !/(id|key|ref|number)s?$/i.test(name) ? undefined : resourceNamed(resources, name);
      if (referred !== undefined && referred !== own) references.set(name, (await sharedRecord(referred))?.id);
    }
    const unique = `Check-${randomUUID().slice(0, 8)}`;
    return { number, unique, reference: (name) => references.get(name) };
  }

  /** Creates a record with new values; with those of the example where the service rejects them. */
  async function create(
    own: Resource,
    path: Subject["path"],
    adapt: (body: Json) => Json = (body) => body,
  ): Promise<Subject | undefined> {
    const { create: operation, parameter = "", isChosen } = own;
    if (operation === undefined) return undefined;
    if (own.producer !== undefined) return produce(own);
    const media = requestMedia(operation);
    const chosen = await choice(media, own);
    const id = isChosen ? await chosenId(own, operation, chosen) : undefined;
    const key = id === undefined ? {} : { [parameter]: id };
    const given = session.inputFor(operation.id).input;
    for (const body of media === undefined ? [undefined] : bodies(media, chosen, own)) {
      const input = { ...given, path: { ...path, ...key }, ...(body === undefined ? {} : { body: adapt(body) }) };
      const subject = await created(own, operation, input, path, id);
      if (subject !== "rejected") return subject;
    }
    return undefined;
  }

  /** A second record with the values that the filters of the list select by: what changes one must not change the other. */
  async function createAlike(first: Subject, path: Subject["path"]): Promise<Subject | undefined> {
    const { list: operation, isChosen, create: creation } = resource;
    const sent = lastSent(first);
    const wrapper = wrapperOf(contract, creation && requestMedia(creation));
    if (operation === undefined || sent === undefined || isChosen) return undefined;
    const names = listParameters(contract, operation).filters.map(({ property }) => property);
    const alike = Object.keys(sent).filter((name) => names.includes(plain(name)));
    if (alike.length === 0) return undefined;
    return create(resource, path, (body) =>
      alike.reduce((changed, name) => withValue(changed, `${wrapper}${pointer("", name)}`, sent[name]), body),
    );
  }

  /** A record with the required properties alone: the others get their defaults. */
  async function createBare(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    const media = operation && requestMedia(operation);
    const { schema } = media ?? {};
    if (schema === undefined) return;
    const wrapper = wrapperOf(contract, media);
    const subject = await create(resource, path, (body) => {
      const data = valueAt(body, wrapper);
      return Object.keys(isJsonObject(data) ? data : {}).reduce((kept, name) => {
        const less = withValue(kept, `${wrapper}${pointer("", name)}`, undefined);
        return contract.isValid(schema, less) ? less : kept;
      }, body);
    });
    if (subject === undefined) return;
    await read(subject);
    await remove(subject);
  }

  /** The id of a record whose caller chooses it: that of another record, where its parameter names one. */
  async function chosenId({ parameter = "" }: Resource, operation: Operation, chosen: Choice): Promise<Json> {
    const referred = resources.find((one) => one.parameter === parameter && one.create !== undefined && !one.isChosen);
    const above = referred && (await pathAbove(referred));
    const other = referred && above && (await create(referred, above));
    const known = operation.parameters.find((one) => one.in === "path" && one.name === parameter);
    const fits = known === undefined || contract.isValid(known.schema, chosen.unique);
    return other?.id ?? (fits ? chosen.unique : (known.example ?? chosen.unique));
  }

  /** A body with new values, then one that has only what must be new. */
  function bodies({ ...media }: MediaType, chosen: Choice, own: Resource): Json[] {
    const varied = newBody(contract, media, chosen) ?? {};
    const plainBody = newBody(contract, media, { ...chosen, number: 0 }) ?? {};
    const withoutOwn = (body: Json) => withoutReferences(media, body, own);
    return [withoutOwn(varied), withoutOwn(plainBody), plainBody];
  }

  /** Without optional references to records of the same kind, which need not exist. */
  function withoutReferences({ schema }: MediaType, body: Json, own: Resource): Json {
    if (schema === undefined) return body;
    return leavesOf(contract, schema, body).reduce((kept, { at, name }) => {
      const isReference =
        /(id|key|ref)s?$/i.test(name) &&
        resourceNamed([own], name) !== undefined &&
        plain(name) !== plain(own.parameter ?? "");
      const without = isReference ? withValue(kept, at, undefined) : kept;
      return contract.isValid(schema, without) ? without : kept;
    }, body);
  }

  async function created(
    own: Resource,
    operation: Operation,
    input: CallInput,
    path: Subject["path"],
    key: Json | undefined,
  ): Promise<Subject | "rejected" | undefined> {
    // The subject belongs to the step, and the step says which id it has.
    const holder: { resource: Resource; path: Record<string, Json>; id: Json | undefined } = {
      resource: own,
      path: { ...path },
      id: key,
    };
    const before = key === undefined && own.list !== undefined ? idsListed(own) : undefined;
    const step = await recorder.call("create", operation, input, { subject: holder });
    if (step === undefined) return undefined;
    if (!step.isSuccess) return isClientError(step.exchange.response.status) ? "rejected" : undefined;
    holder.id ??= createdId(own, step.exchange, step.sent);
    if (holder.id === undefined && before !== undefined) {
      const listed = await recorder.list(own, path);
      holder.id = listed?.listing?.entries.find(({ id }) => !before.has(id))?.id;
    }
    if (holder.id !== undefined && own.parameter !== undefined) holder.path[own.parameter] = holder.id;
    made.push(holder);
    return holder;
  }

  function idsListed(own: Resource): ReadonlySet<string> {
    const last = steps.findLast(({ listing }) => listing?.resource === own);
    return new Set(last?.listing?.entries.map(({ id }) => id));
  }

  function read(subject: Subject, purpose?: Step["purpose"], path = subject.path): Promise<Step | undefined> {
    const { read: operation } = subject.resource;
    if (operation === undefined || subject.id === undefined) return Promise.resolve(undefined);
    const { input } = session.inputFor(operation.id);
    return recorder.call("read", operation, { ...input, path }, { subject, purpose });
  }

  async function again(call: () => Promise<unknown>): Promise<void> {
    await call();
    await call();
  }

  /** The same creation again, and with one other value, where the contract documents a conflict of equal records. */
  async function repeatCreation(path: Subject["path"], subject: Subject): Promise<void> {
    const { create: operation, isChosen } = resource;
    const media = operation && requestMedia(operation);
    const last = steps.findLast((one) => one.subject === subject && one.kind === "create" && one.isSuccess);
    if (operation === undefined || last === undefined || isChosen || !documentsDuplicates(contract, operation)) return;
    const step = await recorder.call("create", operation, last.input, { purpose: { kind: "again" } });
    if (step?.isSuccess) adopt(step, path);
    const { body } = last.input;
    if (media?.schema === undefined || body === undefined) return;
    const { schema } = media;
    const chosen = await choice(media, resource);
    for (const leaf of leavesOf(contract, schema, body).slice(0, MOST_PARTS)) {
      const [other] = otherValues(contract, leaf, chosen).map((value) => withValue(body, leaf.at, value));
      if (other === undefined || !contract.isValid(schema, other)) continue;
      const changed = await recorder.call(
        "create",
        operation,
        { ...last.input, body: other },
        { purpose: { kind: "nearly-again" } },
      );
      if (changed?.isSuccess) adopt(changed, path);
    }
    await read(subject);
  }

  function adopt({ exchange }: Step, path: Subject["path"]): void {
    const id = createdId(resource, exchange);
    if (id !== undefined) made.push({ resource, path: { ...path, [resource.parameter ?? ""]: id }, id });
  }

  /** Creations that the service must reject: without a required property, and with references to records that do not exist. */
  async function rejectCreation(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    const media = operation && requestMedia(operation);
    const last = steps.findLast((one) => one.operation === operation && one.isSuccess);
    if (operation === undefined || media?.schema === undefined || last?.input.body === undefined) return;
    const { body } = last.input;
    const above = made.find(
      (one) => one.resource === resource.parent && one.id === path[resource.parent?.parameter ?? ""],
    );
    if (above !== undefined) await read(above);
    for (const wrong of wrongBodies(media.schema, body).slice(0, 2)) {
      const input = { ...last.input, path: { ...last.input.path, ...path }, body: wrong };
      const step = await recorder.call("create", operation, input, { isWrong: true, purpose: { kind: "wrong-body" } });
      if (step?.isSuccess) adopt(step, path);
    }
    for (const { at, name, value } of leavesOf(contract, media.schema, body)) {
      if (!/(id|key|ref)s?$/i.test(name) || resourceNamed(resources, name) === undefined) continue;
      const unknown = withValue(body, at, typeof value === "number" ? 987_654_321 : unknownLike(String(value)));
      if (!contract.isValid(media.schema, unknown)) continue;
      const step = await recorder.call(
        "create",
        operation,
        { ...last.input, body: unknown },
        { purpose: { kind: "unknown-reference" } },
      );
      if (step?.isSuccess) adopt(step, path);
    }
    if (above !== undefined) await read(above);
  }

  /** Bodies with one fault each, which the schema rejects. */
  function wrongBodies(schema: string, body: Json): Json[] {
    const leaves = leavesOf(contract, schema, body);
    const emptied = leaves.map(({ at }) => withValue(body, at, { wrong: true }));
    const shortened = leaves.map(({ at }) => withValue(body, at, undefined));
    return [...shortened.slice(0, 4), ...emptied.slice(-2)].filter((one) => !contract.isValid(schema, one));
  }

  /** Pages, filters, a search and orders of a list. */
  async function readRelations(path: Subject["path"], subject?: Subject): Promise<void> {
    const { list: operation } = resource;
    if (operation === undefined) return;
    const { limit, position, filters, search, order } = listParameters(contract, operation);
    const all = await recorder.list(resource, path);
    const records = all?.listing?.entries.map(({ record }) => record) ?? [];
    if (limit !== undefined) {
      for (const size of position === undefined ? [1] : [1, Math.max(2, Math.ceil(records.length / 3))]) {
        await recorder.list(resource, path, { limit: size, purpose: { kind: "pages", limit: size } });
      }
    }
    for (const filter of filters) {
      const own = all?.listing?.entries.find(({ id }) => id === String(subject?.id))?.record;
      for (const value of filterValues(contract, filter, own === undefined ? records : [own, ...records])) {
        const purpose = { kind: "filter", filter, value, isUnknown: false } as const;
        // A later page can lose the filter.
        const size = limit === undefined || position === undefined ? {} : { limit: 2 };
        await recorder.list(resource, path, { query: { [filter.parameter.name]: value }, purpose, ...size });
      }
      if (filter.relation !== "equal" || !isFreeText(contract, { schema: filter.parameter.schema, value: "" }))
        continue;
      const value = `nothing-${randomUUID().slice(0, 8)}`;
      await recorder.list(resource, path, {
        query: { [filter.parameter.name]: value },
        purpose: { kind: "filter", filter, value, isUnknown: true },
      });
    }
    const own = subject && lastSent(subject);
    const text =
      own &&
      Object.values(own).flatMap((value) => (typeof value === "string" ? (UNIQUE.exec(value)?.[0] ?? []) : []))[0];
    if (search !== undefined && subject !== undefined && text !== undefined) {
      await recorder.list(resource, path, {
        query: { [search.name]: text },
        purpose: { kind: "search", text, found: subject },
      });
    }
    for (const one of order?.values.slice(0, MOST_ORDERS) ?? []) {
      await recorder.list(resource, path, {
        query: { [order?.parameter.name ?? ""]: one.value },
        purpose: { kind: "order", order: one },
      });
    }
  }

  function lastSent(subject: Subject): JsonObject | undefined {
    return steps.findLast((one) => one.subject === subject && one.isSuccess && one.sent !== undefined)?.sent;
  }

  /** Texts, numbers and times that a service may change on the way: each in a record of its own, which is read and deleted. */
  async function createTexts(path: Subject["path"]): Promise<void> {
    const { create: operation } = resource;
    const media = operation && requestMedia(operation);
    const { schema } = media ?? {};
    if (schema === undefined) return;
    for (const sample of SAMPLES) {
      let isUsed = false;
      const subject = await create(resource, path, (body) =>
        leavesOf(contract, schema, body).reduce((changed, leaf) => {
          if (resourceNamed(resources, leaf.name) !== undefined && /(id|key|ref)s?$/i.test(leaf.name)) return changed;
          const value = sample(leaf.value, stringAt(contract.schemaAt(leaf.schema), "format"));
          if (
            value === undefined ||
            (typeof leaf.value === "string" && !isFreeText(contract, leaf) && !isTime(contract, leaf.schema))
          )
            return changed;
          const next = withValue(changed, leaf.at, value);
          if (!contract.isValid(schema, next)) return changed;
          isUsed = true;
          return next;
        }, body),
      );
      if (subject === undefined) continue;
      if (isUsed) {
        await read(subject);
        if (subject.resource.read === undefined) await recorder.list(resource, path);
      }
      await remove(subject);
    }
  }

  /** Records at once, under an id that nobody has, and below another parent. */
  async function readElsewhere(first: Subject, second: Subject): Promise<void> {
    const { parameter, read: operation, parent } = resource;
    if (operation === undefined || parameter === undefined || first.id === undefined) return;
    await Promise.all([first, second, first, second].map((one) => read(one, { kind: "parallel" })));
    const unknown = unknownId(contract, operation, parameter, first.id);
    if (unknown !== undefined) await read(first, { kind: "unknown-id" }, { ...first.path, [parameter]: unknown });
    if (parent?.parameter === undefined || parent.create === undefined) return;
    const above = await pathAbove(parent);
    const other = above === undefined ? undefined : await create(parent, above);
    if (other?.id === undefined || String(other.id) === String(first.path[parent.parameter])) return;
    await read(first, { kind: "wrong-parent" }, { ...first.path, [parent.parameter]: other.id });
  }

  async function change(first: Subject, second: Subject, list: () => Promise<unknown>): Promise<void> {
    const { patch, replace, isChosen } = resource;
    for (const operation of [patch, replace]) {
      if (operation === undefined || first.id === undefined) continue;
      const kind = operation === patch ? "patch" : "replace";
      const media = requestMedia(operation);
      if (media?.schema === undefined) continue;
      const { schema } = media;
      const wrapper = wrapperOf(contract, media);
      const send = (
        subject: Subject,
        body: Json,
        purpose?: Step["purpose"],
        header: Readonly<Record<string, Json>> = {},
      ) =>
        recorder.call(
          kind,
          operation,
          { ...session.inputFor(operation.id).input, path: subject.path, header, body },
          { subject, purpose },
        );
      const chosen = await choice(media, resource);
      const body = withoutReferences(media, newBody(contract, media, chosen) ?? {}, resource);
      await read(first);
      if (kind === "patch") {
        for (const part of parts(schema, wrapper, body)) {
          const step = await send(first, part);
          await read(first);
          for (const nested of step?.isSuccess ? partsWithin(schema, wrapper, part, chosen) : []) {
            await send(first, nested);
            await read(first);
          }
        }
      } else {
        await send(first, body);
        await read(first);
        await send(first, body, { kind: "again" });
        await read(first);
        const bare = leavesOf(contract, schema, body).reduce((kept, { at }) => {
          const less = withValue(kept, pointer("", at.split("/")[1] ?? ""), undefined);
          return contract.isValid(schema, less) ? less : kept;
        }, body);
        await send(first, bare);
        await read(first);
      }
      for (const extreme of extremes(schema, wrapper, body, kind === "patch")) {
        await send(first, extreme);
        await read(first);
      }
      for (const wrong of wrongBodies(schema, body).slice(0, 1)) {
        const input = { ...session.inputFor(operation.id).input, path: first.path, body: wrong };
        await recorder.call(kind, operation, input, { subject: first, isWrong: true, purpose: { kind: "wrong-body" } });
        await read(first);
      }
      const isConditional = operation.parameters.some((one) => one.in === "header" && /^if-match$/i.test(one.name));
      const before = steps.findLast((one) => one.kind === "read" && one.subject === first && one.isSuccess);
      const etag = before && etagIn(before.exchange);
      if (isConditional && etag !== undefined && !isChosen) {
        const next = newBody(contract, media, await choice(media, resource)) ?? {};
        const changed = kind === "patch" ? (parts(schema, wrapper, next)[0] ?? next) : next;
        await send(first, changed, { kind: "current-etag" }, { "If-Match": etag });
        await read(first);
        await send(
          first,
          kind === "patch" ? (parts(schema, wrapper, body)[0] ?? body) : body,
          { kind: "old-etag" },
          { "If-Match": etag },
        );
        await read(first);
      }
    }
    await read(second);
    await list();
    await changeReferred(first);
  }

  /** A record that shows the changed one inside of it. */
  async function changeReferred(subject: Subject): Promise<void> {
    const operation = resource.patch ?? resource.replace;
    const last = steps.findLast((one) => one.operation === operation && one.isSuccess && one.subject === subject);
    if (operation === undefined || last === undefined) return;
    for (const other of resources.filter((one) => one !== resource && refersTo(one))) {
      shared.set(resource, Promise.resolve(subject));
      const path = await pathAbove(other);
      const referring = path && (await create(other, path));
      if (referring === undefined) continue;
      await read(subject);
      await read(referring);
      const [first] = steps.filter((one) => one.operation === operation && one.isSuccess && one.subject === subject);
      await recorder.call(last.kind, operation, first?.input ?? last.input, { subject });
      await read(subject);
      await read(referring);
    }
  }

  /** Whether the creation of a resource names a record of this one. */
  function refersTo({ create: operation, read: reading }: Resource): boolean {
    const media = operation && requestMedia(operation);
    const example = media?.examples[0]?.value;
    if (media?.schema === undefined || example === undefined || reading === undefined) return false;
    const names = leavesOf(contract, media.schema, example).map(({ name }) => name);
    return names.some((name) => /(id|key|ref|number)s?$/i.test(name) && resourceNamed(resources, name) === resource);
  }

  /** One body for each property of a body. */
  function parts(schema: string, wrapper: string, body: Json): Json[] {
    const data = valueAt(body, wrapper);
    const bodies = Object.entries(isJsonObject(data) ? data : {}).map(([name, value]) =>
      withValue({}, wrapper, { [name]: value }),
    );
    return bodies.filter((one) => contract.isValid(schema, one)).slice(0, MOST_PARTS);
  }

  /** Valid bodies that a service may reject: null, a time long ago, or far away. */
  function extremes(schema: string, wrapper: string, body: Json, isPartial: boolean): Json[] {
    return leavesOf(contract, schema, body).flatMap(({ at, schema: own }) => {
      const values = isTime(contract, own) ? ["1999-01-02T03:04:05Z", "2199-01-02T03:04:05Z"] : [null];
      const base = isPartial ? {} : body;
      const isNested = at.slice(wrapper.length + 1).includes("/");
      const bodies = values.map((value) => withValue(base, at, value)).filter((one) => contract.isValid(schema, one));
      return isNested ? [] : bodies;
    });
  }

  /** Bodies with one member of a nested object. */
  function partsWithin(schema: string, wrapper: string, part: Json, chosen: Choice): Json[] {
    const data = valueAt(part, wrapper);
    const [name, inner] = Object.entries(isJsonObject(data) ? data : {})[0] ?? [];
    if (name === undefined || !isJsonObject(inner) || Object.keys(inner).length < 2) return [];
    const base = `${wrapper}${pointer("", name)}`;
    return leavesOf(contract, schema, part)
      .flatMap((leaf) => {
        const [value] = otherValues(contract, leaf, { ...chosen, unique: `${chosen.unique}n` });
        const [own, ...deeper] = leaf.at.slice(base.length + 1).split("/");
        if (value === undefined || own === undefined || deeper.length > 0) return [];
        const one = withValue({}, base, { [own]: value });
        return contract.isValid(schema, one) ? [one] : [];
      })
      .slice(0, 1);
  }

  /** Each action on a record of its own with one below it; all of them twice, since one may need another one first. */
  async function act(path: Subject["path"], other: Subject, list: () => Promise<unknown>): Promise<void> {
    if (resource.actions.length === 0) return;
    const subject = await create(resource, path);
    if (subject?.id === undefined) return;
    for (const child of childrenOf(resource)) await create(child, subject.path);
    await read(subject);
    for (const operation of [...resource.actions, ...resource.actions]) {
      const input = await actionInput(operation, subject);
      const step = await recorder.call("action", operation, input, { subject });
      await read(subject);
      await list();
      if (!step?.isSuccess || !documentsDuplicates(contract, operation)) continue;
      await recorder.call("action", operation, input, { subject, purpose: { kind: "again" } });
      await read(subject);
    }
    await read(other);
    await remove(subject);
  }

  async function actionInput(operation: Operation, { resource: own, path }: Subject): Promise<CallInput> {
    const media = requestMedia(operation);
    const body = media && newBody(contract, media, await choice(media, own));
    return { ...session.inputFor(operation.id).input, path, ...(body === undefined ? {} : { body }) };
  }

  function childrenOf(own: Resource): Resource[] {
    return resources.filter((one) => one.parent === own && one.create !== undefined && one.producer === undefined);
  }

  /** A record that an action on another one makes, such as the order that a checkout of a cart makes. */
  async function produce(own: Resource): Promise<Subject | undefined> {
    const { producer, create: operation } = own;
    if (producer === undefined || operation === undefined) return undefined;
    const above = await pathAbove(producer);
    const source = above && (await create(producer, above));
    if (source === undefined) return undefined;
    for (const child of childrenOf(producer)) await create(child, source.path);
    const result = await created(own, operation, await actionInput(operation, source), {}, undefined);
    return result === "rejected" ? undefined : result;
  }

  async function removeOne(first: Subject, second: Subject, list: () => Promise<unknown>): Promise<void> {
    if (resource.remove === undefined || first.id === undefined) return;
    const below: Subject[] = [];
    for (const child of childrenOf(resource)) {
      const subject = await create(child, first.path);
      if (subject !== undefined) below.push(subject);
      if (subject !== undefined) await read(subject);
    }
    await read(second);
    await list();
    await remove(first);
    await read(first);
    await list();
    await read(second);
    for (const child of below) {
      await read(child);
      await recorder.list(child.resource, first.path);
    }
    const { patch } = resource;
    const last = steps.findLast((one) => one.operation === patch && one.isSuccess && one.subject === first);
    if (patch !== undefined && last !== undefined)
      await recorder.call("patch", patch, last.input, { subject: first, purpose: { kind: "again" } });
    await remove(first, { kind: "again" });
    await list();
  }

  async function remove(subject: Subject, purpose?: Step["purpose"]): Promise<void> {
    const { remove: operation } = subject.resource;
    if (operation === undefined || subject.id === undefined) return;
    const { input } = session.inputFor(operation.id);
    const step = await recorder.call("remove", operation, { ...input, path: subject.path }, { subject, purpose });
    // What is gone with the record above it needs no deletion.
    const isGone = step?.isSuccess || [404, 410].includes(step?.exchange.response.status ?? 0);
    if (isGone && made.includes(subject)) made.splice(made.indexOf(subject), 1);
  }

  async function cleanUp(): Promise<void> {
    for (const subject of made.toReversed()) {
      const before = made.length;
      await remove(subject);
      if (made.length === before)
        session.leaveBehind(
          `A record of ${subject.resource.create?.id}: ${String(subject.id ?? "without a known id")}`,
        );
    }
  }
}

const MOST_REFERRED = 12;
const MOST_ORDERS = 6;
const MOST_PARTS = 10;
const UNIQUE = /check-[0-9a-f]{8}/i;

/** The tag of a response, as `If-Match` takes it. */
export function etagIn({ response }: Exchange): string | undefined {
  return new Headers(response.headers).get("etag") ?? undefined;
}

/** Whether a 409 of a creation is about equal records, by what its description or example says. */
export function documentsDuplicates(contract: Contract, { responses, pointer: operation }: Operation): boolean {
  const conflict = responses.find(({ status }) => status === "409");
  if (conflict === undefined) return false;
  // A description beside a reference is that of this operation.
  const own = valueAt(contract.document, pointer(operation, "responses", "409"));
  const shown = JSON.stringify([own ?? "", valueAt(contract.document, conflict.pointer) ?? ""]);
  return /exist|duplicate|unique|taken|in use|already|same|another|has (a|this)\b/i.test(shown);
}

function unknownLike(value: string): string {
  if (/\d$/.test(value) && !/[a-f]/i.test(value.slice(-6))) return value.replace(/\d+$/, "987654321");
  return /^[0-9a-f-]{36}$/i.test(value) ? randomUUID() : `no-${value}`;
}

function unknownId(contract: Contract, operation: Operation, name: string, id: Json): Json | undefined {
  const schema = operation.parameters.find((one) => one.in === "path" && one.name === name)?.schema;
  const value = typeof id === "number" ? 987_654_321 : unknownLike(String(id));
  return schema === undefined || contract.isValid(schema, value) || contract.isValid(schema, Number(value))
    ? value
    : undefined;
}

/** The values of a filter that entries have, and those that the contract lists. */
function filterValues(contract: Contract, { parameter, property }: Filter, records: readonly JsonObject[]): Json[] {
  const schema = contract.schemaAt(parameter.schema);
  if (stringsAt(schema, "type").includes("boolean")) return [true, false];
  const own = records.flatMap((record) => valueNamed(record, property) ?? []).flat();
  const usable = own.filter((one) => typeof one !== "object" && contract.isValid(parameter.schema, one));
  const distinct = [...new Set(usable)];
  const allowed = stringsAt(schema, "enum");
  return [
    ...new Set([
      ...[distinct[0], distinct[Math.floor(distinct.length / 2)], distinct.at(-1)].flatMap((one) => one ?? []),
      ...allowed.slice(0, 4),
    ]),
  ];
}

function isTime(contract: Contract, schema: string): boolean {
  return stringAt(contract.schemaAt(schema), "format") === "date-time";
}

/** Values that a service may change on the way, made from those of a body. */
const SAMPLES: readonly ((value: Json, format: string | undefined) => Json | undefined)[] = [
  (value) => text(value, (own) => `${own} Ünï-çødé 東京 🎈 שלום`),
  (value) => text(value, (own) => `  ${own}  `),
  (value) => text(value, (own) => `${own} <b>"&amp;'\\ %41 + MiXed CASE`),
  (value) => text(value, (own) => own.padEnd(257, " long text")),
  (value) => text(value, (own) => own.padEnd(1001, " longer text")),
  (value) => (typeof value === "number" ? value + 0.37 : undefined),
  (value, format) => (format === "date-time" && typeof value === "string" ? inOffset(value) : undefined),
];

function text(value: Json, change: (own: string) => string): string | undefined {
  return typeof value === "string" ? change(value) : undefined;
}

/** The same instant, two hours east. */
function inOffset(time: string): string | undefined {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? undefined : new Date(ms + 7_200_000).toISOString().replace(/(\.000)?Z$/, "+02:00");
}
