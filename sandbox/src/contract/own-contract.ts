import { type Contract, isJsonObject, loadContract } from "content-service-contract";

/** The contract of a sandbox. */
export interface ContractOptions {
  /**
   * A bundled OpenAPI document. Its operations that the contract of the client has, with the same method and path, have
   * built-in handlers. @default the contract of the client
   */
  readonly contract?: object | undefined;
  /**
   * OpenAPI Overlay 1.0 documents that change the contract, in this order. They need `content-service-codegen`. @default []
   */
  readonly overlays?: readonly object[] | undefined;
}

/** The parts of `content-service-codegen` that read documents. The package has the compiler, so it is optional. */
interface Documents {
  bundleDocument(path: string): Promise<unknown>;
  applyOverlay(document: object, overlay: unknown): string[];
}

/** Creates the contract. Rejects with a `TypeError` for documents that cannot be used. */
export async function contractOf({ contract: document, overlays = [] }: ContractOptions): Promise<Contract> {
  if (!Array.isArray(overlays)) throw new TypeError("overlays must be an array of OpenAPI overlays");
  if (overlays.length === 0) return loadContract(document);
  const { applyOverlay } = await documents("An overlay");
  // A copy, since overlays change the document, and YAML can share objects between places.
  const whole: unknown = JSON.parse(JSON.stringify(document ?? loadContract().document));
  if (!isJsonObject(whole)) throw new TypeError("contract must be an OpenAPI document");
  for (const [index, overlay] of overlays.entries()) {
    try {
      const missed = applyOverlay(whole, overlay);
      if (missed.length > 0) throw new Error(`${missed.join(", ")} matches nothing`);
    } catch (error) {
      throw new TypeError(`overlays[${index}]: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
  return loadContract(whole);
}

/** Loads the optional package. `subject` is what needs it. */
export async function documents(subject: string): Promise<Documents> {
  // Not a literal, so that a bundler leaves it out.
  const specifier = ["content-service-codegen", "documents"].join("/");
  try {
    return await import(specifier);
  } catch (cause) {
    const hint = "npm install --save-dev content-service-codegen";
    throw new TypeError(`${subject} needs content-service-codegen: ${hint}`, { cause });
  }
}
