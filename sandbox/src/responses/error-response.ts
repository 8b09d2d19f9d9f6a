import {
  type Contract,
  documentedResponse,
  exampleResponses,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  placeAt,
} from "content-service-contract-tests/contract";

/** One thing that is wrong with a request, as `context_info.errors` lists it. */
export interface ErrorEntry {
  readonly reason: string;
  readonly name: string;
  readonly message: string;
}

/** What a error response says beyond its example in the contract. */
export interface ErrorDetail {
  readonly message?: string;
  readonly errors?: readonly ErrorEntry[];
}

/** An error that the contract documents. */
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

  /** The same with headers. */
  with(headers: Readonly<Record<string, string>>): ErrorResponse {
    return new ErrorResponse(this.status, this.body, headers);
  }
}

/** Makes the refusals of one operation out of the examples that the contract has of them. */
export function createErrorResponses(contract: Contract, operation: Operation) {
  const examples = new Map(
    exampleResponses(operation).flatMap(({ status, example }) =>
      status >= 400 && isJsonObject(example?.value) ? [[example.name, { status, body: example.value }] as const] : [],
    ),
  );
  return {
    /** The error of a named example. */
    named(example: string, { errors, ...said }: ErrorDetail = {}): ErrorResponse {
      const found = examples.get(example);
      if (found === undefined) throw new Error(`${operation.id} has no example of an error named ${example}`);
      const { status, body } = found;
      const context = errors === undefined || !("context_info" in body) ? {} : { context_info: contextOf(errors) };
      return new ErrorResponse(status, { ...body, ...said, ...context });
    },
    /** An error without an example, in the form that the contract has for the status. */
    plain(status: number, code: string, message: string, errors: readonly ErrorEntry[] = []): ErrorResponse {
      return new ErrorResponse(
        status,
        errorBody(errorSchemaOf(contract, operation, status), { status, code, message, errors }),
      );
    },
  };
}

/** The refusals of one operation. */
export type ErrorResponses = ReturnType<typeof createErrorResponses>;

/** The body of an error, in one of the three forms of the contract or that of the control, without its request id. */
export function errorBody(
  schema: string,
  { status, code, message, errors }: { status: number; code: string; message: string; errors: readonly ErrorEntry[] },
): JsonObject {
  if (schema === "ControlError") return { message, errors: errors.map(({ name, message }) => ({ at: name, message })) };
  if (schema === "TokenError")
    return { error: code, error_description: [message, ...errors.map((one) => one.message)].join(" ") };
  if (schema === "MetadataError") return { code, message: [message, ...errors.map((one) => one.message)].join(" ") };
  return {
    type: "error",
    status,
    code,
    message,
    context_info: contextOf(errors),
    help_url: `https://developer.content.example/errors/${code}`,
  };
}

/** The name of the schema that an operation has for an error with a status. */
export function errorSchemaOf(contract: Contract, operation: Operation, status: number): string {
  const schema = documentedResponse(operation, status)?.content[0]?.schema;
  return schema === undefined ? "Error" : (placeAt(contract.document, schema).pointer.split("/").at(-1) ?? "Error");
}

function contextOf(errors: readonly ErrorEntry[]): Json {
  return errors.length === 0 ? null : { errors: errors.map((one) => ({ ...one })) };
}

/** The code of a request that is wrong. RFC 6749 has one of its own. */
export function badRequestCode({ secured }: Operation): string {
  return secured ? "bad_request" : "invalid_request";
}
