import { answerFaults } from "./contract-faults/answer-faults.js";
import type { ContractFault } from "./contract-faults/contract-fault.js";
import { exampleFaults } from "./contract-faults/example-faults.js";
import { operationFaults } from "./contract-faults/operation-faults.js";
import { requestFaults } from "./contract-faults/request-faults.js";
import { responseFaults } from "./contract-faults/response-faults.js";

/** Every fault that the lint of the contract is tried with. */
export const contractFaults: readonly ContractFault[] = [
  ...operationFaults,
  ...answerFaults,
  ...requestFaults,
  ...responseFaults,
  ...exampleFaults,
];
