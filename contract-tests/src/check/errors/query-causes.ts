import type { Operation } from "content-service-contract";
import { QUERY, templateFields } from "../reads/query-data.js";
import { valueIn, withValueAt } from "../rights/requests.js";
import type { Session } from "../session/check.js";
import type { PathRequest } from "../session/send.js";
import type { Cause } from "./causes.js";

/** The errors of a query that need the fields of its template. */
export async function queryCauses(session: Session, operation: Operation, request: PathRequest): Promise<Cause[]> {
  if (operation.id !== QUERY) return [];
  const fields = await templateFields(session, valueIn(operation, request, "$request.body#/from") ?? "");
  const key = fields[0]?.key;
  const unsortable = fields.find(({ type }) => type === "enum" || type === "multiSelect")?.key;
  const query = withValueAt(operation, request, "$request.body#/query_params", {});
  const asking = (condition: string) => withValueAt(operation, query, "$request.body#/query", condition);
  const order = [{ field_key: unsortable ?? "", direction: "asc" }];
  return [
    ...(key === undefined
      ? []
      : [
          { example: "missing_argument", what: "an argument without a value", request: asking(`${key} = :missing`) },
          { example: "invalid_query", what: "a condition without a value", request: asking(`${key} = AND`) },
        ]),
    ...(unsortable === undefined
      ? []
      : [
          {
            example: "unsortable_field",
            what: "a sort by a field with options",
            request: withValueAt(operation, request, "$request.body#/order_by", order),
          },
        ]),
  ];
}
