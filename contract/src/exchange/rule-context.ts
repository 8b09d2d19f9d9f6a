import type { Contract } from "../model/contract.js";
import { documentedResponse, documentedSuccess } from "../model/documented-responses.js";
import type { Json } from "../model/json.js";
import type { DocumentedResponse, MediaType, Operation } from "../model/operation.js";
import type { Route } from "../model/route.js";
import type { Shape } from "../model/schema-document.js";
import type { Exchange, HeaderValues } from "./exchange.js";
import {
  findMediaType,
  queryOf,
  type ReadBody,
  readBody,
  readSent,
  readValue,
  type SentParameters,
} from "./read-values.js";

/** A request whose operation is known: the input of a request rule. */
export interface RequestContext {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly request: SentParameters & {
    readonly body: ReadBody;
    readonly media: MediaType | undefined;
  };
}

/** An exchange whose operation is known: the input of a rule. */
export interface RuleContext extends RequestContext {
  readonly response: {
    readonly method: string;
    readonly status: number;
    readonly headers: Headers;
    readonly body: ReadBody;
    /** Whether the value of the body matches a schema. A body without a value matches every schema. */
    readonly fits: ReturnType<typeof bodyFit>;
    /** The documented response for the status. Unless closed, any 2xx has the documented success. */
    readonly documented: DocumentedResponse | undefined;
    readonly media: MediaType | undefined;
  };
  /** Whether undocumented content is a violation. */
  readonly closed: boolean;
  /** Whether the properties in `x-listed` are required. */
  readonly listed: boolean;
}

/** The names that a deployment gives to headers. */
export interface HeaderNames {
  /** The name of the header that carries shared links. @default "ServiceApi" */
  readonly brandHeader?: string | undefined;
}

/** Parses an exchange once for all rules. */
export function ruleContext(
  contract: Contract,
  route: Route & { kind: "operation" },
  { request, response }: Exchange,
  { closed, listed, brandHeader }: HeaderNames & Pick<RuleContext, "closed" | "listed">,
): RuleContext {
  const { operation, path } = route;
  const { status } = response;
  const documented =
    documentedResponse(operation, status) ??
    (closed || !contract.follows("any-success") ? undefined : documentedSuccess(operation, status));
  const requestHeaders = withContractName(headersOf(request.headers), brandHeader);
  const responseHeaders = headersOf(response.headers);
  const received = readBody(responseHeaders, response.body);
  const value = readValue(received);
  return {
    contract,
    operation,
    request: {
      path,
      query: queryOf(request.url ?? request.path),
      headers: requestHeaders,
      ...readSent(contract, operation, requestHeaders, request.body),
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
    listed,
  };
}

/** Rules only read headers, so `Headers` need no copy. */
function headersOf(values: HeaderValues | undefined): Headers {
  return values instanceof Headers ? values : new Headers(values);
}

function withContractName(headers: Headers, brandHeader: string | undefined): Headers {
  if (brandHeader === undefined || brandHeader.toLowerCase() === BRAND_HEADER) return headers;
  const renamed = new Headers(headers);
  const value = renamed.get(brandHeader);
  renamed.delete(BRAND_HEADER);
  if (value !== null) renamed.set(BRAND_HEADER, value);
  return renamed;
}

/** The contract's name of the header. A deployment can use another one. */
export const BRAND_HEADER = "serviceapi";

/** Whether the value of a body matches the schema at a pointer. Cached, because several rules validate the same body. */
function bodyFit(contract: Contract, body: Json) {
  const results = new Map<string, boolean>();
  return (schema: string, shape: Exclude<Shape, "request"> = "open"): boolean => {
    const key = `${shape} ${schema}`;
    const result = results.get(key) ?? contract.isValid(schema, body, shape);
    results.set(key, result);
    return result;
  };
}
