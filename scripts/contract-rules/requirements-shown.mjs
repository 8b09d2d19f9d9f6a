import { examplesOf, responsesOf } from "./bodies-of.mjs";
import { listOf } from "./reading.mjs";

/**
 * Keeps every operation, and every error that the requirements name, in the contract. `operations` lists the requirements whose
 * named examples (`x-requirement`) each operation has; `always` those of every operation, `withToken` those of every operation
 * that needs a token.
 */
export function requirementsShown({ operations = {}, always = [], withToken = [] }) {
  const missing = new Set(Object.keys(operations));
  return {
    Operation: {
      enter(operation, { location, resolve, report }) {
        const { operationId } = operation;
        missing.delete(operationId);
        const shown = new Set(requirementsIn(operation, location, resolve));
        const wanted = [
          ...(operations[operationId] ?? []),
          ...always,
          ...(listOf(operation.security).length > 0 ? withToken : []),
        ];
        const unseen = wanted.filter((id) => !shown.has(id));
        if (unseen.length === 0) return;
        const message = `Give the condition of ${unseen.join(", ")} a named example with \`x-requirement\`.`;
        report({ message, location: location.child("responses").key() });
      },
    },
    Root: {
      leave(_root, { location, report }) {
        if (missing.size === 0) return;
        const message = `Operations are missing: ${[...missing].join(", ")}.`;
        report({ message, location: location.child("paths").key() });
      },
    },
  };
}

function* requirementsIn(operation, at, resolve) {
  for (const { mediaType, location } of responsesOf(operation, at, resolve)) {
    for (const { example } of examplesOf(mediaType, location, resolve)) yield* [example["x-requirement"]].flat();
  }
}
