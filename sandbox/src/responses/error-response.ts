import {
  arrayAt,
  type Contract,
  documentedResponse,
  exampleResponses,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  objectAt,
  placeAt,
  sampleValue,
  stringAt,
} from "content-service-contract";
import { json, jsonTypeOf, type PlainResponse } from "./plain-response.js";

/** An entry of `context_info.errors`. */
export interface ErrorEntry {
  readonly reason: string;
  readonly name: string;
  readonly message: string;
}

/** Replaces parts of an example. */
export interface ErrorDetail {
  readonly message?: string;
  readonly errors?: readonly ErrorEntry[];
}

/** Why a request failed, for a reader: the messages of the parts of an error response, or its own. */
export function errorReasonOf(body: Json | undefined): string | undefined {
  if (!isJsonObject(body)) return undefined;
  const parts = arrayAt(objectAt(body, "context_info"), "errors").filter(isJsonObject);
  const messages = parts.flatMap((part) => stringAt(part, "message") ?? []);
  return messages.length > 0 ? messages.join(" ") : (stringAt(body, "message") ?? stringAt(body, "error_description"));
}

/** A documented error response. */
export class ErrorResponse extends Error {
  override readonly name = "ErrorResponse";
  constructor(
    readonly status: number,
    /** The body without its request id. */
    readonly body: JsonObject,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`Error response with status ${status}`);
  }

  with(headers: Readonly<Record<string, string>>): ErrorResponse {
    return new ErrorResponse(this.status, this.body, headers);
  }
}

/** Creates the error responses of an operation from the examples of the contract. */
export function createErrorResponses(contract: Contract, operation: Operation) {
  const examples = new Map(
    exampleResponses(operation).flatMap(({ status, example }) =>
      status >= 400 && isJsonObject(example?.value) ? [[example.name, { status, body: example.value }] as const] : [],
    ),
  );
  const errorResponses = {
    /** An error response as it is sent, with the documented media type, such as `application/problem+json`. */
    written({ status, body, headers }: ErrorResponse, requestId: string): PlainResponse {
      const schema = errorSchemaOf(contract, operation, status);
      const type = jsonTypeOf(documentedResponse(operation, status));
      return json(status, withRequestId(body, schema, requestId), { ...type, ...headers });
    },
    named(example: string, { errors, ...detail }: ErrorDetail = {}): ErrorResponse {
      const found = examples.get(example);
      if (found === undefined) throw new Error(`${operation.id} has no example for an error response named ${example}`);
      const { status, body } = found;
      const { context_info = null, ...rest } = body;
      const hasContext = errors !== undefined && body["type"] === "error";
      const context = hasContext ? contextOf(errors) : context_info === null ? {} : { context_info };
      return new ErrorResponse(status, { ...rest, ...detail, ...context });
    },
    /** An error response without an example of its own, with the schema of the status. */
    plain(status: number, code: string, message: string, errors: readonly ErrorEntry[] = []): ErrorResponse {
      const schema = errorSchemaOf(contract, operation, status);
      const example = [...examples.values()].find((one) => one.status === status)?.body;
      const media = documentedResponse(operation, status)?.content[0]?.schema;
      const sample = media && (example ?? sampleValue(contract.document, media, { properties: "all" }));
      if (media === undefined || SCHEMAS.has(schema) || !isJsonObject(sample))
        return new ErrorResponse(status, errorBody(schema, { status, code, message, errors }));
      const reasons = errors.length === 0 ? message : errors.map((one) => one.message).join(" ");
      const body = filled(sample, { status, code, message, reasons });
      // A document can name all its codes.
      return new ErrorResponse(
        status,
        contract.isValid(media, body, "open") ? body : filled(sample, { status, message, reasons }),
      );
    },
    /** The error response of a named example, or a plain one where a document of your own has no such example. */
    namedOrPlain(example: string, status: number, code: string, message: string): ErrorResponse {
      return examples.has(example) ? errorResponses.named(example) : errorResponses.plain(status, code, message);
    },
  };
  return errorResponses;
}

export type ErrorResponses = ReturnType<typeof createErrorResponses>;

/** The schemas of `errorBody`. A service with others gets a sample of its schema. */
const SCHEMAS = new Set(["Error", "TokenError", "MetadataError", "ControlError"]);

/** Fills in an error of another service, by the usual names of its parts, those of RFC 9457 included. */
function filled(
  sample: JsonObject,
  given: { status: number; code?: string; message: string; reasons: string },
): JsonObject {
  const { status, code = null, message, reasons } = given;
  const problem = "title" in sample ? { title: "detail" in sample ? message : reasons, type: "about:blank" } : {};
  const parts: JsonObject = { status, code, message: reasons, detail: reasons, error: code, ...problem };
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => {
      if (isJsonObject(value)) return [name, filled(value, given)];
      const part = name === "code" && typeof value === "number" ? status : parts[name];
      return [name, typeof part === typeof value ? (part ?? value) : value];
    }),
  );
}

/** Creates the body of an error response without its request id. */
export function errorBody(
  schema: string,
  { status, code, message, errors }: { status: number; code: string; message: string; errors: readonly ErrorEntry[] },
): JsonObject {
  if (schema === "ControlError") return { message, errors: errors.map(({ name, message }) => ({ at: name, message })) };
  const fullMessage = [message, ...errors.map((one) => one.message)].join(" ");
  if (schema === "TokenError") return { error: code, error_description: fullMessage };
  if (schema === "MetadataError") return { code, message: fullMessage };
  return {
    type: "error",
    status,
    code,
    message,
    ...contextOf(errors),
    help_url: `https://developer.content.example/errors/${code}`,
  };
}

/** Adds the request id to the body of an error. OAuth errors, and those of other services, have none. */
export function withRequestId(body: JsonObject, schema: string, requestId: string): JsonObject {
  return schema === "Error" || schema === "MetadataError" ? { ...body, request_id: requestId } : body;
}

export function errorSchemaOf(contract: Contract, operation: Operation, status: number): string {
  const schema = documentedResponse(operation, status)?.content[0]?.schema;
  return schema === undefined ? "Error" : (placeAt(contract.document, schema).pointer.split("/").at(-1) ?? "Error");
}

/** Services leave out an empty `context_info`. */
function contextOf(errors: readonly ErrorEntry[]): JsonObject {
  return errors.length === 0 ? {} : { context_info: { errors: errors.map((one) => ({ ...one })) } };
}

/** The code of an invalid request. RFC 6749 defines the code of the token operations. */
export function badRequestCode({ server, secured }: Operation): string {
  return server === "auth" && !secured ? "invalid_request" : "bad_request";
}
