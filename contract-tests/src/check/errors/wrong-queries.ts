import { fieldsOf } from "../principles/instances.js";
import { orderBy, type Query, sourceOf } from "../reads/query-data.js";
import { isName } from "../reads/query-text.js";
import { withValueAt } from "../rights/requests.js";
import type { Session } from "../session/check.js";
import type { PathRequest } from "../session/send.js";
import type { Cause } from "./causes.js";

/** Changes of a valid query that cause its documented errors, with the fields of the instances that it finds. */
export async function wrongQueries(session: Session, query: Query, request: PathRequest): Promise<Cause[]> {
  const { operation, condition, order, errors, of } = query;
  const { keys } = sourceOf(session, query);
  const fields = ((await fieldsOf(session, of.types, keys)) ?? []).filter(({ key }) => isName(key));
  const key = fields[0]?.key;
  const unsortable = fields.find(({ kind }) => !order.kinds.includes(kind))?.key;
  const wrong = (example: string, what: string, body: object): Cause => ({
    ...{ example, what },
    request: Object.entries(body).reduce(
      (changed, [name, value]) => withValueAt(operation, changed, `$request.body#/${name}`, value),
      request,
    ),
  });
  const where = (text: string) => ({ [condition.property]: text, [condition.arguments]: {} });
  return [
    ...(key === undefined
      ? []
      : [
          wrong(errors.argument, "an argument without a value", where(`${key} = :missing`)),
          wrong(errors.syntax, "a condition without a value", where(`${key} = AND`)),
        ]),
    ...(unsortable === undefined
      ? []
      : [wrong(errors.order, "a sort by a field with options", orderBy(query, [[unsortable, "asc"]]))]),
  ];
}
