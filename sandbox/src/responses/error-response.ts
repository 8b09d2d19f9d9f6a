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
export interface RefusedPart {
  readonly reason: string;
  readonly name: string;
  readonly message: string;
}

/** What a refusal says beyond its example in the contract. */
export interface RefusalDetail {
  readonly message?: string;
  readonly errors?: readonly RefusedPart[];
}

/** An error that the contract documents. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(
    readonly status: number,
    /** The body without its request id. */
    readonly body: JsonObject,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`The sandbox refuses the call with ${status}`);
  }

  /** The same with headers. */
  with(headers: Readonly<Record<string, string>>): Refusal {
    return new Refusal(this.status, this.body, headers);
  }
}

/** Makes the refusals of one operation out of the examples that the contract has of them. */
export function createRefusals(contract: Contract, operation: Operation) {
  const examples = new Map(
    exampleResponses(operation).flatMap(({ status, example }) =>
      status >= 400 && isJsonObject(example?.value) ? [[example.name, { status, body: example.value }] as const] : [],
    ),
  );
  return {
    /** The error of a named example. */
    named(example: string, { errors, ...said }: RefusalDetail = {}): Refusal {
      const found = examples.get(example);
      if (found === undefined) throw new Error(`${operation.id} has no example of an error named ${example}`);
      const { status, body } = found;
      const context = errors === undefined || !("context_info" in body) ? {} : { context_info: contextOf(errors) };
      return new Refusal(status, { ...body, ...said, ...context });
    },
    /** An error without an example, in the form that the contract has for the status. */
    plain(status: number, code: string, message: string, errors: readonly RefusedPart[] = []): Refusal {
      return new Refusal(status, errorBody(formOf(contract, operation, status), { status, code, message, errors }));
    },
  };
}

/** The refusals of one operation. */
export type Refusals = ReturnType<typeof createRefusals>;

/** The body of an error, in one of the three forms of the contract or that of the control, without its request id. */
export function errorBody(
  form: string,
  { status, code, message, errors }: { status: number; code: string; message: string; errors: readonly RefusedPart[] },
): JsonObject {
  if (form === "ControlError") return { message, errors: errors.map(({ name, message }) => ({ at: name, message })) };
  if (form === "TokenError")
    return { error: code, error_description: [message, ...errors.map((one) => one.message)].join(" ") };
  if (form === "MetadataError") return { code, message: [message, ...errors.map((one) => one.message)].join(" ") };
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
export function formOf(contract: Contract, operation: Operation, status: number): string {
  const schema = documentedResponse(operation, status)?.content[0]?.schema;
  return schema === undefined ? "Error" : (placeAt(contract.document, schema).pointer.split("/").at(-1) ?? "Error");
}

function contextOf(errors: readonly RefusedPart[]): Json {
  return errors.length === 0 ? null : { errors: errors.map((one) => ({ ...one })) };
}

/** The code of a request that is wrong. RFC 6749 has one of its own. */
export function badRequestCode({ secured }: Operation): string {
  return secured ? "bad_request" : "invalid_request";
}
