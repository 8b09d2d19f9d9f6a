import bundled from "../../../generated/openapi.json" with { type: "json" };
import { type Contract, createContract } from "./contract.js";

/**
 * The contract that the client is generated from, or the one that is given.
 *
 * The contract of the client is prepared once and then shared.
 *
 * @example
 * const contract = loadContract();
 * contract.operation("updateFile").path; // "/files/{file_id}"
 */
export function loadContract(document?: unknown): Contract {
  if (document !== undefined) return createContract(document);
  ofClient ??= createContract(bundled);
  return ofClient;
}

let ofClient: Contract | undefined;
