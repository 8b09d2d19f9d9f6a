import { type Contract, isJsonObject, type Operation } from "content-service-contract-tests";
import { arrayAt, pointer, schemaProperties } from "content-service-contract-tests/contract";

/** What the success of an operation answers with. */
export interface Answer {
  readonly status: number;
  /** Where the schema of the body stands; undefined when there is no body. */
  readonly schema: string | undefined;
  /** Where the schema of an entry stands, when the operation is a list. */
  readonly entries: string | undefined;
  /** What a program calls it: the name of its schema. Undefined when there is no body. */
  readonly name: string | undefined;
}

/** The answer without `fields`, which is the first of two where an operation takes them. */
export function answerOf(contract: Contract, operation: Operation): Answer {
  const success = operation.responses.find(({ status }) => status.startsWith("2"));
  if (success === undefined) throw new Error(`${operation.id} has no success`);
  const status = Number(success.status);
  const whole = success.content[0]?.schema;
  if (whole === undefined) return { status, schema: undefined, entries: undefined, name: undefined };
  const schema = arrayAt(contract.schemaAt(whole), "anyOf").length > 0 ? pointer(whole, "anyOf", 0) : whole;
  const paged = isJsonObject(contract.schemaAt(operation.pointer)["x-paging"]);
  const list = paged ? schemaProperties(contract, schema, {}).get("entries") : undefined;
  const entries = list === undefined ? undefined : pointer(list, "items");
  return { status, schema, entries, name: variableName(contract.pointerOf(schema)) };
}

function variableName(schema: string): string {
  const name = schema.split("/").at(-1) ?? "";
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}
