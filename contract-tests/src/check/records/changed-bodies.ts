import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  pointer,
  sameJson,
  valueAt,
  withValue,
} from "content-service-contract";
import { isFreeText, isTime, leavesOf } from "../resources/bodies.js";
import { type Choice, otherValues } from "./new-values.js";

/** The schema of a body, and where its data are: a JSON pointer. */
export interface Form {
  readonly schema: string;
  readonly wrapper: string;
  /** The property that holds an etag or a version. */
  readonly tag: string | undefined;
}

/** One body for each property of a body. */
export function parts(contract: Contract, form: Form, body: Json): Json[] {
  const { schema, wrapper, tag } = form;
  const data = valueAt(body, wrapper);
  const bodies = Object.entries(isJsonObject(data) ? data : {}).flatMap(([name, value]) =>
    name === tag ? [] : [withValue(tagAlone(form, body), `${wrapper}${pointer("", name)}`, value)],
  );
  // Last those that can be states, in which other changes are rejected.
  const isListed = (one: Json) =>
    leavesOf(contract, schema, one).some((leaf) => contract.schemaAt(leaf.schema)["enum"] !== undefined);
  bodies.sort((one, other) => Number(isListed(one)) - Number(isListed(other)));
  return bodies.filter((one) => contract.isValid(schema, one)).slice(0, MOST_PARTS);
}

const MOST_PARTS = 10;

/** A body with the version alone that another one has. */
function tagAlone({ wrapper, tag }: Form, body: Json): Json {
  const at = wrapper + pointer("", tag ?? "");
  return tag === undefined ? {} : (withValue({}, at, valueAt(body, at)) ?? {});
}

/** A body with one member of a nested object of a part, with another value. */
export function partsWithin(contract: Contract, form: Form, part: Json, chosen: Choice): Json[] {
  const { schema, wrapper, tag } = form;
  const data = valueAt(part, wrapper);
  const [name, inner] = Object.entries(isJsonObject(data) ? data : {}).find(([one]) => one !== tag) ?? [];
  if (name === undefined || !isJsonObject(inner) || Object.keys(inner).length < 2) return [];
  const base = `${wrapper}${pointer("", name)}`;
  return leavesOf(contract, schema, part)
    .flatMap((leaf) => {
      const [value] = otherValues(contract, leaf, { ...chosen, unique: `${chosen.unique}n` });
      const [own, ...deeper] = leaf.at.slice(base.length + 1).split("/");
      if (value === undefined || own === undefined || deeper.length > 0) return [];
      const one = withValue(tagAlone(form, part), base, { [own]: value });
      return contract.isValid(schema, one) ? [one] : [];
    })
    .slice(0, 1);
}

/** A part with another value, where the record has that of the part already: a change that does nothing would be unseen. */
export function unlikePresent(contract: Contract, { schema }: Form, part: Json, present: JsonObject, chosen: Choice) {
  return leavesOf(contract, schema, part).reduce((body, leaf) => {
    if (!sameJson(present[leaf.name], leaf.value) || chosen.reference(leaf.name, leaf.at) !== undefined) return body;
    const others = otherValues(contract, leaf, { ...chosen, number: 2 * chosen.number + 1 });
    const bodies = others.map((value) => withValue(body, leaf.at, value));
    return bodies.find((one) => !sameJson(one, body) && contract.isValid(schema, one)) ?? body;
  }, part);
}

/** Valid bodies that a service may reject: null, zero, an empty text, the limits, a time long ago, or far away. */
export function extremes(contract: Contract, form: Form, body: Json, isPartial: boolean): Json[] {
  const { schema, wrapper, tag } = form;
  return leavesOf(contract, schema, body).flatMap(({ at, name, schema: own, value }) => {
    if (name === tag || at.slice(wrapper.length + 1).includes("/")) return [];
    const { minimum, maximum } = contract.schemaAt(own);
    const edges =
      typeof value === "number" ? [0, minimum, maximum] : isFreeText(contract, { schema: own, value }) ? [""] : [];
    const distinct = [...new Set(edges)].flatMap((one) => one ?? []);
    const values = isTime(contract, own) ? ["1999-01-02T03:04:05Z", "2199-01-02T03:04:05Z"] : [null, ...distinct];
    const base = isPartial ? tagAlone(form, body) : body;
    return values.map((one) => withValue(base, at, one)).filter((one) => contract.isValid(schema, one));
  });
}
