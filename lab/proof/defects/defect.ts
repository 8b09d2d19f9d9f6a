import type { Contract, Json, JsonObject, Operation, Route } from "content-service-contract";
import { isJsonObject, parseJson } from "content-service-contract";
import type { FindingRule } from "content-service-contract-tests";

/** A planted defect: one way in which a service can violate the contract. */
export interface Defect {
  /** Stable and unique, such as `getCurrentUser/missing-property/id`. */
  readonly id: string;
  readonly operation: string;
  readonly category: string;
  /** The rule that must find the defect. */
  readonly rule: FindingRule;
  /** Other rules that count as well, for a defect that violates two rules at once. */
  readonly orRules?: readonly FindingRule[];
  /** A sentence that describes the error of the service. */
  readonly describe: string;
  /** Creates the faulty behavior for one server, with its own state. */
  plant(): FaultyService;
}

/** What a defective operation does differently. All but the request applies to success responses, unless `only` says otherwise. */
interface Change {
  readonly request?: (call: Call) => Partial<PlainRequest> | undefined;
  readonly only?: (response: PlainResponse) => boolean;
  readonly response?: (response: PlainResponse, call: Call) => PlainResponse | Promise<PlainResponse>;
  readonly json?: (body: Json, call: Call) => Json;
  /** Changes a body that is a JSON object. */
  readonly members?: (body: JsonObject, call: Call) => JsonObject;
}

/** A defect of an operation. `says` ends the sentence that describes the defect. A function keeps state of its own. */
export function planted(
  operation: string,
  [name, category, rule, says]: readonly [name: string, category: string, rule: FindingRule, says: string],
  change: Change | (() => Change | FaultyService),
): Defect {
  return {
    ...{ id: `${operation}/${name}`, operation, category, rule, describe: `${operation} ${says}` },
    plant() {
      const made = typeof change === "function" ? change() : change;
      return typeof made === "function" ? made : changing(operation, made);
    },
  };
}

export function changing(operation: string, { request, only = isSuccess, response, json, members }: Change) {
  const change = json ?? ((body, call) => (members && isJsonObject(body) ? members(body, call) : body));
  return async (call: Call): Promise<PlainResponse> => {
    if (call.operation?.id !== operation) return call.healthy();
    const healthy = await call.healthy(request?.(call));
    if (!only(healthy)) return healthy;
    if (response !== undefined) return response(healthy, call);
    const body = parseJson(healthy.body);
    return body === undefined ? healthy : { ...healthy, body: JSON.stringify(change(body, call)) };
  };
}

/** A request as plain data. Header names are in lower case. */
export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A response as plain data. Header names are in lower case. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** A request to the sandbox, for a defect. */
export interface Call {
  readonly sent: PlainRequest;
  readonly route: Route;
  /** Undefined when the request matches no operation. */
  readonly operation: Operation | undefined;
  readonly contract: Contract;
  /** The response of the healthy sandbox, optionally to a changed request. */
  healthy(changed?: Partial<PlainRequest>): Promise<PlainResponse>;
  /** All records of the sandbox, as JSON. */
  snapshot(): string;
  restore(snapshot: string): void;
}

export type FaultyService = (call: Call) => Promise<PlainResponse>;

export const isSuccess = ({ status }: PlainResponse): boolean => status >= 200 && status < 300;
export const isErrorResponse = ({ status }: PlainResponse): boolean => status >= 400;
export const hasStatus =
  (...wanted: readonly (number | string)[]) =>
  ({ status }: PlainResponse): boolean =>
    wanted.some((one) => Number(one) === status);

/** The response with another value of a header, or without the header. */
export function withHeader(response: PlainResponse, name: string, value: string | undefined): PlainResponse {
  const headers = without(response.headers, name);
  return { ...response, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

export function without<Value>(record: Readonly<Record<string, Value>>, ...names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** A category or sentence as a part of an id. */
export function dashed(text: string): string {
  return text.replaceAll(" ", "-");
}
