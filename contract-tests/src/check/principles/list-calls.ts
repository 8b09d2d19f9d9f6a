import { randomUUID } from "node:crypto";
import { type Contract, type Json, type JsonObject, stringsAt } from "content-service-contract";
import { type Filter, listParameters, passes } from "./list-parameters.js";
import { isFreeText } from "./new-values.js";
import { valueNamed } from "./payload.js";
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
    const readFiltered = (chosen: readonly (readonly [Filter, Json])[], isUnknown = false) => {
      const query = Object.fromEntries(chosen.map(([{ parameter }, value]) => [parameter.name, value]));
      // A later page can lose the filter.
      const isSmall = limit !== undefined && position !== undefined && records.length <= MOST_SINGLE;
      const size = isSmall && !isUnknown ? { limit: 1 } : {};
      return recorder.list(resource, path, { query, purpose: { kind: "filter", chosen, isUnknown }, ...size });
    };
    const together: [Filter, Json][] = [];
    const others: [Filter, Json][] = [];
    for (const filter of filters) {
      const values = filterValues(contract, filter, known);
      const [text] = filter.isExact === undefined ? [] : values.filter((value) => typeof value === "string");
      const otherCase = text?.toUpperCase() === text ? text?.toLowerCase() : text?.toUpperCase();
      for (const value of [...values, ...(otherCase === undefined ? [] : [otherCase])])
        await readFiltered([[filter, value]]);
      if (values[0] !== undefined) together.push([filter, values[0]]);
      const other = own && values.find((value) => passes(filter, value, own) === false);
      if (other !== undefined) others.push([filter, other]);
      if (filter.relation !== "equal" || !isFreeText(contract, { schema: filter.parameter.schema, value: "" }))
        continue;
      await readFiltered([[filter, `nothing-${randomUUID().slice(0, 8)}`]], true);
    }
    // Each filter with another one that excludes some of its entries.
    for (const [filter, value] of together) {
      const other = others.find(([one]) => one !== filter);
      if (other !== undefined) await readFiltered([[filter, value], other]);
    }
    for (const [filter, value] of others.slice(0, 1)) {
      const other = together.find(([one]) => one !== filter);
      if (other !== undefined) await readFiltered([[filter, value], other]);
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

/** The values of a filter that entries have, and those that the contract lists. */
function filterValues(
  contract: Contract,
  { parameter, property, relation }: Filter,
  records: readonly JsonObject[],
): Json[] {
  const schema = contract.schemaAt(parameter.schema);
  if (stringsAt(schema, "type").includes("boolean")) return [true, false];
  const own = records.flatMap((record) => valueNamed(record, property) ?? []).flat();
  if (relation === "contains") return own.slice(0, 1).flatMap((one) => String(one).split(" ").at(-1) ?? []);
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
