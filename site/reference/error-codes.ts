import {
  type Contract,
  type DocumentedResponse,
  errorCodeOf,
  isJsonObject,
  type NamedExample,
  type Operation,
} from "content-service-contract-tests";
import { arrayAt, objectAt, stringAt, valueAt } from "content-service-contract-tests/contract";

/** What a code means, and what somebody who meets it does. */
export interface ErrorCodeText {
  readonly meaning: string;
  readonly remedy: string;
}

/** A code with which an operation can fail. */
export interface OperationError {
  readonly status: number;
  readonly code: string;
  /** When this happens: what the contract says of each example. */
  readonly when: readonly string[];
}

/** The schemas that list codes: those of the service, and those of the token operation. */
export const CODE_LISTS = ["/components/schemas/ErrorCode", "/components/schemas/TokenError/properties/error"] as const;

/** The codes that a schema lists. */
export function listedCodes(contract: Contract, list: string): string[] {
  const lists = arrayAt(contract.schemaAt(list), "anyOf").filter(isJsonObject);
  return lists.flatMap((one) => arrayAt(one, "enum")).filter((code) => typeof code === "string");
}

/** What the contract says of every code. */
export function errorCodeTexts(contract: Contract): Map<string, ErrorCodeText> {
  const entries = CODE_LISTS.flatMap((list) => Object.entries(objectAt(contract.schemaAt(list), "x-codes")));
  return new Map(
    entries.map(([code, text]) => {
      const node = isJsonObject(text) ? text : {};
      return [code, { meaning: stringAt(node, "meaning") ?? "", remedy: stringAt(node, "remedy") ?? "" }];
    }),
  );
}

/** The codes with which an operation can fail, each status apart, in the order of the contract. */
export function errorsOf(contract: Contract, { responses }: Operation): OperationError[] {
  const found = new Map<string, OperationError>();
  for (const response of responses.filter(({ status }) => !/^[123]/.test(status))) {
    for (const example of response.content.flatMap(({ examples }) => examples)) {
      const status = statusOf(response, example);
      const code = errorCodeOf(example.value);
      if (code === undefined) throw new Error(`the example at ${example.pointer} has no code`);
      const before = found.get(`${status} ${code}`);
      const when = [...new Set([...(before?.when ?? []), summaryOf(contract, example)])];
      found.set(`${status} ${code}`, { status, code, when });
    }
  }
  return [...found.values()];
}

/** What the contract says of an example, in a sentence. */
export function summaryOf({ document }: Contract, { pointer, name }: NamedExample): string {
  const node = valueAt(document, pointer.replace(/\/value$/, ""));
  return (isJsonObject(node) ? stringAt(node, "summary") : undefined) ?? name;
}

function statusOf({ status }: DocumentedResponse, { value }: NamedExample): number {
  const told = isJsonObject(value) ? value["status"] : undefined;
  return status === "default" && typeof told === "number" ? told : Number(status);
}
