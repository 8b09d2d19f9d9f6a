import {
  type Contract,
  type Exchange,
  errorCodeOf,
  isJsonObject,
  type JsonObject,
  type Operation,
  remembered,
} from "content-service-contract";
import { factAt, fieldsOf, isNullable, objectSchema } from "../document/facts-of-schemas.js";
import { successSchema } from "../resources/payload.js";
import { type Check, checkOf, jsonOf, objectOf, type Session } from "../session/check.js";
import { expectSuccess } from "../session/expectations.js";
import { errorsNamed } from "../session/record-requests.js";
import { ownId } from "../session/target-input.js";

/** An operation that changes only what its request has, in a record of a type that a target can give. */
export interface PartialUpdate {
  readonly operation: Operation;
  readonly type: string;
  /** The name of the path parameter with the id. */
  readonly parameter: string;
  /** The schema of the changes. */
  readonly request: string;
  /** The schema of the record with all attributes. */
  readonly shown: string;
  readonly settable: readonly Settable[];
  /** The attributes that it can return, without maps: what they have needs names of its own. */
  readonly fields: readonly string[];
  readonly takesIfMatch: boolean;
}

/** A property of a request that a response shows. */
export interface Settable {
  readonly name: string;
  readonly schema: string;
  /** Whether null removes an object that a request cannot create again as it was. */
  readonly isRemovable: boolean;
  /** The type of the record whose id it has. */
  readonly refersTo: string | undefined;
}

/** A record with all its attributes, in a response. */
export interface RecordState {
  readonly record: JsonObject;
  readonly exchange: Exchange;
}

/**
 * The partial updates of a contract: each PATCH, and each PUT with `x-partial`, whose path ends with the id of a record
 * (`x-access`).
 */
export const partialUpdates = remembered((contract: Contract) =>
  contract.operations.flatMap((operation): PartialUpdate[] => {
    const isPartial = operation.method === "patch" || factAt(contract, operation.pointer, "x-partial") === true;
    const [, parameter] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
    const given = operation.access.records.find(({ at }) => at === `$request.path.${parameter}`);
    const request = operation.requestMedia?.schema;
    const success = successSchema(operation);
    if (!isPartial || parameter === undefined || given === undefined) return [];
    if (request === undefined || success === undefined) return [];
    const settable = [...contract.propertiesOf(request)].flatMap(([name, schema]): Settable[] => {
      const isHidden = factAt(contract, schema, "x-shows") === false;
      const refersTo = operation.access.records.find(({ at }) => at === `$request.body#/${name}/id`)?.type;
      const isRemovable = isNullable(contract, schema) && contract.propertiesOf(schema).size > 0;
      return isHidden ? [] : [{ name, schema, isRemovable, refersTo }];
    });
    const shown = objectSchema(contract, success);
    const properties = contract.propertiesOf(shown);
    const isMap = (schema = "") =>
      contract.propertiesOf(schema).size === 0 &&
      isJsonObject(contract.schemaAt(objectSchema(contract, schema))["additionalProperties"]);
    const fields = (fieldsOf(contract, operation) ?? []).filter((name) => !isMap(properties.get(name)));
    const takesIfMatch = operation.parameters.some(({ name }) => name.toLowerCase() === "if-match");
    return [{ operation, type: given.type, parameter, request, shown, settable, fields, takesIfMatch }];
  }),
);

/** The partial update of a state, or the first of the contract. Skips the check where it has none. */
export function updateOf({ contract, operationOf, skip }: Session, state?: RecordState): PartialUpdate {
  const all = partialUpdates(contract);
  const own = state && operationOf(state.exchange);
  const found = all.find((one) => one.operation.id === own) ?? all.find(({ type }) => type === state?.record["type"]);
  return found ?? all[0] ?? skip("The contract has no partial update");
}

/** A check that starts with the state of the given record. */
export function recordCheck(
  update: PartialUpdate,
  [name, title]: readonly [name: string, title: string],
  run: (session: Session, before: RecordState) => Promise<void>,
): Check {
  return checkOf(update.operation, [name, title, "undone"], async (session) => {
    const before = await readRecord(session, update);
    if (before !== undefined) await run(session, before);
  });
}

/** Updates the given record, and requests all attributes. */
export async function updateRecord(session: Session, update: PartialUpdate, body: JsonObject, header: JsonObject = {}) {
  const { operation, type, parameter, fields } = update;
  const path = { [parameter]: ownId(session, type) };
  const query = fields.length === 0 ? {} : { query: { fields: [...fields] } };
  return stateIn(await session.call(operation.id, { path, ...query, header, body }));
}

/** The record in a response. */
export function stateIn(exchange: Exchange): RecordState {
  return { record: objectOf(exchange), exchange };
}

/** Reads the given record by an update without changes. Undefined after an error response, which is a finding. */
export async function readRecord(session: Session, update = updateOf(session)): Promise<RecordState | undefined> {
  const state = await updateRecord(session, update, {});
  skipIfLocked(session, state.exchange);
  return expectSuccess(session, state.exchange) ? state : undefined;
}

/** Skips the check when the lock of another user prevents the change. */
export function skipIfLocked(session: Session, exchange: Exchange): void {
  const { access } = session.contract.operation(session.operationOf(exchange));
  const type = access.records.find(({ locked }) => locked !== undefined)?.type;
  if (isLocked(session, exchange))
    session.skip(`Another user locked the ${type}: give another one with --workspace ${type}=ID`);
}

/** Whether a response is the error while another caller holds a lock. */
export function isLocked({ contract, operationOf }: Session, exchange: Exchange): boolean {
  const operation = contract.operation(operationOf(exchange));
  const names = operation.access.records.flatMap(({ locked }) => locked ?? []);
  return errorsNamed(operation, names).some(
    ({ status, code }) => status === exchange.response.status && code === errorCodeOf(jsonOf(exchange)),
  );
}
