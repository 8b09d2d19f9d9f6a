import { arrayAt, type Contract, isJsonObject, type Json, type Operation, valueAt } from "content-service-contract";
import { identityOf, type List, listOf, toList } from "../lists/list.js";
import { type PagesRead, readList, sendIn } from "../lists/read-list.js";
import { pathParameter } from "../runtime-expressions.js";
import { type Check, type CheckTarget, checkOf, type Session } from "../session/check.js";
import { otherTargets } from "./call-checks.js";

/** What `x-union` says of a list: its entries are those of the lists of their parts. */
interface Union {
  /** The list of the parts, with the same query. */
  readonly of: string;
  /** The property of an entry that has its parts: records with a type and an id. */
  readonly parts: string;
  /** The lists of a part, and where an entry of each has the value that it shares with an entry of the union. */
  readonly lists: Readonly<Record<string, string>>;
  /** Where an entry of the union has this value. */
  readonly entry: string;
}

/** A list with `x-union` has what the lists of its parts have, and nothing else. */
export function unionChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const facts = contract.objectIn(operation.pointer, "x-union");
  if (Object.keys(facts).length === 0) return [];
  // requireFacts has checked its form.
  const union = facts as unknown as Union;
  const targets = [target, ...otherTargets(operation, target).map(({ other }) => other)];
  const title = "has what the lists of its parts have";
  const check = checkOf(operation, ["has-the-entries-of-its-parts", title, "none"], async (session) => {
    const lists = targets.flatMap((one) => listOf(contract, operation, one) ?? []);
    for (const list of lists) {
      // Others can change a list in the meantime.
      const wrong = (await differenceIn(session, union, list)) && (await differenceIn(session, union, list));
      if (wrong === undefined) continue;
      return session.find({ rule: "consistent-records", at: "/response/body/entries", ...wrong });
    }
  });
  return [check];
}

async function differenceIn(session: Session, { of, parts, lists, entry }: Union, list: List) {
  const read = (one: List) => readList(sendIn(session, true), one, { limit: one.limits.maximum });
  const { query = {} } = list.input;
  const [whole, all] = [await read(list), await read(plainList(session, of, { query }))];
  if (whole === undefined || all === undefined) return undefined;
  const shown = new Map(all.entries.map(({ record }) => [identityOf(record), new Set<string>()]));
  for (const { record } of whole.entries) {
    for (const part of arrayAt(record, parts).filter(isJsonObject).map(identityOf))
      shown.set(part, (shown.get(part) ?? new Set()).add(valueIn(record, entry) ?? ""));
  }
  // An entry can say less than others, for example of a record in the trash.
  const unnamed = whole.entries.filter(({ record }) => valueIn(record, entry) === undefined).length;
  const names = Object.keys(lists).join(" or ");
  const known = [...shown];
  for (const [part, expected] of new Set([...known.slice(0, MOST_PARTS), ...known.slice(-MOST_PARTS)])) {
    let first: PagesRead | undefined;
    const received = new Set<string>();
    for (const [id, place] of Object.entries(lists)) {
      const own = partList(session, id, part);
      const page = own && (await read(own));
      if (page === undefined || !page.isComplete) return undefined;
      first ??= page;
      for (const value of page.entries.flatMap(({ record }) => valueIn(record, place) ?? [])) received.add(value);
    }
    const lost = [...expected].find((one) => !received.has(one));
    const added = [...received].filter((one) => !expected.has(one));
    if (lost !== undefined && first !== undefined) {
      const message = `Expected ${names} to show ${lost} for ${part}, as ${list.operation.id} does; received lists without it`;
      return { message, exchange: first.exchange };
    }
    if (whole.isComplete && added.length > unnamed) {
      const message = `Expected ${list.operation.id} to show ${added[0]} for ${part}, as ${names} does; received a list without it`;
      return { message, exchange: whole.exchange };
    }
  }
  return undefined;
}

const MOST_PARTS = 3;

function partList(session: Session, id: string, part: string): List | undefined {
  const [type, partId = ""] = part.split(" ");
  const name = pathParameter(session.contract.operation(id).access.records.find((one) => one.type === type)?.at);
  return name === undefined ? undefined : plainList(session, id, { path: { [name]: partId } });
}

function plainList({ contract }: Session, id: string, input: List["input"]): List {
  return toList(contract, contract.operation(id), { input, identify: JSON.stringify });
}

function valueIn(record: Json, at: string): string | undefined {
  const value = valueAt(record, at);
  return value === undefined ? undefined : String(value);
}
