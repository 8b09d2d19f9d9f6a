import type { Contract, JsonObject, Operation } from "content-service-contract";
import { isJsonObject, placeAt, schemaProperties } from "content-service-contract";

type ListDescription = JsonObject & { readonly items?: string };

/** The members of a description, as `listPages` of the client takes it, with their types. */
const MEMBERS: Readonly<Record<string, "string" | "number" | "boolean">> = {
  ...{ items: "string", page: "string", first: "number", last: "string" },
  ...{ offset: "string", cursor: "string", next: "string", link: "boolean" },
};

/**
 * The description (`x-paging`) of a list with other names than `entries`, `marker` and `next_marker`; undefined for any other
 * operation.
 *
 * Throws an `Error` for a description that is no such list.
 */
export function listOf({ document }: Contract, operation: Operation): ListDescription | undefined {
  const given = placeAt(document, operation.pointer).node["x-paging"];
  if (!isJsonObject(given) || given["schemes"] !== undefined || given["marker"] !== undefined) return undefined;
  const fail = (problem: string): never => {
    throw new Error(`${operation.method.toUpperCase()} ${operation.path}: x-paging ${problem}`);
  };
  for (const [name, value] of Object.entries(given))
    if (!Object.hasOwn(MEMBERS, name) || typeof value !== MEMBERS[name])
      fail(`has no ${name} of this type: the members are ${Object.keys(MEMBERS).join(", ")}`);
  const { page, offset, cursor, next, link } = given;
  const ways = [page, offset, link || undefined, next].filter((one) => one !== undefined);
  if (ways.length !== 1 || (cursor !== undefined && next === undefined))
    fail("needs one of page, offset, link and next; cursor needs next");
  const parameters = operation.parameters.filter((one) => one.in === "query").map(({ name }) => name);
  for (const name of [page, offset, cursor])
    if (typeof name === "string" && !parameters.includes(name))
      fail(`names the query parameter ${name}, and the operation has ${parameters.join(", ") || "none"}`);
  // Each member has been checked.
  return given as ListDescription;
}

/**
 * The type of the items in a body of the type `body`.
 *
 * Throws an `Error` when the schema of the response has no such list, or lacks another member of the description.
 */
export function itemType(contract: Contract, operation: Operation, schema: string | undefined, body: string): string {
  const { items = "", ...others } = listOf(contract, operation) ?? {};
  const fail = (problem: string): never => {
    throw new Error(`${operation.method.toUpperCase()} ${operation.path}: x-paging has ${problem}`);
  };
  const { at, names } = memberAt(contract, schema, items);
  if (at === undefined || contract.schemaAt(at)["items"] === undefined)
    fail(`the items ${items || "of the body"}, and the response has no such list`);
  for (const key of ["last", "next"])
    if (memberAt(contract, schema, String(others[key] ?? "")).isMissing)
      fail(`the ${key} ${others[key]}, and the response has no such member`);
  return `${names.reduce((type, name) => `NonNullable<${type}[${JSON.stringify(name)}]>`, body)}[number]`;
}

/** The schema at a path, and its names, which can have dots: `@odata.nextLink`. A schema without properties misses none. */
function memberAt(contract: Contract, schema: string | undefined, path: string) {
  const names: string[] = [];
  let at = schema;
  let isMissing = false;
  for (let rest = path; rest !== "" && at !== undefined; rest = rest.slice((names.at(-1)?.length ?? 0) + 1)) {
    const properties = schemaProperties(contract, at, {});
    const name = properties.has(rest) ? rest : (rest.split(".")[0] ?? "");
    names.push(name);
    at = properties.get(name);
    isMissing = at === undefined && properties.size > 0;
  }
  return { at, names, isMissing };
}
