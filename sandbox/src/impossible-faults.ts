import { type Contract, loadContract } from "content-service-contract";
import type { Fault } from "./faults/faults.js";
import { builtInHandlerOf, operationNamed } from "./http/service-api.js";
import type { Handlers } from "./own-handlers/define-handlers.js";

/** Creates a function that returns why a fault can never happen. A handler of the user can respond with anything. */
export function impossibleFaults(contract: Contract, handlers: Handlers) {
  const own = new Set(Object.keys(handlers).map((name) => operationNamed(contract, name)));
  return (fault: Fault): string | undefined => {
    const { kind, operation: id } = fault;
    const operation = contract.operations.find((one) => one.id === id);
    if (operation === undefined) return undefined;
    const isBuiltIn = !own.has(id) && builtInHandlerOf(operation) !== undefined;
    if (!own.has(id) && !isBuiltIn) return `${id} has no handler`;
    const success = operation.responses.find(({ status }) => status.startsWith("2"));
    if (/^unknown/.test(kind) && !success?.content[0]?.schema) return `the response of ${id} has no JSON`;
    if (kind === "shuffled_order" && !(isBuiltIn && id === "queryMetadata")) return `${id} does not sort`;
    if (!isBuiltIn) return undefined;
    const isList = loadContract().operations.some((one) => one.id === id && one.paging);
    if (/page|marker|limit/.test(kind) && !isList) return `${id} is not a list`;
    const { only_status: status = 400 } = "only_status" in fault ? fault : {};
    const isDocumented = operation.responses.some((one) => one.status === `${status}` || /^[23]XX$/i.test(one.status));
    return status < 400 && !isDocumented ? `${id} never responds with ${status}` : undefined;
  };
}
