import { queriesBy, queriesTogether } from "./filters.js";
import { listParameters } from "./list-parameters.js";
import type { Plan } from "./records.js";
import { lastSent, type Subject } from "./trace.js";

/** The calls that read a list in all its ways. */
export function listCalls({ session, recorder, resource }: Plan) {
  const { contract } = session;
  const { steps } = recorder;
  return { readRelations };

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
    const own = all?.listing?.entries.find(({ id }) => id === String(subject?.id))?.record;
    const known = own === undefined ? records : [own, ...records];
    const queries = filters.flatMap((filter) => queriesBy(contract, filter, known));
    for (const query of [...queries, ...queriesTogether(contract, filters, known)]) {
      const { chosen, isUnknown = false } = query;
      // A later page can lose the filter.
      const isSmall = limit !== undefined && position !== undefined && records.length <= MOST_SINGLE;
      await recorder.list(resource, path, {
        query: Object.fromEntries(chosen.map(([{ parameter }, value]) => [parameter.name, value])),
        purpose: { kind: "filter", query },
        ...(isSmall && !isUnknown ? { limit: 1 } : {}),
      });
    }
    const written = subject && lastSent(steps, subject);
    const text =
      written &&
      Object.values(written).flatMap((value) => (typeof value === "string" ? (UNIQUE.exec(value)?.[0] ?? []) : []))[0];
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
}

/** Read one entry a page up to this length. */
const MOST_SINGLE = 20;
const MOST_ORDERS = 6;
/** What only our records have. */
const UNIQUE = /check-[0-9a-f]{8}/i;
