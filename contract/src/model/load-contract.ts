import bundled from "../../../generated/openapi.json" with { type: "json" };
import { type Contract, createContract } from "./contract.js";

/**
 * Returns the contract of the client, or creates one from another OpenAPI document. The contract of the client is
 * created once and shared.
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
