import type { Json } from "./json.js";

/** One operation of the contract, with every reference followed. */
export interface Operation {
  /** The `operationId`. */
  readonly id: string;
  /** In lower case, as the contract writes it. */
  readonly method: string;
  /** The path template, such as `/files/{file_id}`. */
  readonly path: string;
  /** Where the operation stands in the contract. */
  readonly pointer: string;
  /** `auth` for an operation that names its own server, `base` for all others. */
  readonly server: "base" | "auth";
  /** The address of its server, with the defaults of the server variables. */
  readonly serverUrl: string;
  /** Whether a call carries a bearer token (`true`) or must not carry one (`false`). */
  readonly secured: boolean;
  /** Where the contract says so. */
  readonly securityPointer: string;
  /** Whether a call changes nothing: a GET, or a POST that the contract marks with `x-reads`. */
  readonly reads: boolean;
  readonly parameters: readonly Parameter[];
  readonly requestBody: RequestBody | undefined;
  readonly responses: readonly DocumentedResponse[];
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  /** Whether an array repeats the name (`true`) or is one value with commas (`false`). */
  readonly explode: boolean;
  readonly pointer: string;
  readonly schema: string;
  readonly example: Json | undefined;
}

/** What an operation takes as its body. */
export interface RequestBody {
  readonly required: boolean;
  readonly pointer: string;
  readonly content: readonly MediaType[];
}

/** A response that the contract documents. */
export interface DocumentedResponse {
  /** A status such as `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  readonly pointer: string;
  /** The ids in `x-requirement`; a response without a body has no example to carry them. */
  readonly requirements: readonly string[];
  readonly headers: readonly DocumentedHeader[];
  readonly content: readonly MediaType[];
}

/** A response header that the contract documents. */
export interface DocumentedHeader {
  /** In lower case. */
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly schema: string;
  readonly example: Json | undefined;
}

/** One media type of a body. */
export interface MediaType {
  /** In lower case and without parameters, such as `application/json`. */
  readonly type: string;
  readonly pointer: string;
  /** Where its schema stands, or undefined when it has none. */
  readonly schema: string | undefined;
  readonly examples: readonly NamedExample[];
}

/** A named example of a body. */
export interface NamedExample {
  readonly name: string;
  readonly pointer: string;
  readonly value: Json;
  /** The ids in `x-requirement`. */
  readonly requirements: readonly string[];
}
