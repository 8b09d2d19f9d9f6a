import { type Addresses, addressOf, type Contract, callInput, inputRequest } from "content-service-contract";
import { workingCall } from "../default-seed/working-call.js";
import { builtInHandlerOf, operationNamed } from "../http/service-api.js";
import type { Handlers } from "../own-handlers/define-handlers.js";

export type OperationSummary = ReturnType<typeof operationSummaries>[number];

/** Describes the operations of a sandbox for forms, each with an example request. */
export function operationSummaries(contract: Contract, own: Handlers, addresses: Addresses) {
  const ownIds = new Set(Object.keys(own).map((name) => operationNamed(contract, name)));
  return contract.operations.map((operation) => {
    const { id, method, path, parameters, security } = operation;
    const isBuiltIn = builtInHandlerOf(operation) !== undefined && !ownIds.has(id);
    // Where the contract has no example, the reader fills in `{name}`.
    const filled = parameters.map((one) => ({ ...one, example: one.example ?? `{${one.name}}` }));
    const input = isBuiltIn ? workingCall(contract, id) : callInput({ ...operation, parameters: filled }, FEW);
    const { path: examplePath, headers, body = "" } = inputRequest(operation, input, "");
    const { "content-type": type = null, ...others } = Object.fromEntries(new Headers(headers));
    const { pathname } = new URL(addressOf(operation, addresses) ?? "https://sandbox.invalid");
    const filledPath = examplePath.replace(/%7B(\w+)%7D/g, "{$1}");
    return {
      ...{ id, method: method.toUpperCase(), path, is_built_in: isBuiltIn, body_type: type },
      headers: parameters.filter((one) => one.in === "header").map(({ name }) => name),
      security: security.map((all) => all.map(({ kind, name, prefix = "" }) => ({ kind, name, prefix }))),
      example: { path: pathname.replace(/\/$/, "") + filledPath, headers: others, body },
    };
  });
}

const FEW = { optional: false };
