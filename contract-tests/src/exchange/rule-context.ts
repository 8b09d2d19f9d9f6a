import type { Contract } from "../contract/contract.js";
import type { Json } from "../contract/json.js";
import type { DocumentedResponse, MediaType, Operation } from "../contract/operation.js";
import type { Route } from "../contract/route.js";
import { type BodyFit, bodyFit } from "./body-fit.js";
import type { Exchange, HeaderValues } from "./exchange.js";
import { findMediaType, type ReadBody, readBody } from "./read-body.js";

/** A request whose operation is known: what a rule about requests looks at. */
export interface RequestContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: {
    /** Values of the path parameters, decoded. */
    readonly path: Readonly<Record<string, string>>;
    /** Every pair of the query, decoded, in the order of the URL. */
    readonly query: readonly (readonly [name: string, value: string])[];
    readonly headers: Headers;
    readonly body: ReadBody;
    /** The documented media type that the body has. */
    readonly media: MediaType | undefined;
  };
}

/** What a rule looks at once the operation is known. */
export interface RuleContext extends RequestContext {
  readonly response: {
    readonly method: string;
    readonly status: number;
    readonly headers: Headers;
    readonly body: ReadBody;
    /** Whether the value of the body fits a schema. A body without a value fits all. */
    readonly fits: BodyFit;
    /** What the contract says of this status. `default` counts for 4xx and 5xx alone. */
    readonly documented: DocumentedResponse | undefined;
    /** The documented media type that the body has. */
    readonly media: MediaType | undefined;
  };
  /** Whether what the contract does not document is a violation. */
  readonly closed: boolean;
}

/** Reads an exchange once for all rules. */
export function ruleContext(
  contract: Contract,
  route: Route & { kind: "operation" },
  { request, response }: Exchange,
  closed: boolean,
): RuleContext {
  const { operation, path } = route;
  const documented = documentedResponse(operation, response.status);
  const requestHeaders = headersOf(request.headers);
  const responseHeaders = headersOf(response.headers);
  const sent = readBody(requestHeaders, request.body);
  const received = readBody(responseHeaders, response.body);
  const value = readValue(received);
  return {
    contract,
    operation,
    request: {
      path,
      query: queryOf(request.url ?? request.path),
      headers: requestHeaders,
      body: sent,
      media: findMediaType(operation.requestBody?.content ?? [], sent.type),
    },
    response: {
      method: request.method.toLowerCase(),
      status: response.status,
      headers: responseHeaders,
      body: received,
      fits: value === undefined ? () => true : bodyFit(contract, value),
      documented,
      media: findMediaType(documented?.content ?? [], received.type),
    },
    closed,
  };
}

/** What the contract says of a status: the status itself, then its range, then `default` for 4xx and 5xx. */
export function documentedResponse(operation: Operation, status: number): DocumentedResponse | undefined {
  const names = [String(status), `${Math.floor(status / 100)}XX`, ...(status >= 400 ? ["default"] : [])];
  return names
    .map((name) => operation.responses.find((response) => response.status.toUpperCase() === name.toUpperCase()))
    .find((response) => response !== undefined);
}

/** The value of a body that could be read, and undefined for one that is empty or broken. */
export function readValue(body: ReadBody): Json | undefined {
  return body.kind === "value" ? body.value : undefined;
}

/** Rules only read headers, so those that came as such are taken as they are. */
function headersOf(values: HeaderValues | undefined): Headers {
  return values instanceof Headers ? values : new Headers(values);
}

/** Every pair of the query of a URL, decoded. */
export function queryOf(url: string): [string, string][] {
  const query = url.replace(/#.*$/s, "").split("?").slice(1).join("?");
  return [...new URLSearchParams(query)];
}
