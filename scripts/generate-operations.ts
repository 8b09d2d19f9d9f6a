import { type Contract, createContract, isJsonObject, objectAt } from "content-service-contract";
import { type ModuleStyle, operationsSource } from "../codegen/src/operations-source.js";
import type { RowData } from "../codegen/src/row-data.js";

/** Generates `generated/operations.ts`. Rows refer to their hooks, so that a bundle contains only the used ones. */
export function operationsOfContract(document: unknown): string {
  const contract = createContract(document);
  const hasBrand = (name: string) => contract.operation(name).parameters.some((one) => one.name === "ServiceApi");
  const style: ModuleStyle = {
    imports:
      'import { brandHeader, checkOffset, hideSecrets, isTokenError, setContentType, toTokenServer } from "../src/operations/request-hooks.js";\nimport type * as resources from "./resources.js";',
    typesFrom: "../src/operations/operation.js",
    types: ["OperationInfo"],
    schema: (name) => `resources.${name}`,
    row: (name, data) => `export const ${name} = ${rowText(data, hasBrand(name))} as const satisfies OperationInfo;`,
    table: (names) =>
      `export const operationTable = { ${names.join(", ")} } satisfies Record<keyof Operations, OperationInfo>;`,
  };
  return operationsSource(contract, contract.operations, style);
}

/** Generates `generated/resources.ts`: a name for each schema. An editor shows an interface by its name. */
export function resourcesOfContract(document: unknown): string {
  const contract = createContract(document);
  const schemas = Object.entries(objectAt(objectAt(contract.document, "components"), "schemas"));
  // For errors, the client has `ErrorBody` and `ErrorCode`.
  const named = schemas.filter(([name, schema]) => !name.startsWith("Error") && isJsonObject(schema));
  const declarations = named.map(([name, schema]) => {
    const { description, oneOf, anyOf, enum: values } = Object(schema);
    const [sentence = `${name}.`] = String(description ?? "").match(/^.*?\.(?=\s|$)/s) ?? [];
    const choices: { $ref?: string }[] = oneOf ?? anyOf ?? [];
    const names = choices.map(({ $ref }) => $ref?.split("/").at(-1));
    const union = names.length > 0 && !names.includes(undefined) && names.join(" | ");
    const type = union || ((choices.length > 0 || values) && `Schema<"${name}">`);
    const absent = absentNames(contract, name).map((one) => `"${one}"`);
    const base = absent.length > 0 ? `Omit<Schema<"${name}">, ${absent.join(" | ")}>` : `Schema<"${name}">`;
    const declaration = type ? `type ${name} = ${type};` : `interface ${name} extends ${base} {}`;
    return `/** ${sentence.replace(/\s+/g, " ")} */\nexport ${declaration}`;
  });
  return `import type { components } from "./types.js";

type Schemas = components["schemas"];
type Schema<Name extends keyof Schemas> = Schemas[Name];

${declarations.join("\n")}
`;
}

/**
 * The attributes that a standard representation never has, by the contract's words: a missing `lock` would look like an
 * unlocked file.
 */
function absentNames(contract: Contract, name: string): string[] {
  const schemas = objectAt(objectAt(contract.document, "components"), "schemas");
  const properties = Object.entries(objectAt(objectAt(schemas, `${name}Fields`), "properties"));
  return properties.flatMap(([key, property]) =>
    /Returned only if `fields` names/.test(String(Object(property).description)) ? [key] : [],
  );
}

/** A row, with its serializers and its request hooks in their order. */
function rowText(data: RowData, hasBrand: boolean): string {
  const functions = {
    serializers: [data.secrets && "hideSecrets", data.token && "setContentType"],
    hooks: [
      data.paging?.maxOffset !== undefined && "checkOffset",
      hasBrand && "brandHeader",
      data.token && "toTokenServer",
    ],
  };
  const members = Object.entries(functions).map(([name, all]) => {
    const names = all.filter(Boolean).join(", ");
    return names && `, ${name}: [${names}]`;
  });
  const form = data.token ? { contentType: "application/x-www-form-urlencoded" } : {};
  const isError = data.token ? ", isError: isTokenError" : "";
  return JSON.stringify({ ...data, ...form }).replace(/}$/, `${isError}${members.join("")} }`);
}
