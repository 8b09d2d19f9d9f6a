import { arrayAt, type Contract, type Operation, pointer, schemaProperties, stringAt } from "content-service-contract";
import type { SampleOperation } from "./http-request.js";

/** What the samples of an operation need of the contract. */
export function sampleOperation(contract: Contract, operation: Operation): SampleOperation {
  const { id, path, server, secured, requestBody } = operation;
  const { isList, resultName, doneText } = successOf(contract, operation);
  const method = operation.method.toUpperCase();
  const bodyType = requestBody?.content[0]?.type;
  return { id, method, path, server, secured, bodyType, isList, resultName, doneText };
}

/** The successful response without `fields`: its status, the pointer of its schema (the first alternative), and its texts. */
export function successOf(contract: Contract, operation: Operation) {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  if (success === undefined) throw new Error(`Expected a 2xx response for ${operation.id}; received none`);
  const status = Number(success.status);
  const description = stringAt(contract.schemaAt(success.pointer), "description");
  const doneText = description?.match(/^.*?\.(?= |$)/)?.[0] ?? "Done.";
  const whole = success.content[0]?.schema;
  if (whole === undefined) return { status, schema: undefined, isList: false, resultName: undefined, doneText };
  const schema = arrayAt(contract.schemaAt(whole), "anyOf").length > 0 ? pointer(whole, "anyOf", 0) : whole;
  const isList = operation.paging !== undefined && schemaProperties(contract, schema, {}).has("entries");
  return { status, schema, isList, resultName: variableName(contract.pointerOf(schema)), doneText };
}

function variableName(schema: string): string {
  const name = schema.split("/").at(-1) ?? "";
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
