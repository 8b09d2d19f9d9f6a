import { type Contract, type Operation, stringAt } from "content-service-contract";
import { linksOf } from "../resources/links.js";
import { aliasesOf, isBelow, shapeOf } from "../resources/paths.js";
import { arrayOf, plain, shownProperties, successSchema } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { isPartialTold, saysTheSame } from "../sentences/effects.js";
/** The resources of a contract, by its paths and methods and by the `links` of creations. `x-infer: false` leaves one out. */
export function inferResources(contract: Contract): Resource[] {
  const operations = contract.operations.filter((one) => contract.nodeAt(one.pointer)["x-infer"] !== false);
  const listTaken = (one: Operation) => stringAt(contract.objectIn(one.pointer, "x-takes"), "from");
  const at = (path: string | undefined, method: string) =>
    operations.find((one) => one.path === path && one.method === method);
  // The entries of a list by one of their properties, such as `/tags/{type}` beside `/tags`, are no record.
  const isPart = (path: string) => isRecordOf(contract, at(path, "get"), at(path.replace(LAST_SEGMENT, ""), "get"));
  const items = itemsOf(operations.filter(({ path }) => !path.endsWith("}") || !isPart(path)));
  const isList = (one: Operation) => arrayOf(contract, successSchema(one) ?? "") !== undefined;
  const lists = operations.filter((one) => one.method === "get" && isList(one)).map(({ path }) => path);
  const found = new Map<string, Draft>();
  const shown = operations.filter(
    ({ path, method }) => method === "get" && isBelowItem(path, items) && !items.has(path) && !lists.includes(path),
  );
  const singles = shown.flatMap(({ path }) => (at(path, "put") && !at(path, "post") ? path : []));
  const isChangedAlone = ({ path, method }: Operation) =>
    method === "get" &&
    !path.includes("{") &&
    !lists.includes(path) &&
    (at(path, "patch") ?? at(path, "put")) !== undefined;
  const always = operations
    .filter(isChangedAlone)
    .flatMap(({ path }) => ((at(path, "post") ?? at(path, "delete")) ? [] : path));
  const shallow = shallowCollections(contract, operations, items);
  const apart = [...shallow.values()];
  // The list of all records, beside one for each record above.
  const secondLists = [...shallow].flatMap(([one, all]) => (lists.includes(one) && lists.includes(all) ? all : []));
  const paths = [...items.keys(), ...lists, ...singles, ...always, ...shallow.keys()];
  const depthOf = (path: string) => path.split("/").length;
  const inOrder = operations.map(({ path }) => path).filter((one) => paths.includes(one));
  const collections = new Set([...inOrder, ...paths].toSorted((one, other) => depthOf(one) - depthOf(other)));
  for (const collection of collections) {
    const isSecond = secondLists.includes(collection);
    if (collection.endsWith("}") || (apart.includes(collection) && !isSecond)) continue;
    const isAlways = always.includes(collection);
    const isSingle = isAlways || singles.includes(collection);
    const own = shallow.get(collection) ?? collection;
    const listed = [collection, own].find((one) => lists.includes(one));
    const item = isSingle ? collection : isSecond ? undefined : items.get(own);
    const [parameter] = /(?<=\{)[^{}]+(?=\}$)/.exec(item ?? "") ?? [];
    const [read, put] = [at(item, "get"), at(item, "put")];
    const isPartial = put !== undefined && isPartialPut(contract, put, at(item, "patch"));
    const replace = isPartial ? undefined : put;
    const posted = at(collection, "post");
    const onItem = at(item, "post");
    const creates = onItem?.responses.some(({ status }) => status === "201");
    const keyed = creates && !onItem?.access.records.some(({ once }) => once) ? onItem : undefined;
    // A POST on a record that creates nothing changes it.
    const changing = !creates && put === undefined && isRecordOf(contract, onItem, read) ? onItem : undefined;
    const wanted = { operations: [read, at(item, "delete")], parameter };
    const [other] = (posted === undefined ? operations : []).flatMap((operation) => {
      const expression = operation.isSafe ? undefined : linkTo(contract, operation, wanted);
      return expression === undefined ? [] : [{ operation, expression }];
    });
    // An action on another record makes this one: `producerOf` finds it.
    const isAct = [...items.values()].some((one) => other && isAction(other.operation, one, collections));
    const linked = other?.operation === replace || isAct ? undefined : other;
    const chosen = posted === undefined && linked === undefined && !isAlways ? (replace ?? keyed) : undefined;
    const created = linkTo(contract, posted, wanted);
    found.set(collection, {
      ...{ name: collection.slice(collection.lastIndexOf("/") + 1), collection, item, parameter },
      aliases: parameter === undefined ? [] : aliasesOf(operations, item ?? "", parameter),
      create: posted ?? linked?.operation ?? chosen,
      ...{ isChosen: chosen !== undefined, isSingle },
      ...{ read, replace, patch: isPartial ? put : (at(item, "patch") ?? changing), remove: at(item, "delete") },
      list: at(listed, "get"),
      actions: operations.filter((one) => isAction(one, item, collections) && listTaken(one) === undefined),
      takers: operations.filter((one) => listTaken(one) !== undefined && listTaken(one) === at(collection, "get")?.id),
      views: shown.filter(
        (one) =>
          item !== undefined &&
          shapeOf(one.path.replace(/\/[^/]+$/, "")) === shapeOf(item) &&
          !collections.has(one.path) &&
          [...shownProperties(contract, one).values()].some((shownAt) => contract.hasType(shownAt, "integer")),
      ),
      lookups: operations.filter((one) => finds(contract, one, collection, read)),
      parent: undefined,
      idExpression: created ?? linked?.expression,
      ...{ returnsParent: false, producer: undefined },
    });
  }
  const all = [...found.values()];
  for (const one of all) {
    const isAbove = ({ item, parameter }: Resource) => parameter !== undefined && isBelow(one.collection, item);
    one.parent = all
      .filter(isAbove)
      .toSorted((other, another) => depthOf(other.collection) - depthOf(another.collection))
      .at(-1);
    one.returnsParent = one.producer === undefined && isRecordOf(contract, one.create, one.parent?.read);
    const [producer, create] = producerOf(contract, all, one);
    if (producer !== undefined) Object.assign(one, { producer, create });
  }
  const isOpen = (one: Resource) => one.create !== undefined || one.list !== undefined || one.isSingle;
  // A change of what a record is for another one, such as a flag in an environment, is an action on it.
  const changes = all.flatMap((one) => (isOpen(one) || one.patch === undefined ? [] : { ...one, patch: one.patch }));
  for (const one of all)
    one.actions = [...one.actions, ...changes.flatMap(({ parent, patch }) => (parent === one ? patch : []))];
  return all.filter(isOpen);
}

