import { type Contract, loadContract } from "content-service-contract";
import { reasonOf, UsageError } from "./command.js";
import { readData } from "./files.js";

/** The option of several commands. */
export const contractOption = { contract: { type: "string" } } as const;

/** Its part of the usage. */
export const CONTRACT_USAGE =
  "  --contract <file>         another contract: an OpenAPI 3.0 or 3.1 document, as JSON or YAML, in one file";

/** Reads the contract of a command. Throws a `UsageError` for a file that is no bundled OpenAPI document. */
export async function readContract(file: string | undefined): Promise<Contract> {
  if (file === undefined) return loadContract();
  const document = await readData("--contract", file);
  try {
    return loadContract(document);
  } catch (error) {
    throw new UsageError(`--contract ${file} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
