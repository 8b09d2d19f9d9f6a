import { randomUUID } from "node:crypto";
import { withValue } from "content-service-contract";
import type { PagesRead } from "../lists/read-list.js";
import {
  defaultsOf,
  filteredBy,
  filtersOf,
  inclusionsOf,
  ordersOf,
  pagesOf,
  type Relation,
  searched,
  searchedAndFiltered,
} from "../lists/relations.js";
import { listOf } from "../records/recorder.js";
import type { Plan } from "../records/records.js";
import { ownIds, type Subject, showsIds } from "../records/trace.js";
import { bodyProperties, isValidBody, placeInBody } from "../resources/bodies.js";
import { searchedNames } from "../sentences/lists.js";

/** The calls that read parts and other views of the list of a resource. */
export function listCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { readRelations, searchByEach, readDefaults };

  /** Reads pages, filters, a search and orders of the list. */
  async function readRelations(path: Subject["path"], subject?: Subject): Promise<void> {
    const list = listOf(session, resource, path);
    const whole = (await recorder.list(resource, path))?.listing;
    if (list === undefined || whole === undefined) return;
    const [position] = list.positions;
    const hasLimit = list.parameters.limit !== undefined;
    const count = whole.ids.length;
    const third = Math.max(2, Math.ceil(count / 3));
    // The last page is not full.
    const several = [third, third + 1, third + 2].find((size) => count % size !== 0) ?? third;
    const sizes = position === undefined ? [1] : [1, several];
    const own = whole.entries.find(({ id }) => id === String(subject?.id))?.record;
    const records = [...(own === undefined ? [] : [own]), ...whole.entries.map(({ record }) => record)];
    // A later page can lose the filter.
    const isSmall = hasLimit && position !== undefined && records.length <= MOST_SINGLE;
    // A change can have taken the text away.
    const [created, ...changes] = recorder.steps.filter((one) => one.subject === subject && one.sent && one.isSuccess);
    const sent = changes.length > 0 ? {} : (created?.sent ?? {});
    const { search } = list.parameters;
    const told = search === undefined ? [] : searchedNames(contract, search, Object.keys(sent));
    const written = Object.entries(sent).filter(([name]) => told.length === 0 || told.includes(name));
    const [text] = written.flatMap(([, value]) => (typeof value === "string" ? (UNIQUE.exec(value)?.[0] ?? []) : []));
    const relations: Relation[] = [
      ...(hasLimit ? sizes.map((size) => pagesOf(list, position, size)) : []),
      ...filtersOf(contract, list, records).map((query) =>
        filteredBy(list, query, isSmall && query.isUnknown !== true ? { limit: 1 } : {}),
      ),
      ...(showsIds(whole) ? [...defaultsOf(contract, list), ...inclusionsOf(contract, list)] : []),
      ...(text === undefined || own === undefined || !showsIds(whole)
        ? []
        : [
            ...searched(contract, list, text, subject?.id, ownIds(recorder.steps, resource)),
            ...searchedAndFiltered(contract, list, text, records),
          ]),
      // A search can lose the order.
      ...(search === undefined ? [] : ordersOf(list.with({ [search.name]: OWN_WORD }), { isPart: true }).slice(0, 3)),
      // An order within each page alone is none, and equal values can be lost between two pages.
      ...ordersOf(list, isSmall ? { limit: 1 } : hasLimit && position !== undefined ? { limit: several } : {}),
    ];
    for (const relation of relations) await readRelation(path, relation, whole);
  }

  /** Reads a part or another view of a list, to be compared with the whole. */
  async function readRelation(path: Subject["path"], relation: Relation, whole: PagesRead): Promise<void> {
    const { id, list, reading, compare } = relation;
    const purpose = (read: PagesRead) =>
      ({ kind: "relation", id, compare: () => read.violation ?? compare(read, whole) }) as const;
    await recorder.list(resource, path, { list, reading, purpose });
  }

  /** A search finds a record by each property that its description names, in a record whose other texts differ. */
  async function searchByEach(path: Subject["path"]): Promise<void> {
    const { create, list: operation } = resource;
    const list = listOf(session, resource, path);
    const { search } = list?.parameters ?? {};
    if (operation === undefined || list === undefined || search === undefined) return;
    const properties = bodyProperties(contract, create);
    const told = searchedNames(contract, search, [...properties.keys()]);
    for (const [name, at] of properties) {
      const { format } = contract.schemaAt(at);
      const text = `check-${randomUUID().slice(0, 8)}`;
      const value = format === "email" || /e-?mail/i.test(name) ? `${text}@example.com` : text;
      if (!told.includes(name) || !contract.isValid(at, value)) continue;
      const subject = await records.create(resource, path, (body) => {
        const changed = withValue(body, placeInBody(contract, create, name), value);
        return changed !== undefined && isValidBody(contract, create, changed) ? changed : body;
      });
      const whole = (await recorder.list(resource, path))?.listing;
      const { record } = whole?.entries.find(({ id }) => id === String(subject?.id)) ?? {};
      if (whole === undefined || !showsIds(whole) || record?.[name] !== value) continue;
      const [relation] = searched(contract, list, text, subject?.id, new Set());
      if (relation !== undefined) await readRelation(path, relation, whole);
      if (subject !== undefined) await records.remove(subject);
      const isGone = subject !== undefined && (await records.read(subject))?.isSuccess === false;
      const left = isGone ? (await recorder.list(resource, path))?.listing : undefined;
      const [after] = searched(contract, list, text, undefined, new Set());
      if (left !== undefined && after !== undefined) await readRelation(path, after, left);
    }
  }

  /** A list with a default for a flag, such as `archived`, while a record has the other value of it. */
  async function readDefaults(path: Subject["path"]): Promise<void> {
    const { patch, list: operation } = resource;
    for (const { name, schema } of operation?.parameters ?? []) {
      const { default: usual } = contract.schemaAt(schema);
      if (typeof usual !== "boolean" || !bodyProperties(contract, patch).has(name)) continue;
      const subject = await records.create(resource, path);
      if (subject === undefined) return;
      await records.set(subject, { [name]: !usual });
      const whole = (await recorder.list(resource, path))?.listing;
      const list = listOf(session, resource, path);
      if (list !== undefined && whole !== undefined)
        for (const relation of defaultsOf(contract, list)) await readRelation(path, relation, whole);
      await records.remove(subject);
    }
  }
}

/** Read one entry a page up to this length. */
const MOST_SINGLE = 20;
/** What all our records have. */
const OWN_WORD = "Check";
/** What only our records have. */
const UNIQUE = /check-[0-9a-f]{8}/i;
