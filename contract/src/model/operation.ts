import type { Access } from "./access.js";
import type { Json } from "./json.js";
import type { Credential } from "./security.js";

/** One operation of the contract, with every reference followed. */
export interface Operation {
  /** The `operationId`; the method and the path, such as `GET /files/{file_id}`, where the contract has none. */
  readonly id: string;
  /** Its summary, or an empty string where the contract has none. */
  readonly summary: string;
  /** Its description, or an empty string where the contract has none. */
  readonly description: string;
  /** In lower case, as in the contract. */
  readonly method: string;
  /** The path template, such as `/files/{file_id}`. */
  readonly path: string;
  /** The JSON pointer to the operation. */
  readonly pointer: string;
  /** `auth` for an operation with another server than the document (such as the token server), `base` for all others. */
  readonly server: "base" | "auth";
  /** The address of its server, with the defaults of the server variables. */
  readonly serverUrl: string;
  /** The addresses of all its servers. */
  readonly serverUrls: readonly string[];
  /** Whether a call requires credentials. */
  readonly secured: boolean;
  /** The documented credentials: alternatives, each with everything that a call sends. */
  readonly security: readonly (readonly Credential[])[];
  /** The JSON pointer to its security requirement. */
  readonly securityPointer: string;
  /** Who may call it, on which records (`security`, `x-access`). */
  readonly access: Access;
  /** Whether the operation is safe (read-only): a GET, or a POST that the contract marks with `x-reads`. */
  readonly isSafe: boolean;
  /** How a list is paged (`x-paging`), or undefined for all other operations. */
  readonly paging: Paging | undefined;
  /** Its parameters, those of its path included. */
  readonly parameters: readonly Parameter[];
  /** Its request body, or undefined when it has none. */
  readonly requestBody: RequestBody | undefined;
  /** The media type of its requests: JSON, a form, or the first documented one. */
  readonly requestMedia: MediaType | undefined;
  /** Every documented response, in document order. */
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
  /** The name as in the contract. */
  readonly name: string;
  /** The part of the request that it belongs to. */
  readonly in: "path" | "query" | "header" | "cookie";
  /** Whether the parameter is required. */
  readonly required: boolean;
  /** Whether array items repeat the name (`true`) or are joined with commas (`false`). */
  readonly explode: boolean;
  /** How arrays and objects are written (`style`), or `json` for a parameter with JSON as its `content`. */
  readonly style: string;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** The JSON pointer to its schema. */
  readonly schema: string;
  /** The value of its example, or undefined when it has none. A required parameter without one has a made-up value. */
  readonly example: Json | undefined;
  /** The part of the value that is a secret, and the example of the error for a wrong one (`x-access`). */
  readonly secret?: { readonly pattern: string; readonly denied: string } | undefined;
}

/** The request body of an operation. */
export interface RequestBody {
  /** Whether the body is required. */
  readonly required: boolean;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** Its media types, in document order. */
  readonly content: readonly MediaType[];
}

/** A response that the contract documents. */
export interface DocumentedResponse {
  /** A status such as `200`, a range such as `4XX`, or `default`. */
  readonly status: string;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** The ids in `x-requirement`; a response without a body has no example to carry them. */
  readonly requirements: readonly string[];
  /** Its documented headers. */
  readonly headers: readonly DocumentedHeader[];
  /** The media types of its body; empty when it has no body. */
  readonly content: readonly MediaType[];
}

/** A response header that the contract documents. */
export interface DocumentedHeader {
  /** In lower case. */
  readonly name: string;
  /** Whether the header is required. */
  readonly required: boolean;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** The JSON pointer to its schema. */
  readonly schema: string;
  /** The value of its example, or undefined when it has none. */
  readonly example: Json | undefined;
}

/** One media type of a body. */
export interface MediaType {
  /** In lower case and without parameters, such as `application/json`. */
  readonly type: string;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** The JSON pointer to its schema, or undefined when it has none. */
  readonly schema: string | undefined;
  /** Whether its schema is that of bytes (`format: binary`). */
  readonly binary: boolean;
  /** Whether a form writes objects in brackets, such as `address[city]` (`deepObject`). */
  readonly brackets: boolean;
  /** The fields of a multipart form that are files. */
  readonly files: readonly string[];
  /** Its named examples, in document order. A request body without one has a made-up value. */
  readonly examples: readonly NamedExample[];
}

/** A named example of a body. */
export interface NamedExample {
  /** The name as in the contract. */
  readonly name: string;
  /** Its JSON pointer. */
  readonly pointer: string;
  /** The body itself. */
  readonly value: Json;
  /** The ids in `x-requirement`. */
  readonly requirements: readonly string[];
  /** Its summary, or undefined when it has none. */
  readonly summary?: string | undefined;
  /** What causes the error that it shows (`x-cause`). */
  readonly cause?: Json | undefined;
}
