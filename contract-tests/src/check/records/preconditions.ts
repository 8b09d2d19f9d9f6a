import { type CallInput, type Contract, type Json, type Operation, valueAt, withValue } from "content-service-contract";
import { placeInBody } from "../resources/bodies.js";
import { plain, valueNamed } from "../resources/payload.js";
import { tagIn } from "../sentences/values.js";
import type { Step } from "./trace.js";

/** Where an operation takes the etag of the record that it changes, and in which case it needs one. */
export interface EtagPlace {
  readonly in: "header" | "query" | "body";
  /** The name of the parameter, or a JSON pointer into the body. */
  readonly name: string;
  readonly isRequired: boolean;
}

/**
 * The place of an etag: `If-Match`, or `etag` in the query or the body, or the number of a version that the client has read last.
 * Undefined where an operation takes none.
 */
export function etagPlace(contract: Contract, operation: Operation | undefined): EtagPlace | undefined {
  if (operation === undefined) return undefined;
  // RFC 6585, section 3: without a condition the response is 428.
  const isNeeded = operation.responses.some(({ status }) => status === "428");
  for (const { in: place, name, required } of operation.parameters) {
    if (place === "header" && /^if-match$/i.test(name)) return { in: place, name, isRequired: required || isNeeded };
    if (place === "query" && plain(name) === "etag") return { in: place, name, isRequired: required };
  }
  const media = operation.requestMedia;
  const name = tagIn(contract, operation);
  if (media?.schema === undefined || name === undefined) return undefined;
  const isRequired = contract.requiredAt(media.schema).includes(name);
  return { in: "body", name: placeInBody(contract, operation, name), isRequired };
}

/** The etag or the version of a record, as a response shows it. */
export type Etag = string | number;

/** The etag of a record in the header of a response or in the record, or its version where a request takes that. */
export function etagIn({ exchange, shown }: Pick<Step, "exchange" | "shown">, place?: EtagPlace): Etag | undefined {
  const isInBody = place?.in === "body";
  const own = valueNamed(shown?.record ?? {}, isInBody ? place.name.replace(/^.*\//s, "") : "etag");
  const inRecord = typeof own === "string" || typeof own === "number" ? own : undefined;
  const inHeader = new Headers(exchange.response.headers).get("etag") ?? undefined;
  return isInBody ? (inRecord ?? inHeader) : (inHeader ?? inRecord);
}

/** An input with another etag, or without one. */
export function withEtag(input: CallInput, { in: place, name }: EtagPlace, etag: Etag | undefined): CallInput {
  if (place === "body") return { ...input, body: withValue(input.body ?? {}, name, etag) ?? input.body ?? {} };
  const { [name]: _, ...others }: Readonly<Record<string, Json>> = input[place] ?? {};
  return { ...input, [place]: etag === undefined ? others : { ...others, [name]: etag } };
}

/** An input with the current etag where the contract requires one, or where the body has one already. */
export function withCurrentEtag(input: CallInput, place: EtagPlace | undefined, etag: Etag | undefined): CallInput {
  if (place === undefined) return input;
  const isGiven = place.in === "body" && valueAt(input.body ?? null, place.name) !== undefined;
  if (place.isRequired) return etag === undefined ? input : withEtag(input, place, etag);
  return isGiven ? withEtag(input, place, etag) : input;
}
