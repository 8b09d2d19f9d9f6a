import { loadContract } from "content-service-contract-tests";
import type { Page } from "../page.js";
import { errorsPage } from "./errors-page.js";
import { operationPage } from "./operation-page.js";
import { operationsIndex } from "./operations-index.js";
import { schemasPage } from "./schemas-page.js";

/** The pages of the reference, all made from the contract: the operations by tag, then errors and schemas. */
export async function referencePages(): Promise<Page[]> {
  const contract = loadContract();
  return [
    operationsIndex(contract),
    ...contract.operations.map((operation) => operationPage(contract, operation)),
    errorsPage(contract),
    schemasPage(contract),
  ];
}