/**
 * The paths of records, by those of their collections. A record that a creation makes, there or elsewhere, may have actions
 * alone: `/sprints/{sprint_id}/start` beside `POST /sprints` or `POST /projects/{project_id}/sprints`. One of a list may have
 * records below it alone: `/projects/{project_id}/sprints` beside `GET /projects`.
 */
function itemsOf(operations: readonly Operation[]): Map<string, string> {
  const items = new Map<string, string>();
  const isPost = ({ method }: Operation) => method === "post";
  const isShown = ({ method }: Operation) => method === "post" || method === "get";
  const posted = operations.filter(isPost).flatMap(({ path }) => /\/[^/{}]+$/.exec(path) ?? []);
  for (const { path } of operations) {
    const [, item = "", collection = "", rest = ""] = /^((.*\/[^/{}]+)\/\{[^/{}]+\})(\/[^/{}]+)?$/.exec(path) ?? [];
    const own = operations.filter((one) => one.path === collection);
    const isMade = own.length === 0 && posted.some((one) => collection.endsWith(one));
    if (item !== "" && !items.has(collection) && (rest === "" || isMade || own.some(isShown)))
      items.set(collection, item);
  }
  return items;
}

const LAST_SEGMENT = /\/[^/]+$/;

type Draft = { -readonly [Name in keyof Resource]: Resource[Name] };

/**
 * Collections that only create records, or list them too, while the records are apart: `POST /shelves/{shelf_id}/books`
 * creates what `/books/{book_id}` reads. Each with the collection of the records, `/books`.
 */
