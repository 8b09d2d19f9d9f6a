import { createContract, isJsonObject, type JsonObject, loadContract, placeAt } from "content-service-contract";
import { applyOverlay, bundleDocument } from "./documents.js";
import { normalizeDocument } from "./normalize-document.js";
import { type ModuleStyle, operationsSource } from "./operations-source.js";
import { problemOf } from "./request-support.js";
import { type RowData, secretsOf } from "./row-data.js";
import { typesSource } from "./types-source.js";

interface Sources {
  /** The path of an OpenAPI document. Default: the contract of the client. */
  readonly contract: string | undefined;
  /** Overlays with their paths, in the order in which they apply. */
  readonly overlays: readonly { readonly path: string; readonly overlay: unknown }[];
  /** Where a `$ref` of the document may lead besides its folder: folders, and starts of addresses. */
  readonly allowedRefs?: readonly string[] | undefined;
  /** Whether the document is of another service than that of the client: no operation takes a name or fact of the client. */
  readonly standalone?: boolean | undefined;
  /** The sources, for the header of a generated file. */
  readonly title: string;
}

/**
 * Generates the types and the operations. Throws an `Error` for documents that cannot be used.
 *
 * @returns the generated files by name, the document with its overlays, the number of operations, and a line for each warning
 */
export async function generateClient({ contract: path, overlays, title, allowedRefs, standalone = false }: Sources) {
  const document = await readDocument(path, allowedRefs);
  const notes: string[] = [];
  for (const { path: file, overlay } of overlays) {
    const missed = within(file, () => applyOverlay(document, overlay));
    notes.push(...missed.map((target) => `${file}: ${target} matches nothing`));
  }
  const merged = structuredClone(document);
  const contract = within(path ?? "the overlays", () => {
    notes.push(...normalizeDocument(document, standalone));
    return createContract(document);
  });
  const problems = new Map(contract.operations.map((operation) => [operation, problemOf(operation)]));
  const supported = contract.operations.filter((operation) => problems.get(operation) === undefined);
  for (const [{ method, path: template }, problem] of problems)
    if (problem) notes.push(`${method.toUpperCase()} ${template} is skipped: ${problem}`);
  const unknown = supported.flatMap(({ security }) =>
    security.flat().filter(({ kind, prefix }) => kind === "other" && !prefix),
  );
  for (const scheme of new Set(unknown.map((one) => one.scheme)))
    notes.push(`The document does not define the security scheme ${scheme}: its credential is sent as Authorization`);
  for (const { method, path: template, parameters } of supported)
    for (const { name, pointer } of parameters)
      if (placeAt(document, pointer).node["allowReserved"] === true)
        notes.push(`${method.toUpperCase()} ${template}: ${name} is escaped, since the client has no allowReserved`);
  if (supported.length === 0) throw new Error(`The client supports no operation of the document:\n${notes.join("\n")}`);
  const head = `// Made from ${title} by content-service-codegen. Do not edit.\n`;
  // For another service: an operation of the client with the same name is another one.
  const style = { ...STYLE, standalone, ...(standalone && { row: rowOf }) };
  return {
    files: {
      "types.ts": head + (await typesSource(document)),
      "operations.ts": head + operationsSource(contract, supported, style),
    },
    document: merged,
    count: supported.length,
    notes,
  };
}

async function readDocument(path: string | undefined, allowedRefs?: readonly string[]): Promise<JsonObject> {
  if (path === undefined) return structuredClone(loadContract().document);
  const document = await bundleDocument(path, allowedRefs).catch((error: Error) => {
    const problem = error instanceof RangeError ? "its references are nested too deeply" : error.message;
    throw new Error(`${path} cannot be read: ${problem}`, { cause: error });
  });
  if (!isJsonObject(document)) throw new Error(`${path} is not an OpenAPI document`);
  // Anchors of YAML share objects, which an overlay would change in several places.
  return JSON.parse(JSON.stringify(document));
}

function within<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const STYLE: ModuleStyle = {
  imports: 'import { defineOperation, type OperationDefinition } from "content-service-client";',
  typesFrom: "content-service-client",
  types: [],
  schema: (name) => `Schemas[${JSON.stringify(name)}]`,
  // `@__PURE__` lets a bundler drop unused operations.
  row(name, data) {
    // A document may not mark the secrets of an operation of the client.
    const known = loadContract().operations.find(({ id }) => id === name);
    const secrets = [...new Set([...(data.secrets ?? []), ...(known ? secretsOf(loadContract(), known) : [])])];
    return rowOf(name, { ...data, ...(secrets.length > 0 && { secrets }) });
  },
  // The types are written: a compiler with `isolatedDeclarations` infers none.
  table: (names) =>
    `export const operations: { readonly [Name in keyof Operations]: OperationDefinition<Operations[Name]> } = {\n${names.map((name) => `  ${name},\n`).join("")}};`,
};

function rowOf(
  name: string,
  { codec, list, readError, accept, server, security, parameters, ...data }: RowData,
): string {
  const hooks = [...(accept ? [pure("accepting", [accept])] : []), ...(server ? [pure("atServer", [server])] : [])];
  const members = [
    literal(data).slice(2, -2),
    ...(list ? [`paging: { marker: "query", read: ${pure("listPages", [list])} }`] : []),
    ...(codec ? ["codec: bytes"] : []),
    ...(readError ? ["readError: anyError"] : []),
    ...(hooks.length > 0 ? [`hooks: [${hooks.join(", ")}]`] : []),
    ...(security ? [`security: ${pure("secured", security)}`] : []),
    ...(parameters ? [`parameters: ${pure("styled", parameters)}`] : []),
  ];
  return `export const ${name}: OperationDefinition<Operations["${name}"]> = ${PURE} defineOperation({ ${members.join(", ")} });`;
}

const PURE = "/* @__PURE__ */";

function pure(name: string, values: readonly unknown[]): string {
  return `${PURE} ${name}(${values.map(literal).join(", ")})`;
}

/** A value as TypeScript, without quotes around the keys. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${key}: ${literal(one)}`)
    .join(", ")} }`;
}
