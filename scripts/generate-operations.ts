import { createContract } from "content-service-contract-tests/contract";
import { type ModuleStyle, operationsSource, type RowData } from "../codegen/src/operations-source.js";

/** Generates `generated/operations.ts`. Its rows name their hooks, so that a bundle has only those that it uses. */
export function operationsOfContract(document: unknown): string {
  const contract = createContract(document);
  const hasBrand = (name: string) => contract.operation(name).parameters.some((one) => one.name === "ServiceApi");
  const style: ModuleStyle = {
    imports:
      'import { brandHeader, checkOffset, hideSecrets, toTokenServer } from "../src/operations/request-hooks.js";',
    typesFrom: "../src/operations/operation.js",
    types: ["OperationInfo"],
    row: (name, data) => `export const ${name} = ${rowText(data, hasBrand(name))} as const satisfies OperationInfo;`,
    table: (names) =>
      `export const operationTable = { ${names.join(", ")} } satisfies Record<keyof Operations, OperationInfo>;`,
  };
  return operationsSource(contract, contract.operations, style);
}

/** A row, with its request hooks in their order. */
function rowText(data: RowData, hasBrand: boolean): string {
  const hooks = [
    data.secrets && "hideSecrets",
    data.paging?.maxOffset !== undefined && "checkOffset",
    hasBrand && "brandHeader",
    // Last, since it turns the body into a form.
    data.token && "toTokenServer",
  ].filter(Boolean);
  return JSON.stringify(data).replace(/}$/, hooks.length > 0 ? `, hooks: [${hooks.join(", ")}] }` : "}");
}
