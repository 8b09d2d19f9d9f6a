import type { Contract, Operation } from "content-service-contract-tests/contract";
import type { operations } from "../../generated/sandbox.js";
import type { Reply } from "../faults/damage.js";
import { empty, json } from "../http/answer.js";
import type { ContentOf } from "../http/call.js";
import { type RawRequest, readRequest } from "../http/read-request.js";
import { SeedError } from "../store/seed-error.js";

/** What the interface below `/_sandbox` does, by the names of its operations. */
export type Controls = {
  readonly [Id in keyof operations]: (call: ControlCall<operations[Id]>) => ControlAnswer<operations[Id]>;
};

/** Says that something that a control needs is not there. */
export class Missing extends Error {
  override readonly name = "Missing";
}

/** Says that what a control was given does not do, beyond what the document can say. */
export class Invalid extends Error {
  override readonly name = "Invalid";
}

/** Answers an operation of the interface below `/_sandbox`. */
export async function serveControl(
  contract: Contract,
  controls: Controls,
  operation: Operation,
  raw: RawRequest,
): Promise<Reply> {
  const { parameters, bodies, path, body } = readRequest(contract, operation, raw);
  const wrong = [...parameters, ...bodies].map(({ name, message }) => ({ at: name, message }));
  if (wrong.length > 0) return { answer: json(400, { message: "The request is not valid.", errors: wrong }) };
  try {
    // The document of the interface has checked path and body, so they have the types that are made from it.
    const control = controls[operation.id as keyof Controls] as (call: { path: unknown; body: unknown }) => unknown;
    const answered = control({ path, body });
    const status = Number(operation.responses.find(({ status }) => status.startsWith("2"))?.status);
    return { answer: answered === undefined ? empty(status) : json(status, answered) };
  } catch (error) {
    if (error instanceof Missing) return { answer: json(404, { message: error.message, errors: [] }) };
    if (error instanceof SeedError)
      return { answer: json(400, { message: "The seed is not valid.", errors: error.issues }) };
    if (error instanceof Invalid) return { answer: json(400, { message: error.message, errors: [] }) };
    throw error;
  }
}

interface ControlCall<Operation> {
  readonly path: Operation extends { parameters: { path: infer Path } } ? Path : unknown;
  readonly body: Operation extends { requestBody: { content: { "application/json": infer Body } } } ? Body : undefined;
}

type ControlAnswer<Operation> = Operation extends { responses: infer Responses } ? Success<Responses> : never;
type Success<Responses> = {
  [Status in keyof Responses & (200 | 201 | 204)]: ContentOf<Responses[Status]>;
}[keyof Responses & (200 | 201 | 204)];
