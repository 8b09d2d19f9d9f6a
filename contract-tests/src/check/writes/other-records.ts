import {
  arrayAt,
  type Exchange,
  exampleResponses,
  isJsonObject,
  type JsonObject,
  recordsOf,
  requestMedia,
  schemaProperties,
} from "content-service-contract";
import { jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { ownId } from "../session/target-input.js";
import type { PartialUpdate, RecordState } from "./given-record.js";

/** The other records of the type that the responses of safe operations have, by their ids. */
export async function otherRecords(
  session: Session,
  update: PartialUpdate,
  onShown = async (_exchange: Exchange) => {},
): Promise<ReadonlyMap<string, RecordState>> {
  const { contract } = session;
  const fields = [...update.fields];
  const found = new Map<string, RecordState>();
  for (const operation of contract.operations.filter(({ isSafe }) => isSafe)) {
    const examples = exampleResponses(operation).filter(({ status }) => isSuccess(status));
    const isShown = examples.some(({ example }) => isJsonObject(example?.value) && ofType(example.value).length > 0);
    const { input, known } = session.inputFor(operation.id);
    if (!isShown || !known) continue;
    const hasFields = operation.parameters.some(({ name }) => name === "fields");
    const media = requestMedia(operation)?.schema;
    const { body } = input;
    const isNamed = isJsonObject(body) && schemaProperties(contract, media ?? "", {}).has("fields");
    const exchange = await session.call(operation.id, {
      ...input,
      ...(hasFields ? { query: { ...input.query, fields } } : {}),
      ...(isNamed ? { body: { ...body, fields: [...arrayAt(body, "fields"), ...fields] } } : {}),
    });
    await onShown(exchange);
    const shown = jsonOf(exchange);
    for (const record of isSuccess(exchange.response.status) && isJsonObject(shown) ? ofType(shown) : [])
      if (record["id"] !== ownId(session, update.type)) found.set(String(record["id"]), { record, exchange });
  }
  return found;

  function ofType(body: JsonObject): JsonObject[] {
    return recordsOf(body).flatMap(([, record]) => (record["type"] === update.type ? [record] : []));
  }
}
