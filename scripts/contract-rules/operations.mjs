import { nodeRule, operationRule, responseExamplesOf } from "./reading.mjs";

/** Every operation that needs a token accepts the `As-User` header; an operation without a token does not. */
export function asUserTaken() {
  return operationRule(function* ({ operation, parameters, location }) {
    const takes = parameters.some((parameter) => parameter.in === "header" && parameter.name === "As-User");
    const needsToken = operation.security?.length !== 0;
    const message = needsToken
      ? "The operation needs a token but has no `As-User`: refer to the shared parameter."
      : "The operation needs no token: remove `As-User`.";
    if (takes !== needsToken) yield { message, location: location.child("parameters").key() };
  });
}

/**
 * Compares `x-paging` and `x-reads` with the parameters and the method. `x-paging` names the schemes of a list and the place of
 * the marker; an operation has it if and only if it accepts `offset` or `marker`. `x-reads: true` marks a safe POST.
 */
export function pagingDeclared() {
  return operationRule(function* ({ operation, method, parameters, body }) {
    const query = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
    const taken = { query: pagingNames(query), body: pagingNames(body) };
    const paging = operation["x-paging"];
    const form = FORMS.find((known) => JSON.stringify(known.paging) === JSON.stringify(paging));
    if (paging === undefined) {
      if (taken.query.length + taken.body.length > 0)
        yield "The operation has pagination parameters, but no `x-paging`.";
    } else if (!form) {
      yield `Expected \`x-paging\` to be one of ${FORMS.map((known) => JSON.stringify(known.paging)).join(", ")}.`;
    } else {
      for (const place of ["query", "body"]) {
        if (String(taken[place]) === String(form[place])) continue;
        yield `Expected ${listed(form[place])} in the ${place}, according to \`x-paging\`; received ${listed(taken[place])}.`;
      }
      if (form.paging.marker === "body" && method !== "post") yield "A marker in the body requires the method POST.";
    }
    const mayRead = method === "post" && /^(find|get|list|query)/.test(operation.operationId);
    if ("x-reads" in operation && !(mayRead && operation["x-reads"] === true))
      yield "Expected `x-reads: true` only on a POST that finds, gets, lists or queries.";
  });
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

const pagingNames = (names) => ["limit", "marker", "offset", "usemarker"].filter((name) => names.includes(name));

const listed = (names) =>
  names.length > 0 ? names.map((name) => `\`${name}\``).join(", ") : "no pagination parameters";

/** A variable that is a whole address has the address of another server as its default, for tools that read no variables. */
export function serversAgree() {
  return nodeRule("Root", function* ({ servers = [] }, { location }) {
    for (const [index, { url, variables }] of servers.entries()) {
      const value = variables?.[/^\{(\w+)\}$/.exec(url)?.[1]]?.default;
      if (value !== undefined && !servers.some((one) => one.url === value))
        yield { message: `No server has the default address ${value}.`, location: location.child(["servers", index]) };
    }
  });
}

/** No two parameters of an operation select by one property (`x-filter`). */
export function filtersDiffer() {
  return operationRule(function* ({ parameters }) {
    const places = parameters.flatMap(({ "x-filter": place }) => (place ? [JSON.stringify(place)] : []));
    const repeated = places.find((one, index) => places.indexOf(one) < index);
    if (repeated !== undefined) yield `Two parameters have the same \`x-filter\` ${repeated}.`;
  });
}

/**
 * Keeps every error that the requirements name in the contract. `operations` lists the requirements whose named examples
 * (`x-requirement`) each operation has; `always` those of every operation, `withToken` those of every operation that needs a
 * token.
 */
export function requirementsShown({ operations = {}, always = [], withToken = [] }) {
  return operationRule(function* ({ operation, location, resolve }) {
    const { operationId, security } = operation;
    const examples = [...responseExamplesOf(operation, location, resolve)];
    const shown = new Set(examples.flatMap(({ example }) => example["x-requirement"]));
    const wanted = [...(operations[operationId] ?? []), ...always, ...(security?.length === 0 ? [] : withToken)];
    const unseen = wanted.filter((id) => !shown.has(id));
    const message = `Give the condition of ${unseen.join(", ")} a named example with \`x-requirement\`.`;
    if (unseen.length > 0) yield { message, location: location.child("responses").key() };
  });
}
