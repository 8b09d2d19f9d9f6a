import { entriesOf, follow, isRecord } from "./reading.mjs";
import { schemasIn } from "./schemas-in.mjs";

/** Yields each media type of a request body or response that has a schema, as `{ mediaType, location }`. */
export function* bodiesOf(holder, location) {
  for (const [name, mediaType] of entriesOf(holder?.content)) {
    if (isRecord(mediaType?.schema)) yield { mediaType, location: location.child(["content", name]) };
  }
}

/** Yields the bodies of each response of an operation, with every `$ref` followed, as `{ status, mediaType, location }`. */
export function* responsesOf(operation, operationLocation, resolve) {
  for (const [status, raw] of entriesOf(operation.responses)) {
    const { node, location } = follow(raw, operationLocation.child(["responses", status]), resolve);
    for (const body of bodiesOf(node, location)) yield { status, ...body };
  }
}

/** Yields each named example of a media type, with its `$ref` followed, as `{ name, example, location }`. */
export function* examplesOf(mediaType, mediaTypeLocation, resolve) {
  for (const [name, raw] of entriesOf(mediaType.examples)) {
    const { node: example, location } = follow(raw, mediaTypeLocation.child(["examples", name]), resolve);
    if (isRecord(example)) yield { name, example, location };
  }
}

/** Returns the names of the properties at the top of an operation's request body; none when it has no body. */
export function requestProperties(operation, operationLocation, resolve) {
  const { node, location } = follow(operation.requestBody, operationLocation.child("requestBody"), resolve);
  return [...bodiesOf(node, location)].flatMap(({ mediaType, location: mediaTypeLocation }) => {
    const [first] = schemasIn(mediaType.schema, mediaTypeLocation.child("schema"), resolve);
    return entriesOf(first?.schema.properties).map(([name]) => name);
  });
}
