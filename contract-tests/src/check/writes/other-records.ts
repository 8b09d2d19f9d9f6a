import { arrayAt, type Contract, type Exchange, isJsonObject } from "content-service-contract";
import { fieldsOf } from "../document/facts-of-schemas.js";
import { listParameters } from "../lists/list-parameters.js";
import { sentSchema } from "../resources/bodies.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { recordsShown } from "../session/expectations.js";
import { SkippedError } from "../session/session.js";
import { ownId } from "../session/target-input.js";
import type { PartialUpdate, RecordState } from "./given-record.js";

/**
 * Reads everything before the first write, and after the last one of each operation: what a response shows otherwise than
 * before, though no write names it, is a finding of the check that reads it.
 */
export function withOthersRead(contract: Contract, checks: readonly Check[]): Check[] {
  if (!contract.follows("records")) return [...checks];
  const isWrite = ({ operation, effects }: Check) => effects !== "none" && !contract.operation(operation).isSafe;
  const first = checks.find(isWrite);
  return checks.flatMap((check, index) => {
    const { operation, effects } = check;
    const isAlike = (one: Check) => one.operation === operation && one.effects === effects;
    const isLast = isWrite(check) && !checks.slice(index + 1).some(isAlike);
    const name = `keeps-others-${effects}`;
    const run = async (session: Session) => {
      if (!session.hasWritten(operation)) session.skip(`No call of ${operation} has succeeded`);
      if ((await readAll(session)).length === 0) session.skip("No operation could read the other records");
    };
    return [
      check === first ? { ...check, run: (session) => readAll(session).then(() => check.run(session)) } : check,
      ...(isLast ? [checkOf({ id: operation }, [name, "changes no other record", effects], run)] : []),
    ];
  });
}

/** Reads what safe operations show with the ids of the target, with all attributes. */
async function readAll(session: Session, fields: readonly string[] = []): Promise<Exchange[]> {
  const { contract } = session;
  const read: Exchange[] = [];
  for (const operation of contract.operations.filter(({ isSafe }) => isSafe)) {
    const { input, known } = session.inputFor(operation.id);
    if (!known) continue;
    const own = fieldsOf(contract, operation);
    const { limit } = listParameters(contract, operation);
    const query = {
      ...input.query,
      ...(own === undefined ? {} : { fields: [...own] }),
      ...(limit === undefined ? {} : { [limit.name]: contract.schemaAt(limit.schema)["maximum"] ?? MOST_ENTRIES }),
    };
    const { body } = input;
    const isNamed = isJsonObject(body) && contract.propertiesOf(sentSchema(operation) ?? "").has("fields");
    const named = isNamed ? { body: { ...body, fields: [...arrayAt(body, "fields"), ...fields] } } : {};
    try {
      read.push(await session.call(operation.id, { ...input, query, ...named }));
    } catch (error) {
      // The caller may lack a role, or the run the address of a server: what the others show is compared.
      if (!(error instanceof SkippedError)) throw error;
    }
  }
  return read;
}

/** For a limit without a documented maximum: a list on one page shows what is new in it, and what it lost. */
const MOST_ENTRIES = 1000;

/** The other records of the type that the responses of safe operations have, by their ids. */
export async function otherRecords(
  session: Session,
  update: PartialUpdate,
  onShown = async (_exchange: Exchange) => {},
): Promise<ReadonlyMap<string, RecordState>> {
  const found = new Map<string, RecordState>();
  for (const exchange of await readAll(session, update.fields)) {
    const shown = recordsShown(exchange).map(([, record]) => record);
    const records = shown.filter(({ type }) => type === update.type);
    if (records.length > 0) await onShown(exchange);
    for (const record of records)
      if (record["id"] !== ownId(session, update.type)) found.set(String(record["id"]), { record, exchange });
  }
  return found;
}
