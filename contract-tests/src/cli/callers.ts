import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  stringAt,
  stringsAt,
} from "content-service-contract";
import type { CallerFacts, KnownCaller } from "../check/session/known-callers.js";
import { recordsIn, schemaOf } from "../check/session/record-requests.js";
import schema from "./callers.schema.json" with { type: "json" };
import { readList } from "./files.js";
import { UsageError } from "./usage-error.js";

/**
 * Reads `--callers`: a list of `{ name, env, facts }`, where `env` names the variable with the token; `token` has it in the
 * file. One with neither has facts about the user of `--token`. Throws a `UsageError`, which never quotes a token, also for
 * roles that the contract does not have where it lists them (`x-access`), and for types of records that no request names.
 */
export async function readCallers(file: string | undefined, contract: Contract): Promise<KnownCaller[] | undefined> {
  if (file === undefined) return undefined;
  const list = await readList("--callers", file);
  if (!Array.isArray(list)) throw new UsageError(`--callers ${file} must be a list of objects with a name`);
  const access = objectAt(contract.document, "x-access");
  const types = recordTypes(contract);
  return list.map((one: unknown, index) => {
    const fail = (reason: string) => new UsageError(`--callers ${file}: entry ${index + 1} ${reason}`);
    // Read from JSON or YAML.
    const entry = one as Json;
    const name = isJsonObject(entry) ? stringAt(entry, "name") : undefined;
    if (!isJsonObject(entry) || name === undefined) throw fail("must be an object with a name");
    const unknown = Object.keys(entry).find((key) => !Object.hasOwn(schema.items.properties, key));
    if (unknown !== undefined) throw fail(`has an unknown property ${unknown}`);
    const variable = stringAt(entry, "env");
    const token = variable === undefined ? stringAt(entry, "token") : process.env[variable];
    if (variable !== undefined && !token) throw fail(`needs the variable ${variable}, which is not set`);
    if (/[^\x21-\x7e]/.test(token ?? "")) throw fail("must have a token of ASCII characters without spaces");
    const facts = factsOf(entry["facts"] ?? {}, fail);
    for (const [listed, own] of [
      ["roles", facts.roles],
      ["grants", Object.keys(facts.grants ?? {})],
    ] as const) {
      const known = Object.keys(objectAt(access, listed));
      const unknownRole = own?.find((role) => known.length > 0 && !known.includes(role));
      if (unknownRole !== undefined)
        throw fail(`has an unknown role "${unknownRole}" in ${listed}: the contract has ${known.join(", ")}`);
    }
    const { hidden, visible, grants = {} } = facts;
    for (const [fact, ids] of Object.entries({ hidden: [hidden], visible: [visible], grants: Object.values(grants) })) {
      const type = ids.flatMap((one) => Object.keys(one ?? {})).find((one) => !types.has(one));
      if (type !== undefined && types.size > 0)
        throw fail(`has an unknown type "${type}" in ${fact}: the contract has ${[...types].join(", ")}`);
    }
    return { name, token, facts };
  });
}

/** The types of the records that requests name. */
function recordTypes(contract: Contract): ReadonlySet<string> {
  const types = contract.operations.flatMap((operation) =>
    recordsIn(operation).flatMap(({ type }) => {
      if (!type.startsWith("$")) return type;
      const schema = schemaOf(contract, operation, type);
      return schema === undefined ? [] : stringsAt(contract.schemaAt(schema), "enum");
    }),
  );
  return new Set(types);
}

function factsOf(facts: Json, fail: (reason: string) => UsageError): CallerFacts {
  if (!isJsonObject(facts)) throw fail("must have facts as an object");
  for (const [name, value] of Object.entries(facts)) {
    const [isValid, form] = FORMS[name] ?? [];
    if (isValid === undefined) throw fail(`has an unknown fact ${name}`);
    if (!isValid(value)) throw fail(`must have ${name} as ${form}`);
  }
  // Checked above.
  return facts as CallerFacts;
}

const isText = (value: Json | undefined) => typeof value === "string";
const isTexts = (value: Json | undefined) => Array.isArray(value) && value.every(isText);
const all = (isValid: (value: Json | undefined) => boolean) => (value: Json | undefined) =>
  value !== undefined && isJsonObject(value) && Object.values<JsonObject[string]>(value).every(isValid);

const IDS = 'lists of ids by type, such as {"file":["4004"]}';
const FORMS: Readonly<Record<string, readonly [isValid: (value: Json | undefined) => boolean, form: string]>> = {
  id: [isText, "a string"],
  tenant: [isText, "a string"],
  roles: [isTexts, "a list of strings"],
  actsForOthers: [(value) => typeof value === "boolean", "true or false"],
  hidden: [all(isTexts), IDS],
  visible: [all(isTexts), IDS],
  grants: [all(all(isText)), 'ids by role and type, such as {"viewer":{"file":"4001"}}'],
};
