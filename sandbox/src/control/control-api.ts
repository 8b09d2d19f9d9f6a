import type { Contract, JsonObject, Operation } from "content-service-contract-tests/contract";
import type { operations } from "../../generated/sandbox.js";
import controlDocument from "../../generated/sandbox.json" with { type: "json" };
import { formatTime } from "../clock/time.js";
import type { Sandbox } from "../create-sandbox.js";
import type { Reply } from "../faults/fault-effects.js";
import type { ContentOf } from "../handlers/context.js";
import { type RawRequest, readRequest } from "../http/read-request.js";
import { empty, json } from "../responses/plain-response.js";
import { countRecords } from "../seed/to-seed.js";
import { SeedError } from "../seed/validate-seed.js";
import { issueTokens } from "../store/credentials.js";
import type { World } from "../store/store.js";

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

/** What the controls reach. */
export interface Controlled {
  readonly sandbox: Sandbox;
  readonly world: () => World;
  readonly brandHeader: string;
  readonly basePath: string;
}

/** Makes the controls of a sandbox. */
export function createControls({ sandbox, world, brandHeader, basePath }: Controlled): Controls {
  const { clock, faults } = sandbox;
  const now = () => formatTime(clock.now());
  return {
    getSandbox() {
      const counts = countRecords(world());
      return { base_path: basePath, auth_path: "", brand_header: brandHeader, now: now(), counts };
    },
    // A document, and not a value that the sandbox keeps.
    getSandboxDocument: () => controlDocument as unknown as JsonObject,
    resetSandbox() {
      sandbox.reset();
      return undefined;
    },
    getWorld: () => sandbox.snapshot(),
    putWorld({ body }) {
      sandbox.restore(body);
      return undefined;
    },
    getClock: () => ({ now: now() }),
    advanceClock({ body }) {
      checked(() => clock.advance(body.ms));
      return { now: now() };
    },
    listFaults: () => ({ entries: faults.list() }),
    addFault: ({ body }) => checked(() => faults.add(body)),
    clearFaults() {
      faults.clear();
      return undefined;
    },
    removeFault({ path }) {
      if (!faults.remove(path.fault_id)) throw new Missing("There is no fault with this id.");
      return undefined;
    },
    issueTokens({ body: { user_id, client_id } }) {
      const [first] = world().clients.values();
      const client = client_id === undefined ? first : world().clients.get(client_id);
      if (world().users.get(user_id) === undefined) throw new Missing("There is no user with this id.");
      if (client === undefined) throw new Missing("There is no client with this id.");
      return issueTokens(world(), { user_id, client_id: client.client_id }, clock.now());
    },
    revokeToken({ body: { token } }) {
      const { accessTokens, refreshTokens } = world();
      const refresh = refreshTokens.get(token);
      if (accessTokens.get(token) === undefined && refresh === undefined) throw new Missing("There is no such token.");
      accessTokens.remove(token);
      if (refresh !== undefined) refreshTokens.put({ ...refresh, state: "revoked" });
      return undefined;
    },
  };
}

/** Passes on what a part of the sandbox says of a value that it does not take. */
function checked<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw new Invalid(error.message, { cause: error });
    throw error;
  }
}
