import type { Json, JsonObject } from "content-service-contract";
import { isName } from "../reads/query-condition.js";
import { orderBy, type Query, sourceOf } from "../reads/query-data.js";
import type { Session } from "../session/check.js";
import { fieldsOf } from "../session/instances.js";
import { withValueAt } from "../session/record-requests.js";
import type { PathRequest } from "../session/send.js";
import type { Cause } from "./causes.js";

/** Changes of a valid query that cause its documented errors, with the fields of the instances that it finds. */
export async function wrongQueries(session: Session, query: Query, request: PathRequest): Promise<Cause[]> {
  const { operation, condition, order, errors, of } = query;
  const { keys } = sourceOf(session, query);
  const fields = ((await fieldsOf(session, of.types, keys)) ?? []).filter(({ key }) => isName(key));
  const unsortable = fields.find(({ kind }) => !order.kinds.includes(kind));
  const where = (text: string) => ({ [condition.property]: text, [condition.arguments]: {} });
  const [field] = fields;
  const wrong: [example: string, what: string, body: JsonObject | undefined][] = [
    [errors.argument, "an argument without a value", field && where(`${field.key} = :missing`)],
    [errors.syntax, "a condition without a value", field && where(`${field.key} = AND`)],
    [errors.order, "a sort by a field without an order", unsortable && orderBy(query, [[unsortable.key, "asc"]])],
  ];
  const changed = (body: JsonObject) =>
    Object.entries(body).reduce(
      (whole, [name, value]: [string, Json]) => withValueAt(operation, whole, `$request.body#/${name}`, value),
      request,
    );
  return wrong.flatMap(([example, what, body]) =>
    body === undefined ? [] : [{ example, what, request: changed(body) }],
  );
}
