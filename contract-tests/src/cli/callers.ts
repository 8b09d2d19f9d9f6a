import { type Contract, objectAt } from "content-service-contract";
import type { KnownCaller } from "../check/session/check.js";
import { recordsIn, schemaOf } from "../check/session/record-requests.js";
import schema from "./callers.schema.json" with { type: "json" };
import { formOfToken } from "./credentials.js";
import { readList, validated } from "./files.js";
import { UsageError } from "./usage-error.js";

type Listed = KnownCaller & { readonly env?: string };

/** Reads `--callers`. Throws a `UsageError`, which never quotes a token, also for unknown roles and types of records. */
export async function readCallers(file: string | undefined, contract: Contract): Promise<KnownCaller[] | undefined> {
  if (file === undefined) return undefined;
  // Its schema says so.
  const list = validated<Listed[]>("--callers", file, schema, await readList("--callers", file));
  const access = objectAt(contract.document, "x-access");
  const types = recordTypes(contract);
  return list.map(({ name, env, token: filed, facts = {} }, index) => {
    const fail = (reason: string) => new UsageError(`--callers ${file}: entry ${index + 1} ${reason}`);
    const token = env === undefined ? filed : process.env[env];
    if (env !== undefined && !token)
      throw fail(`needs the variable ${env}, which is not set; set it, or remove the entry`);
    const form = formOfToken(contract, token);
    if (form !== undefined) throw fail(`must have a token of ${form}`);
    const { roles = [], hidden = {}, visible = {}, grants = {}, groups = {} } = facts;
    const requireKnown = (what: string, fact: string, names: readonly string[], known: readonly string[]) => {
      const unknown = names.find((one) => !known.includes(one));
      if (unknown !== undefined && known.length > 0)
        throw fail(`has an unknown ${what} "${unknown}" in ${fact}: the contract has ${known.join(", ")}`);
    };
    requireKnown("role", "roles", roles, Object.keys(objectAt(access, "roles")));
    requireKnown("type", "hidden", Object.keys(hidden), types);
    requireKnown("type", "visible", Object.keys(visible), types);
    for (const [fact, given] of [
      ["grants", grants] as const,
      ...Object.values(groups).map((one) => ["groups", one] as const),
    ]) {
      requireKnown("role", fact, Object.keys(given), Object.keys(objectAt(access, "grants")));
      requireKnown("type", fact, Object.values(given).flatMap(Object.keys), types);
    }
    return { name, token, facts };
  });
}

function recordTypes(contract: Contract): string[] {
  const types = contract.operations.flatMap((operation) =>
    recordsIn(operation).flatMap(({ type }) => {
      if (!type.startsWith("$")) return type;
      const schema = schemaOf(contract, operation, type);
      return schema === undefined ? [] : contract.enumAt(schema);
    }),
  );
  return [...new Set(types)];
}
