import { requestProperties } from "./bodies-of.mjs";
import { parametersOf } from "./reading.mjs";

/**
 * Compares `x-paging` and `x-reads` with the parameters and the method. `x-paging` names the schemes of a list and the place of
 * the marker; an operation has it if and only if it accepts `offset` or `marker`. `x-reads: true` marks a safe POST.
 */
export function pagingDeclared() {
  return {
    PathItem: {
      Operation: {
        enter(operation, { key: method, location, parentLocations, resolve, report }, { PathItem }) {
          const query = parametersOf(operation, location, PathItem, parentLocations.PathItem, resolve)
            .filter((parameter) => parameter.in === "query")
            .map(({ name }) => name);
          const body = requestProperties(operation, location, resolve);
          const problems = problemsOf(operation["x-paging"], { method, query, body });
          for (const message of problems) report({ message, location });
          if ("x-reads" in operation && !readsByPost(operation, method)) {
            const message = "Expected `x-reads: true` only on a POST that finds, gets, lists or queries.";
            report({ message, location });
          }
        },
      },
    },
  };
}

// The parameters of each scheme, in the query and, if the marker is there, in the body.
const FORMS = [
  {
    paging: { schemes: ["offset", "marker"], marker: "query" },
    query: ["limit", "marker", "offset", "usemarker"],
    body: [],
  },
  { paging: { schemes: ["marker"], marker: "query" }, query: ["limit", "marker"], body: [] },
  { paging: { schemes: ["marker"], marker: "body" }, query: [], body: ["limit", "marker"] },
];

const PAGING_NAMES = ["limit", "marker", "offset", "usemarker"];

function* problemsOf(paging, { method, query, body }) {
  const taken = { query: pagingNames(query), body: pagingNames(body) };
  if (paging === undefined) {
    if (taken.query.length + taken.body.length > 0) yield "The operation has pagination parameters, but no `x-paging`.";
    return;
  }
  const form = FORMS.find((known) => JSON.stringify(known.paging) === JSON.stringify(paging));
  if (!form) {
    yield `Expected \`x-paging\` to be one of ${FORMS.map((known) => JSON.stringify(known.paging)).join(", ")}.`;
    return;
  }
  for (const place of ["query", "body"]) {
    if (String(taken[place]) === String(form[place])) continue;
    yield `Expected ${listed(form[place])} in the ${place}, according to \`x-paging\`; received ${listed(taken[place])}.`;
  }
  if (form.paging.marker === "body" && method !== "post") yield "A marker in the body requires the method POST.";
}

const pagingNames = (names) => PAGING_NAMES.filter((name) => names.includes(name));

const listed = (names) =>
  names.length > 0 ? names.map((name) => `\`${name}\``).join(", ") : "no pagination parameters";

const readsByPost = (operation, method) =>
  operation["x-reads"] === true && method === "post" && /^(find|get|list|query)/.test(operation.operationId);
