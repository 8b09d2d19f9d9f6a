import {
  type CallInput,
  type Contract,
  type Json,
  type Operation,
  pointer,
  requestMedia,
  stringsAt,
  valueAt,
  withValue,
} from "content-service-contract";
import { bodyProperties, wrapperOf } from "../resources/new-values.js";
import { plain } from "../resources/payload.js";

/** Where an operation takes the etag of the record that it changes, and in which case it needs one. */
export interface EtagPlace {
  readonly in: "header" | "query" | "body";
  /** The name of the parameter, or a JSON pointer into the body. */
  readonly name: string;
  readonly isRequired: boolean;
}

/** The place of an etag: `If-Match`, or `etag` in the query or the body. Undefined where an operation takes none. */
export function etagPlace(contract: Contract, operation: Operation | undefined): EtagPlace | undefined {
  if (operation === undefined) return undefined;
  // RFC 6585, section 3: without a condition the response is 428.
  const isNeeded = operation.responses.some(({ status }) => status === "428");
  for (const { in: place, name, required } of operation.parameters) {
    if (place === "header" && /^if-match$/i.test(name)) return { in: place, name, isRequired: required || isNeeded };
    if (place === "query" && plain(name) === "etag") return { in: place, name, isRequired: required };
  }
  const media = requestMedia(operation);
  const [name, schema] = [...bodyProperties(contract, media)].find(([one]) => plain(one) === "etag") ?? [];
  if (media?.schema === undefined || name === undefined || schema === undefined) return undefined;
  if (contract.schemaAt(schema)["readOnly"] === true) return undefined;
  const isRequired = stringsAt(contract.schemaAt(media.schema), "required").includes(name);
  return { in: "body", name: `${wrapperOf(contract, media)}${pointer("", name)}`, isRequired };
}

/** An input with another etag, or without one. */
export function withEtag(input: CallInput, { in: place, name }: EtagPlace, etag: string | undefined): CallInput {
  if (place === "body") return { ...input, body: withValue(input.body ?? {}, name, etag) ?? input.body ?? {} };
  const { [name]: _, ...others }: Readonly<Record<string, Json>> = input[place] ?? {};
  return { ...input, [place]: etag === undefined ? others : { ...others, [name]: etag } };
}

/** An input with the current etag where the contract requires one, or where the body has one already. */
export function withCurrentEtag(input: CallInput, place: EtagPlace | undefined, etag: string | undefined): CallInput {
  if (place === undefined) return input;
  const isGiven = place.in === "body" && valueAt(input.body ?? null, place.name) !== undefined;
  if (place.isRequired) return etag === undefined ? input : withEtag(input, place, etag);
  return isGiven ? withEtag(input, place, etag) : input;
}
