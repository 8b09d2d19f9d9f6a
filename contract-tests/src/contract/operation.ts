import type { Json } from "./json.js";

/** One operation of the contract, with every reference followed. */
export interface Operation {
  /** The `operationId`. */
  readonly id: string;
  /** Its summary and description, or an empty string where the contract has none. */
  readonly summary: string;
  readonly description: string;
  /** In lower case, as in the contract. */
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
  /** Whether the operation is safe (read-only): a GET, or a POST that the contract marks with `x-reads`. */
  readonly isSafe: boolean;
  /** How a list is paged (`x-paging`), or undefined for all other operations. */
  readonly paging: Paging | undefined;
  /** Its parameters, those of its path included. */
  readonly parameters: readonly Parameter[];
  /** What it takes as its body, or undefined when it takes none. */
  readonly requestBody: RequestBody | undefined;
  /** Every response that the contract documents, in its order. */
  readonly responses: readonly DocumentedResponse[];
}

/** How a list is paged. */
export interface Paging {
  /** The paging schemes, the preferred one first. */
  readonly schemes: readonly ("offset" | "marker")[];
  /** Where a request has the marker. */
  readonly marker: "query" | "body";
}

/** A parameter of an operation. */
export interface Parameter {
  /** As the contract writes it. */
  readonly name: string;
  /** Where it travels. */
  readonly in: "path" | "query" | "header";
  /** Whether a call must have it. */
  readonly required: boolean;
  /** Whether an array repeats the name (`true`) or is one value with commas (`false`). */
  readonly explode: boolean;
  /** Where it stands in the contract. */
  readonly pointer: string;
  /** Where its schema stands. */
  readonly schema: string;
  /** The value of its example, or undefined when it has none. */
  readonly example: Json | undefined;
}

/** What an operation takes as its body. */
export interface RequestBody {
  /** Whether a call must have one. */
  readonly required: boolean;
  /** Where it stands in the contract. */
  readonly pointer: string;
  /** The media types that it can have, in the order of the contract. */
  readonly content: readonly MediaType[];
}

/** A response that the contract documents. */
export interface DocumentedResponse {
  /** A status such as `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  /** Where it stands in the contract. */
  readonly pointer: string;
  /** The ids in `x-requirement`; a response without a body has no example to carry them. */
  readonly requirements: readonly string[];
  /** The headers that it can have. */
  readonly headers: readonly DocumentedHeader[];
  /** The media types of its body; empty when it has no body. */
  readonly content: readonly MediaType[];
}

/** A response header that the contract documents. */
export interface DocumentedHeader {
  /** In lower case. */
  readonly name: string;
  /** Whether the response must have it. */
  readonly required: boolean;
  /** Where it stands in the contract. */
  readonly pointer: string;
  /** Where its schema stands. */
  readonly schema: string;
  /** The value of its example, or undefined when it has none. */
  readonly example: Json | undefined;
}

/** One media type of a body. */
export interface MediaType {
  /** In lower case and without parameters, such as `application/json`. */
  readonly type: string;
  /** Where it stands in the contract. */
  readonly pointer: string;
  /** Where its schema stands, or undefined when it has none. */
  readonly schema: string | undefined;
  /** Its named examples, in the order of the contract. */
  readonly examples: readonly NamedExample[];
}

/** A named example of a body. */
export interface NamedExample {
  /** As the contract writes it. */
  readonly name: string;
  /** Where it stands in the contract. */
  readonly pointer: string;
  /** The body itself. */
  readonly value: Json;
  /** The ids in `x-requirement`. */
  readonly requirements: readonly string[];
}
