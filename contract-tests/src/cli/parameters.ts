import { type Contract, isJsonObject, parseJson } from "content-service-contract";
import { givenNames } from "../check/errors/documented-errors.js";
import { ownNames } from "../check/session/own-request.js";
import { readData } from "./files.js";
import { UsageError } from "./usage-error.js";

/** Reads ids of the service, as an option or in a file. Throws a `UsageError`, also for a name that no operation has. */
export async function readParameters(text: string | undefined, file: string | undefined, contract: Contract) {
  const filed = file === undefined ? {} : await readData("--parameters-file", file);
  const given = parseJson(text ?? "{}");
  return { ...idsOf("--parameters-file", filed, contract), ...idsOf("--parameters", given, contract) };
}

function idsOf(option: string, value: unknown, contract: Contract): Record<string, string> {
  if (!isJsonObject(value) || !Object.values(value).every((one) => typeof one === "string"))
    throw new UsageError(`${option} must be a JSON object of strings, such as {"file_id":"4001"}`);
  for (const key of Object.keys(value)) requireKnown(option, key, contract);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]));
}

function requireKnown(option: string, key: string, contract: Contract): void {
  // An operationId and a name can have dots too.
  const [own = ""] = contract.operations.map(({ id }) => id).filter((id) => key.startsWith(`${id}.`));
  const first = own === "" ? (key.split(".")[0] ?? "") : own;
  const isParameter = contract.operations.some(({ parameters }) => parameters.some((one) => one.name === key));
  const isOwn = own !== "" || (key.includes(".") && !isParameter);
  const name = isOwn ? key.slice(first.length + 1) : key;
  const named = contract.operations.filter(({ id }) => !isOwn || id === first);
  if (named.length === 0) throw new UsageError(`${option}: the contract has no operation ${first}`);
  if (CHECKS_OWN.some((own) => own === key || own.endsWith(`.${key}`))) return;
  const known = new Set([
    ...named.flatMap(({ parameters }) => parameters.flatMap((one) => [one.name, `other_${one.name}`])),
    ...named.flatMap(givenNames),
    ...named.flatMap(({ requestBody }) =>
      (requestBody?.content ?? []).flatMap(({ schema, examples }) =>
        examples.flatMap(({ value }) =>
          schema === undefined || !isJsonObject(value) ? [] : [...contract.propertiesOf(schema, value).keys()],
        ),
      ),
    ),
    ...named.flatMap((operation) => ownNames(contract, operation)),
  ]);
  if (known.has(name)) return;
  const hint = hintFor(name, known, isOwn ? `${first}.` : "");
  throw new UsageError(`${option}: no operation has a parameter or property ${key}${hint}`);
}

/** Values that only checks use, and that no fact names. */
const CHECKS_OWN = ["getCurrentUser.other_enterprise_user_id", "refreshAccessToken.user_id"];

/** Names the known name that is nearly the given one, if there is one. */
export function hintFor(name: string, known: Iterable<string>, before = ""): string {
  const near = [...known].find((one) => distance(one, name) <= 2);
  return near === undefined ? "" : `; did you mean ${before}${near}?`;
}

/** The number of characters to insert, remove or replace (Levenshtein). */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [index, character] of [...left].entries()) {
    const next = [index + 1];
    for (const [at, other] of [...right].entries()) {
      const replaced = (row[at] ?? 0) + (character === other ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
