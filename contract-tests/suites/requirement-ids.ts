import { readFileSync } from "node:fs";
import { readRequirements } from "../../support/requirements-table.js";
import type { Operation } from "../src/index.js";

const requirements = readRequirements(readFileSync(new URL("../../docs/requirements.md", import.meta.url), "utf8"));

/**
 * The ids for the title of a test about an operation, as ` [OP-03] [ER-08]`: that of the operation, and those given
 * that speak of it. An example that several operations share can name a requirement of only one of them.
 */
export function requirementIds(operation: Operation, others: readonly string[] = []): string {
  const own = requirements.filter(({ id, operations }) => id.startsWith("OP-") && operations.includes(operation.id));
  const given = requirements.filter(({ id, operations }) => {
    return others.includes(id) && (operations.length === 0 || operations.includes(operation.id));
  });
  return [...own, ...given].map(({ id }) => ` [${id}]`).join("");
}
