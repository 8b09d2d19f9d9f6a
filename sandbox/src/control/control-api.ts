import type { JsonObject } from "content-service-contract";
import type { operations } from "../../generated/control.js";
import inspector from "../../generated/inspector.json" with { type: "json" };
import type { SandboxClock } from "../clock/clock.js";
import { formatTime } from "../clock/time.js";
import { controlContract, controlDocument, longestByPlace } from "../contract/documents.js";
import type { Faults } from "../faults/faults.js";
import type { BodyOf, ParametersOf, SuccessBodyOf } from "../handlers/context.js";
import { readRequest } from "../http/read-request.js";
import { type Api, ORIGIN } from "../http/router.js";
import type { Journal } from "../journal/journal.js";
import { mediaTypeOf } from "../own-handlers/read-body.js";
import { empty, json, type PlainResponse } from "../responses/plain-response.js";
import { countRecords } from "../seed/to-seed.js";
import { SeedError } from "../seed/validate-seed.js";
import type { Seed } from "../store/records.js";
import type { Store } from "../store/store.js";
import { type Actions, ControlError } from "./actions.js";
import type { OperationSummary } from "./operation-summaries.js";

interface ControlOptions {
  readonly store: () => Store;
  readonly basePath: string;
  readonly brandHeader: string;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly actions: Actions;
  readonly journal: Journal;
  readonly reset: () => void;
  readonly snapshot: () => Seed;
  readonly operations: () => OperationSummary[];
  readonly restore: (seed: Seed) => void;
  /** The version of the records. */
  readonly etag: () => string;
}

const MAX_STATE_BYTES = 268_435_456;

/** Creates the control operations below `/_sandbox`. */
export function createControlApi(options: ControlOptions): Api {
  const contract = controlContract();
  const handlers = createHandlers(options);
  return {
    contract,
    addresses: { baseUrl: ORIGIN, authUrl: ORIGIN },
    maxBodyBytes: () => MAX_STATE_BYTES,
    errorSchema: "ControlError",
    async serve(operation, request) {
      if (operation.id === "getInspector") return { response: INSPECTOR };
      // A page of another origin cannot send JSON without asking first.
      const type = mediaTypeOf(request.headers);
      if (request.body !== "" && type !== "application/json") {
        const message = `Send the body with Content-Type: application/json; received ${type ?? "no Content-Type"}.`;
        return { response: json(415, { message, errors: [] }) };
      }
      const { parameterErrors, bodyErrors, path, query, header, body } = readRequest(contract, operation, request);
      // `restore` validates a seed, with the messages that it has in process.
      const ofBody = operation.id === "putState" && body !== undefined ? [] : bodyErrors;
      const errors = [...parameterErrors, ...ofBody].map(({ name, message }) => ({ at: name, message }));
      if (errors.length > 0)
        return { response: json(400, { message: "Invalid request.", errors: longestByPlace(errors) }) };
      try {
        // The values match the document, so they have the types that are generated from it.
        const handler = handlers[operation.id as keyof Handlers] as (request: object) => unknown;
        const result = handler({ path, query, header, body });
        const status = Number(operation.responses.find(({ status }) => status.startsWith("2"))?.status);
        const response = result === undefined ? empty(status) : json(status, result);
        const etag: Readonly<Record<string, string>> =
          operation.path === "/_sandbox/state" ? { etag: options.etag() } : {};
        return { response: { ...response, headers: { ...response.headers, ...etag } } };
      } catch (error) {
        if (error instanceof SeedError)
          return { response: json(400, { message: "Invalid seed.", errors: error.issues }) };
        if (!(error instanceof ControlError)) throw error;
        return { response: json(error.status, { message: error.message, errors: [] }) };
      }
    },
  };
}

/** The page `/_sandbox/ui`. Its policy allows only its own script and style, and requests to this sandbox. */
const INSPECTOR: PlainResponse = {
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": inspector.policy,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  },
  body: inspector.html,
};

function createHandlers(options: ControlOptions): Handlers {
  const { store, basePath, brandHeader, clock, faults, actions, journal, reset, snapshot, restore, etag } = options;
  const now = () => formatTime(clock.now());
  return {
    getSandbox: () => ({
      base_path: basePath,
      auth_path: "",
      brand_header: brandHeader,
      now: now(),
      etag: etag(),
      counts: countRecords(store()),
    }),
    // The type of the imported document is more exact than that of the operation.
    getSandboxDocument: () => controlDocument as unknown as JsonObject,
    listOperations: () => options.operations(),
    resetSandbox: () => void reset(),
    getState: snapshot,
    putState({ header, body }) {
      if (![undefined, "*", etag()].includes(header["If-Match"]))
        throw new ControlError(412, "A record has changed since this state was read: nothing was saved.");
      restore(body);
      return undefined;
    },
    listRequests: ({ query: { user_id: userId, ...filter } }) =>
      rejectTypeErrors(() => journal.list({ ...filter, userId })),
    clearRequests: () => void journal.clear(),
    getClock: () => ({ now: now() }),
    advanceClock({ body }) {
      rejectTypeErrors(() => clock.advance(body.ms));
      return { now: now() };
    },
    listFaults: () => ({ entries: faults.list() }),
    addFault: ({ body }) => rejectTypeErrors(() => faults.add(body)),
    clearFaults: () => void faults.clear(),
    removeFault({ path }) {
      if (!faults.remove(path.fault_id)) throw new ControlError(404, `Fault not found: ${path.fault_id}`);
      return undefined;
    },
    issueTokens: ({ body }) => actions.issueTokens(body.user_id, body.client_id),
    revokeToken: ({ body }) => void actions.revokeToken(body.token),
    trashFolder: ({ path }) => void actions.trashFolder(path.folder_id),
    assignTask: ({ path, body }) => ({ id: actions.assignTask(path.task_id, body.user_id) }),
    finishTaskAssignment: ({ path, body }) =>
      void actions.finishTaskAssignment(path.task_assignment_id, body.resolution_state),
    confirmEmailAlias: ({ path }) => void actions.confirmEmailAlias(path.email_alias_id),
    acceptCollaboration: ({ path }) => actions.acceptCollaboration(path.collaboration_id),
    rejectCollaboration: ({ path }) => void actions.rejectCollaboration(path.collaboration_id),
  };
}

/** Turns a `TypeError` of the clock or the faults into a 400. */
function rejectTypeErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof TypeError) throw new ControlError(400, error.message, { cause: error });
    throw error;
  }
}

type Handlers = {
  readonly [Id in Exclude<keyof operations, "getInspector">]: (
    request: ControlRequest<operations[Id]>,
  ) => ControlResult<operations[Id]>;
};
interface ControlRequest<Operation> {
  readonly path: ParametersOf<Operation, "path">;
  readonly query: ParametersOf<Operation, "query">;
  readonly header: ParametersOf<Operation, "header">;
  readonly body: BodyOf<Operation>;
}
type ControlResult<Operation> = Operation extends { responses: infer Responses } ? SuccessBodyOf<Responses> : never;
