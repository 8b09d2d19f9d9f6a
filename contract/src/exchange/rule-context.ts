import type { Contract } from "../model/contract.js";
import { documentedResponse, documentedSuccess } from "../model/documented-responses.js";
import { arrayAt, type Json, type JsonObject } from "../model/json.js";
import { pointer } from "../model/json-pointer.js";
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
    /** The documented media type of the body. */
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
    readonly fits: BodyFit;
    /** The documented response for the status. Unless closed, any 2xx has the documented success. */
    readonly documented: DocumentedResponse | undefined;
    /** The documented media type of the body. */
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

/** How an exchange is read. */
export interface ContextOptions extends HeaderNames {
  /** Whether undocumented content is a violation. */
  readonly closed: boolean;
  /** Whether the properties in `x-listed` are required. */
  readonly listed: boolean;
}

/** Parses an exchange once for all rules. */
export function ruleContext(
  contract: Contract,
  route: Route & { kind: "operation" },
  { request, response }: Exchange,
  { closed, listed, brandHeader }: ContextOptions,
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

/** Whether a body matches the schema at a pointer. */
export type BodyFit = (schema: string, shape?: Exclude<Shape, "request">) => boolean;

/** Caches the result for each schema and branch, because several rules validate the same body. */
export function bodyFit(contract: Contract, body: Json): BodyFit {
  const results = { open: new Map<string, boolean>(), closed: new Map(), listed: new Map() };
  const fits: BodyFit = (schema, shape = "open") => {
    const known = results[shape].get(schema);
    if (known !== undefined) return known;
    // The closed shape drops branches, so their indexes differ there.
    const branches = shape === "open" ? branchesOf(contract, schema) : undefined;
    const result = branches?.some((branch) => fits(branch)) ?? contract.isValid(schema, body, shape);
    results[shape].set(schema, result);
    return result;
  };
  return fits;
}

/** The branches of a schema that consists of `anyOf` alone. */
function branchesOf(contract: Contract, schema: string): readonly string[] | undefined {
  const ofContract = branchesBySchema.get(contract.document) ?? new Map<string, readonly string[] | undefined>();
  branchesBySchema.set(contract.document, ofContract);
  if (!ofContract.has(schema)) ofContract.set(schema, readBranches(contract, schema));
  return ofContract.get(schema);
}

const branchesBySchema = new WeakMap<JsonObject, Map<string, readonly string[] | undefined>>();

function readBranches(contract: Contract, schema: string): string[] | undefined {
  const node = contract.schemaAt(schema);
  const branches = arrayAt(node, "anyOf");
  if (branches.length === 0 || !Object.keys(node).every((key) => key === "anyOf" || ANNOTATIONS.has(key)))
    return undefined;
  const at = contract.pointerOf(schema);
  return branches.map((_, index) => pointer(at, "anyOf", index));
}

const ANNOTATIONS = new Set(["title", "description"]);
