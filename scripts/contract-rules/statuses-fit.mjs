import { requestProperties } from "./bodies-of.mjs";
import { parametersOf } from "./reading.mjs";

/** The statuses that an operation must document, by its effect. */
export function statusesFit() {
  return {
    PathItem: {
      Operation: {
        enter(operation, { key: method, location, parentLocations, resolve, report }, { PathItem }) {
          const parameters = parametersOf(operation, location, PathItem, parentLocations.PathItem, resolve);
          const properties = requestProperties(operation, location, resolve);
          const documented = Object.keys(operation.responses ?? {});
          for (const [status, why] of expected(operation, { method, parameters, properties })) {
            if (documented.includes(status)) continue;
            report({ message: `Document ${status}: ${why}.`, location: location.child(["responses"]) });
          }
        },
      },
    },
  };
}

function* expected({ operationId = "" }, { method, parameters, properties }) {
  const sends = parameters.some(({ in: place }) => place === "query") || properties.length > 0;
  if (sends) yield ["400", "a query or a body can be invalid"];
  const names = [...parameters.filter(({ in: place }) => place === "path").map(({ name }) => name), ...properties];
  const named = names.some((name) => /^(parent|item|assign_to|policy_id|.*_id)$/.test(name) && !OWN.has(name));
  if (named && !/^refresh/.test(operationId)) yield ["404", "what an id names may not exist"];
  // A name, or a pair of records, that must be unique.
  if (method === "post" && /^(create|add|assign|restore)/.test(operationId) && UNIQUE.test(operationId)) {
    yield ["409", "the record may exist already"];
  }
  if (parameters.some(({ name }) => name === "If-Match")) yield ["412", "the etag can differ"];
  if (parameters.some(({ name }) => name === "If-None-Match")) yield ["304", "the etag can be the same"];
}

/** Ids of the caller's application, or of a marker. */
const OWN = new Set(["client_id"]);
const UNIQUE = /(Template|Metadata|WebLink|Collaboration|EmailAlias|Policy|Folder)$/;
