import { isJsonObject, type Json, type JsonObject, loadContract } from "content-service-contract";
import { readData } from "./files.js";
import { importOptional } from "./optional-packages.js";
import { list, type Values, value } from "./options.js";
import { reasonOf, UsageError } from "./usage-error.js";

export const contractOptions = {
  contract: value("<file>", "another contract: an OpenAPI 3.0 or 3.1 document, as JSON or YAML, in one or more files"),
  overlay: list("<file>", "an OpenAPI Overlay 1.0 document that changes the contract, applied in order"),
};

/** The package depends on the compiler, so it is optional here. */
interface Documents {
  bundleDocument(path: string): Promise<unknown>;
  applyOverlay(document: JsonObject, overlay: unknown): string[];
}

/** Reads the contract of a command. Throws a `UsageError` for files that make no OpenAPI document. */
export async function readContract({ contract: file, overlay = [] }: Partial<Values<typeof contractOptions>>) {
  if (file === undefined && overlay.length === 0) return loadContract();
  const documents = (subject: string) => importOptional<Documents>(subject, ["content-service-codegen/documents"]);
  const document = file === undefined ? loadContract().document : await readData("--contract", file);
  try {
    // A document of OpenAPI 3 can refer to other files.
    const hasOthers = file !== undefined && /"\$ref":"[^#"]/.test(JSON.stringify(document) ?? "");
    const whole = hasOthers ? await (await documents("A contract of several files")).bundleDocument(file) : document;
    return loadContract(overlay.length === 0 ? whole : await changed(whole, overlay, documents));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--contract ${file ?? ""} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}

type Load = (subject: string) => Promise<Documents>;
async function changed(document: unknown, overlays: readonly string[], documents: Load): Promise<Json> {
  // Anchors of YAML share objects, which an overlay would change in several places.
  const copy: Json = JSON.parse(JSON.stringify(document));
  if (!isJsonObject(copy)) return copy;
  const { applyOverlay } = await documents("An overlay");
  for (const path of overlays) {
    const overlay = await readData("--overlay", path);
    try {
      for (const target of applyOverlay(copy, overlay)) console.error(`--overlay ${path}: ${target} matches nothing`);
    } catch (error) {
      throw new UsageError(`--overlay ${path} cannot be used: ${reasonOf(error)}`, { cause: error });
    }
  }
  return copy;
}
