import { describedValues, entriesOf, examplesOf, isRecord, listOf, operationRule } from "./reading.mjs";

/**
 * An operation with `fields` responds with the standard representation `X` or with what `fields` lists, and shows both: in an
 * example named `fields` and in others. The examples `full` and `…_page` are standard: they have every attribute that `X` requires.
 */
export function fieldsInResponses() {
  return operationRule(function* ({ resolve, parameters, body, responses }) {
    const takesFields = parameters.some(({ in: place, name }) => place === "query" && name === "fields");
    // `fields` in a body, as in the metadata query, selects attributes of the entries.
    if (body.includes("fields")) return;
    for (const { status, mediaType, location } of responses) {
      if (!status.startsWith("2")) continue;
      for (const message of formProblems(mediaType, takesFields)) yield { message, location };
      if (takesFields) yield* standardProblems(mediaType, location, resolve);
    }
  });
}

function* formProblems({ examples }, takesFields) {
  const names = entriesOf(examples).map(([name]) => name);
  if (!takesFields) {
    if (names.includes("fields")) yield "The example is named `fields`, but the operation has no parameter `fields`.";
    return;
  }
  if (!names.includes("fields")) yield "No example shows `fields`: add one named `fields`.";
  if (names.every((name) => name === "fields"))
    yield "No example is the standard representation: add one named `full`.";
}

// An example that lacks a required attribute of `X` still passes as `XFields`, so no other rule finds it.
function* standardProblems(mediaType, location, resolve) {
  const standard = { node: listOf(mediaType.schema.anyOf)[0], location: location.child(["schema", "anyOf", 0]) };
  for (const { name, example, location: exampleAt } of examplesOf(mediaType, location, resolve)) {
    if (name !== "full" && !name.endsWith("_page")) continue;
    const start = exampleAt.child("value");
    for (const { value, location: at, schemas } of describedValues(example.value, start, [standard], resolve)) {
      const required = new Set(schemas.flatMap(({ node }) => listOf(node.required)));
      for (const name of isRecord(value) ? required : []) {
        const message = `The standard representation has \`${name}\`: add it to the example.`;
        if (!Object.hasOwn(value, name)) yield { message, location: at };
      }
    }
  }
}

/**
 * Keeps every error that the requirements name in the contract. `operations` lists the requirements whose named examples
 * (`x-requirement`) each operation has; `always` those of every operation, `withToken` those of every operation that needs a
 * token.
 */
export function requirementsShown({ operations = {}, always = [], withToken = [] }) {
  return operationRule(function* ({ operation: { operationId, security }, location, examples }) {
    const shown = new Set(examples.flatMap(({ example }) => example["x-requirement"]));
    const wanted = [...(operations[operationId] ?? []), ...always, ...(security?.length === 0 ? [] : withToken)];
    const unseen = wanted.filter((id) => !shown.has(id));
    const message = `Give the condition of ${unseen.join(", ")} a named example with \`x-requirement\`.`;
    if (unseen.length > 0) yield { message, location: location.child("responses").key() };
  });
}