function shallowCollections(contract: Contract, operations: readonly Operation[], items: ReadonlyMap<string, string>) {
  const at = (path: string | undefined, method: string) =>
    operations.find((one) => one.path === path && one.method === method);
  return new Map(
    operations.flatMap((creation): [string, string][] => {
      const { path, method, responses } = creation;
      const [name = ""] = /\/[^/{}]+$/.exec(path) ?? [];
      if (method !== "post" || name === "" || items.has(path) || !isBelowItem(path, items)) return [];
      const apart = [...items.keys()].find((one) => one.endsWith(name) && one.length < path.length);
      if (apart === undefined || at(apart, "post") !== undefined) return [];
      const record = recordSchema(contract, at(items.get(apart), "get"));
      const isRecord = record !== undefined && recordSchema(contract, creation) === record;
      return isRecord || responses.some(({ status }) => status === "201") ? [[path, apart]] : [];
    }),
  );
}

/** The resource whose action returns a record of another one without a creation of its own, and that action. */
function producerOf(contract: Contract, all: readonly Resource[], resource: Resource) {
  const wanted = resource.create === undefined ? recordSchema(contract, resource.read) : undefined;
  if (wanted === undefined) return [];
  for (const producer of all) {
    const create = producer.actions.find((one) => one.method === "post" && recordSchema(contract, one) === wanted);
    const own = recordSchema(contract, producer.read);
    if (create !== undefined && producer !== resource && own !== wanted) return [producer, create] as const;
  }
  return [];
}

function isRecordOf(contract: Contract, operation: Operation | undefined, read: Operation | undefined): boolean {
  const wanted = recordSchema(contract, read);
  return wanted !== undefined && recordSchema(contract, operation) === wanted;
}

/** Whether an operation finds one record by a property, which is the only parameter of its path. */
function finds(contract: Contract, one: Operation, collection: string, read: Operation | undefined): boolean {
  const [, name] = /^\/[^/{}]+\/\{([^/{}]+)\}$/.exec(one.path.slice(collection.length)) ?? [];
  const isBelowList = one.method === "get" && one.path.startsWith(collection) && name !== undefined;
  return (
    isBelowList &&
    isRecordOf(contract, one, read) &&
    [...shownProperties(contract, one).keys()].some((own) => plain(own) === plain(name))
  );
}

/** Whether a PUT is a partial update, by `x-partial` or its description, or since it takes and says the same as the PATCH. */
function isPartialPut(contract: Contract, put: Operation, patch: Operation | undefined): boolean {
  const { "x-partial": declared } = contract.nodeAt(put.pointer);
  const isAlias = patch !== undefined && saysTheSame(contract, put, patch);
  return typeof declared === "boolean" ? declared : isAlias || isPartialTold(contract, put);
}

function recordSchema(contract: Contract, operation: Operation | undefined): string | undefined {
  const schema = successSchema(operation);
  return schema === undefined ? undefined : contract.pointerOf(schema);
}

function isBelowItem(path: string, items: ReadonlyMap<string, string>): boolean {
  return [...items.values()].some((one) => shapeOf(one) === shapeOf(path.replace(/\/[^/{}]+$/, "")));
}

/** A write below a record that is no collection of its own. */
function isAction({ path, method }: Operation, item: string | undefined, collections: ReadonlySet<string>): boolean {
  if (item === undefined || method === "get" || method === "delete" || !isBelow(path, item)) return false;
  return /^[^/{}]+$/.test(shapeOf(path).slice(shapeOf(item).length + 1)) && !collections.has(path);
}

interface Wanted {
  readonly operations: readonly (Operation | undefined)[];
  readonly parameter: string | undefined;
}

/** The expression of the id in a link from a creation to an operation on the record. */
function linkTo(contract: Contract, creation: Operation | undefined, wanted: Wanted): string | undefined {
  if (creation === undefined) return undefined;
  for (const { operation, parameters } of linksOf(contract, creation)) {
    if (!wanted.operations.includes(operation)) continue;
    const expression = parameters[wanted.parameter ?? ""] ?? parameters[`path.${wanted.parameter}`];
    if (typeof expression === "string" && expression.includes("$")) return expression;
  }
  return undefined;
}
