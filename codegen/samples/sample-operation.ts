import { arrayAt, type Contract, type Operation, pointer, schemaProperties, stringAt } from "content-service-contract";
import type { SampleOperation } from "./http-request.js";

/** What the samples of an operation need of the contract. */
export function sampleOperation(contract: Contract, operation: Operation): SampleOperation {
  const { id, method, path, server, secured, requestBody } = operation;
  const { entries, name } = successOf(contract, operation);
  return {
    id,
    method: method.toUpperCase(),
    path,
    server,
    secured,
    bodyType: requestBody?.content[0]?.type,
    isList: entries !== undefined,
    resultName: name,
    doneText: doneText(contract, operation),
  };
}

/** The output of a call without a response body: the first sentence of the response's description. */
function doneText(contract: Contract, { responses }: Operation): string {
  const success = responses.find(({ status }) => status.startsWith("2"));
  const description = success && stringAt(contract.schemaAt(success.pointer), "description");
  return description?.match(/^.*?\.(?= |$)/)?.[0] ?? "Done.";
}

/** The response of a successful call. */
export interface SuccessResponse {
  readonly status: number;
  /** The pointer of the body's schema. Undefined without a body. */
  readonly schema: string | undefined;
  /** The pointer of an entry's schema. Undefined unless the operation is a list. */
  readonly entries: string | undefined;
  /** A variable name: the name of the schema. Undefined without a body. */
  readonly name: string | undefined;
}

/** The successful response without `fields`: the first alternative of the schema. */
export function successOf(contract: Contract, operation: Operation): SuccessResponse {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  if (success === undefined) throw new Error(`Expected a 2xx response for ${operation.id}; received none`);
  const status = Number(success.status);
  const whole = success.content[0]?.schema;
  if (whole === undefined) return { status, schema: undefined, entries: undefined, name: undefined };
  const schema = arrayAt(contract.schemaAt(whole), "anyOf").length > 0 ? pointer(whole, "anyOf", 0) : whole;
  const list = operation.paging && schemaProperties(contract, schema, {}).get("entries");
  const entries = list === undefined ? undefined : pointer(list, "items");
  return { status, schema, entries, name: variableName(contract.pointerOf(schema)) };
}

function variableName(schema: string): string {
  const name = schema.split("/").at(-1) ?? "";
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
