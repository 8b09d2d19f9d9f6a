import { isDeepStrictEqual } from "node:util";
import { type Contract, loadContract, type Operation, sampleValue } from "content-service-contract";
import type { Fault } from "./faults/faults.js";
import { createUnknownValues } from "./faults/unknown-values.js";
import { MAX_LIMIT } from "./handlers/metadata-queries.js";
import { builtInHandlerOf, operationNamed } from "./http/service-api.js";
import type { Handlers } from "./own-handlers/define-handlers.js";

/** Creates a function that returns why a fault can never happen. A handler of the user can respond with anything. */
export function impossibleFaults(contract: Contract, handlers: Handlers) {
  const own = new Set(Object.keys(handlers).map((name) => operationNamed(contract, name)));
  return (fault: Fault): string | undefined => {
    if (fault.operation !== undefined) return problemOf(fault, fault.operation);
    const isPossible = contract.operations.some(({ id }) => problemOf(fault, id) === undefined);
    return isPossible ? undefined : "no operation can have it";
  };

  function problemOf(fault: Fault, id: string): string | undefined {
    const { kind } = fault;
    const operation = contract.operations.find((one) => one.id === id);
    if (operation === undefined) return undefined;
    const isBuiltIn = !own.has(id) && builtInHandlerOf(operation) !== undefined;
    if (!own.has(id) && !isBuiltIn) return `${id} has no handler`;
    const success = operation.responses.find(({ status }) => status.startsWith("2"));
    const media = success?.content[0];
    if (/^unknown/.test(kind) && !media?.schema) return `the response of ${id} has no JSON`;
    if (kind === "unknown_enum_value" && media && !hasOpenEnum(contract, media))
      return `the response of ${id} has no enumeration`;
    if (kind === "shuffled_order" && !(isBuiltIn && id === "queryMetadata")) return `${id} does not sort`;
    if (!isBuiltIn) return undefined;
    const isList = loadContract().operations.some((one) => one.id === id && one.paging);
    if (/page|marker|limit/.test(kind) && !isList) return `${id} is not a list`;
    if (kind === "lowered_limit" && id === "queryMetadata" && fault.limit >= MAX_LIMIT)
      return `${id} has the maximum ${MAX_LIMIT}`;
    const { only_status: status = 400 } = "only_status" in fault ? fault : {};
    const isDocumented = operation.responses.some((one) => one.status === `${status}` || /^[23]XX$/i.test(one.status));
    return status < 400 && !isDocumented ? `${id} never responds with ${status}` : undefined;
  }
}

/** Whether a sample or an example of a response has a value of an open enumeration. */
function hasOpenEnum(contract: Contract, { schema, examples }: Media): boolean {
  if (schema === undefined) return false;
  const { withUnknownEnumValue } = createUnknownValues(contract);
  const sample = sampleValue(contract.document, schema, { properties: "all" });
  const bodies = [sample, ...examples.map(({ value }) => value)];
  return bodies.some((body = null) => !isDeepStrictEqual(withUnknownEnumValue(schema, body), body));
}

type Media = Operation["responses"][number]["content"][number];
