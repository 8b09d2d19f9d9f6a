import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  parseJson,
  type Route,
} from "content-service-contract";
import type { FindingRule } from "content-service-contract-tests";

/** A planted defect: one way in which a service can violate the contract. */
export interface Defect {
  /** Stable and unique, such as `getCurrentUser/missing-property/id`. */
  readonly id: string;
  /** The `operationId` of the defective operation. */
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

/** A defect of an operation. `says` ends the sentence that describes the defect. */
export function planted(
  operation: string,
  [name, category, rule, says]: readonly [name: string, category: string, rule: FindingRule, says: string],
  plant: Defect["plant"],
): Defect {
  return { id: `${operation}/${name}`, operation, category, rule, describe: `${operation} ${says}`, plant };
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

/** Handles a request, correctly or not. */
export type FaultyService = (call: Call) => Promise<PlainResponse>;

/** Changes those responses of one operation that match. */
export function changingResponses(
  operation: string,
  matches: (response: PlainResponse) => boolean,
  change: (response: PlainResponse, call: Call) => PlainResponse | Promise<PlainResponse>,
): FaultyService {
  return async (call) => {
    const response = await call.healthy();
    return call.operation?.id === operation && matches(response) ? change(response, call) : response;
  };
}

export const isSuccess = ({ status }: PlainResponse): boolean => status >= 200 && status < 300;
export const isErrorResponse = ({ status }: PlainResponse): boolean => status >= 400;
export const hasStatus =
  (wanted: number) =>
  ({ status }: PlainResponse): boolean =>
    status === wanted;

/** Changes the JSON body of those responses of an operation that match: by default the success responses. */
export function changingJson(
  operation: string,
  change: (body: Json, call: Call) => Json,
  matches: (response: PlainResponse) => boolean = isSuccess,
): FaultyService {
  return changingResponses(operation, matches, (response, call) => {
    const body = parseJson(response.body);
    return body === undefined ? response : { ...response, body: JSON.stringify(change(body, call)) };
  });
}

/** Changes the members of JSON objects in an operation's success responses. */
export function changingMembers(
  operation: string,
  change: (body: JsonObject, call: Call) => JsonObject,
): FaultyService {
  return changingJson(operation, (body, call) => (isJsonObject(body) ? change(body, call) : body));
}

/** Changes the requests of an operation. */
export function changingRequests(
  operation: string,
  change: (call: Call) => Partial<PlainRequest> | undefined,
): FaultyService {
  return (call) => call.healthy(call.operation?.id === operation ? change(call) : undefined);
}

/** Copies a record without the named members. */
export function without<Value>(record: Readonly<Record<string, Value>>, ...names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Whether the text is a JSON object with the named member. */
export function hasMember(text: string | undefined, name: string): boolean {
  const json = parseJson(text);
  return isJsonObject(json) && name in json;
}
