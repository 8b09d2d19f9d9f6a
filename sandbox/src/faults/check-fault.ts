import { createContract, isJsonObject, type Json, loadContract } from "content-service-contract-tests/contract";
import controlDocument from "../../generated/sandbox.json" with { type: "json" };
import { dotted } from "../http/read-request.js";
import type { Fault } from "./faults.js";

/** Copies a fault. Throws a `TypeError` that names everything that is wrong with it. */
export function checkFault(fault: Fault): Fault {
  contract ??= createContract(controlDocument);
  // Whatever it is, it is taken as JSON would have it.
  const value = JSON.parse(JSON.stringify(fault ?? null)) as Json;
  const wrong = contract
    .validate("/components/schemas/Fault", value)
    .map(({ at, message }) => `${at === "" ? "it" : dotted(at)} ${message}`);
  const operation = isJsonObject(value) ? value["operation"] : undefined;
  const known = loadContract().operations.some(({ id }) => id === operation);
  if (typeof operation === "string" && !known) wrong.push(`the contract has no operation ${operation}`);
  if (wrong.length > 0) throw new TypeError(`The fault is not valid: ${wrong.join("; ")}`);
  // Its schema has just said so.
  return value as unknown as Fault;
}

let contract: ReturnType<typeof createContract> | undefined;
