import { requestMedia } from "../cases/call-input.js";
import type { Contract } from "../contract/contract.js";
import { isJsonObject, stringsAt } from "../contract/json.js";
import type { Operation } from "../contract/operation.js";
import { fitsAnywhere } from "./target-input.js";

/**
 * The ids of the contract's examples, as `parameters` of a target that has them, such as a sandbox with its default
 * seed. A name that stands for two things has the operation before it, such as `listFileVersionRetentions.policy_id`.
 *
 * For whom a call acts is not among them (`As-User`): that depends on the token.
 */
export function exampleParameters(contract: Contract): Record<string, string> {
  const found: Record<string, string> = {};
  for (const operation of contract.operations) {
    for (const [name, value] of idsOf(contract, operation)) {
      if ((found[name] ?? value) === value) found[name] = value;
      else found[`${operation.id}.${name}`] = value;
    }
  }
  return found;
}

function idsOf(contract: Contract, operation: Operation): [string, string][] {
  const parameters = operation.parameters
    .filter((one) => !fitsAnywhere(contract, one) && one.name !== "marker" && (one.in !== "header" || one.required))
    .map(({ name, example }): [string, unknown] => [name, example]);
  const media = operation.reads ? requestMedia(operation) : undefined;
  const body = media?.examples[0]?.value;
  const required = media?.schema === undefined ? [] : stringsAt(contract.schemaAt(media.schema), "required");
  const properties = isJsonObject(body) ? required.map((name): [string, unknown] => [name, body[name]]) : [];
  return [...parameters, ...properties].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}
