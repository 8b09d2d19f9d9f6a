import { type Contract, type Json, type MediaType, withValue } from "content-service-contract";
import { type Choice, leavesOf, newBody } from "../resources/new-values.js";
import { plain } from "../resources/payload.js";
import { isReference, type Resource, resourceNamed } from "../resources/resources.js";

/** Bodies that create a record: with new values, then with only what must be new. */
export function newBodies(contract: Contract, media: MediaType, chosen: Choice, own: Resource): Json[] {
  const varied = newBody(contract, media, chosen) ?? {};
  const plainBody = newBody(contract, media, { ...chosen, number: 0 }) ?? {};
  return [...[varied, plainBody].map((body) => withoutReferences(contract, media, body, own)), plainBody];
}

/** Without optional references to records of the same kind, which need not exist. */
export function withoutReferences(contract: Contract, { schema }: MediaType, body: Json, own: Resource): Json {
  if (schema === undefined) return body;
  return leavesOf(contract, schema, body).reduce((kept, { at, name }) => {
    const isOptional =
      isReference(name) && resourceNamed([own], name) !== undefined && plain(name) !== plain(own.parameter ?? "");
    const without = isOptional ? withValue(kept, at, undefined) : kept;
    return contract.isValid(schema, without) ? without : kept;
  }, body);
}

/** Whether the example of a body refers to records of one of the resources. */
export function refersToOthers(
  contract: Contract,
  media: MediaType | undefined,
  resources: readonly Resource[],
): boolean {
  const example = media?.examples[0]?.value;
  if (media?.schema === undefined || example === undefined) return false;
  return leavesOf(contract, media.schema, example).some(
    ({ name }) => isReference(name) && resourceNamed(resources, name) !== undefined,
  );
}
