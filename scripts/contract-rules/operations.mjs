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
