import {
  type CallInput,
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
} from "content-service-contract";
import type { ListViolation, PagesRead } from "../lists/read-list.js";
import type { Relation } from "../lists/relations.js";
import { createdId, identifierOf } from "../resources/identity.js";
import type { Kind } from "../resources/operations.js";
import { pathOf } from "../resources/paths.js";
import { type Payload, successSchema } from "../resources/payload.js";
import { isReference, type Resource, resourceNamed } from "../resources/resources.js";
import type { State } from "../sentences/states.js";

/** A record that the plan works with. */
export interface Subject {
  readonly resource: Resource;
  /** The parameters in the path of its resource: those of the records above it, and its own. */
  readonly path: Readonly<Record<string, Json>>;
  /** Its id. Undefined where nothing shows it. */
  readonly id: Json | undefined;
}

/** Why a call differs from the usual one of its kind. */
export type Purpose =
  | {
      readonly kind:
        | "again"
        | "nearly-again"
        | "taken"
        | "own-values"
        | "later"
        | "same-key"
        | "parallel"
        | "unknown-reference"
        | "old-etag"
        | "current-etag";
    }
  /** A body with a fault. `what` completes "a body …". */
  | { readonly kind: "wrong-body"; readonly what: string }
  /** An id that no record has, or that of a record below another parent. */
  | { readonly kind: "unknown-id" | "wrong-parent" }
  /** Takes records for some time, after the time of earlier ones is over or before; or uses the values of an earlier taking. */
  | { readonly kind: "take"; readonly isOver: boolean }
  | { readonly kind: "old-taking" }
  /** A read after the time that an earlier response told. */
  | { readonly kind: "expired"; readonly before: Step | undefined }
  /** What the contract rejects in a state: "the `status` of the order is "sent"". */
  | { readonly kind: "barred"; readonly state: string }
  /** A creation by a caller with an id, and the properties that name the user of the token in other records. */
  | { readonly kind: "author"; readonly caller: string; readonly id: Json; readonly names: readonly string[] }
  /** An action on a record that its caller created. */
  | { readonly kind: "own-record"; readonly caller: string }
  /** A call for several records, the last of which the service may have to reject, or for all in an order. Without subjects, it creates them. */
  | { readonly kind: "bulk"; readonly subjects: readonly Subject[]; readonly order?: readonly string[] }
  /** A change to the values that other records had, which are gone. */
  | { readonly kind: "like"; readonly others: readonly Subject[] }
  /** A deletion while another record refers to it. `by` is that. */
  | { readonly kind: "in-use"; readonly by: Subject }
  /** A creation that names a record of a caller of another tenant, by its id. */
  | { readonly kind: "foreign-reference"; readonly caller: string; readonly id: Json }
  /** The end of a range before its start, and whether the contract says that it must not be. */
  | { readonly kind: "reversed"; readonly start: string; readonly end: string; readonly isSaid: boolean }
  /** A creation beyond the number of records that the contract allows, or a number beyond what all together may be. */
  | { readonly kind: "beyond-limit"; readonly limit: number; readonly what?: string }
  /** A time that overlaps that of another record. */
  | { readonly kind: "overlap" }
  /** A read of a record that refers to another one, after an operation on that puts it into a state. */
  | { readonly kind: "cascaded"; readonly by: Operation; readonly state: State }
  /** An action that gives back what its record took from others. */
  | { readonly kind: "give-back" }
  /** A creation with the values of a record that is gone. */
  | { readonly kind: "freed" }
  /** Not the record itself, but something about it. */
  | { readonly kind: "view" }
  /** A call of another caller: whether that caller may not see the record, or the role that is too low for the operation. */
  | {
      readonly kind: "other-caller";
      readonly caller: string;
      readonly isHidden: boolean;
      /** The only record that is hidden, where others of ours may not be. */
      readonly only?: Json | undefined;
      readonly role?: string;
      /** The roles of the caller, by the operator. */
      readonly roles?: readonly string[] | undefined;
    }
  /** A part or another view of the list that was read before. */
  | { readonly kind: "relation"; readonly id: Relation["id"]; readonly compare: () => ListViolation | undefined };

/** A call of the plan, and its response. A list is one step, whatever its number of pages. */
export interface Step {
  readonly kind: Kind;
  readonly operation: Operation;
  readonly input: CallInput;
  /** That of the last page for a list. */
  readonly exchange: Exchange;
  /** Whether the service accepted the call: a 2xx status. */
  readonly isSuccess: boolean;
  readonly purpose: Purpose | undefined;
  /** The record that the call is about. */
  readonly subject: Subject | undefined;
  /** The data in the body of the request. */
  readonly sent: JsonObject | undefined;
  /** The record in the response. */
  readonly shown: Payload | undefined;
  readonly listing: Listing | undefined;
}

/** The entries of a list, over all its pages. */
export interface Listing extends PagesRead {
  readonly resource: Resource;
  readonly path: Readonly<Record<string, Json>>;
}

/** Whether each entry of a list shows its identifier. */
export function showsIds({ resource, entries }: Listing): boolean {
  return entries.every(({ record }) => identifierOf(resource, record) !== undefined);
}

/** All calls of a plan, in order. */
export interface Trace {
  readonly resource: Resource;
  readonly steps: readonly Step[];
  /** Why the plan ended early, or what it left out. */
  readonly gaps: readonly string[];
  /** Those of the contract and of the callers. */
  readonly roles: ReadonlySet<string>;
}

/** Whether a step can change a record. */
export function isWrite({ kind }: Step): boolean {
  return kind !== "read" && kind !== "list";
}

/** Whether a step created a record in the usual way. */
export function isCreation({ kind, isSuccess, purpose }: Step): boolean {
  return kind === "create" && isSuccess && purpose === undefined;
}

/** The record of a subject as a step shows it: the response of a read or write, or the entry of a list. */
export interface View {
  readonly step: Step;
  readonly record: JsonObject;
  readonly exchange: Exchange;
  /** JSON pointer into the body. */
  readonly at: string;
}

/** How a step shows a record. Undefined where it does not. */
export function viewIn(step: Step, subject: Subject): View | undefined {
  if (!step.isSuccess || step.purpose?.kind === "other-caller" || step.purpose?.kind === "view") return undefined;
  if (step.listing !== undefined) {
    if (!isIn(step.listing, subject)) return undefined;
    const entry = step.listing.entries.find(({ id }) => id === String(subject.id));
    return entry && { step, record: entry.record, exchange: entry.exchange, at: entry.at };
  }
  if (subject.resource.returnsParent && step.operation === subject.resource.create) return undefined;
  if (step.subject !== subject || step.shown === undefined || step.kind === "action" || step.kind === "remove")
    return undefined;
  return { step, record: step.shown.record, exchange: step.exchange, at: step.shown.at };
}

/** Whether a list is one of the collection that a record is in. */
export function isIn({ resource, path }: Listing, subject: Subject): boolean {
  return resource === subject.resource && isWithin(path, subject.path);
}

/** Whether the path of a record is in the collection that another one selects. */
export function isWithin(path: Subject["path"], own: CallInput["path"]): boolean {
  return Object.entries(path).every(([name, value]) => String(own?.[name]) === String(value));
}

/** The ids of the records of a resource that the calls created. */
export function ownIds(steps: readonly Step[], resource: Resource): ReadonlySet<string> {
  return new Set(
    steps.flatMap(({ kind, subject, isSuccess, exchange, sent }) => {
      const id = kind === "create" && isSuccess ? (subject?.id ?? createdId(resource, exchange, sent)) : undefined;
      return id === undefined ? [] : [String(id)];
    }),
  );
}

/** The records that actions made beside their own, such as the copy of a recipe: their responses are those of creations. */
export function copiesIn(contract: Contract, steps: readonly Step[]): Subject[] {
  const schemaOf = (operation?: Operation) => contract.pointerOf(successSchema(operation) ?? "");
  return steps.flatMap(({ kind, operation, subject, exchange }): Subject[] => {
    if (kind !== "action" || exchange.response.status !== 201 || subject === undefined) return [];
    const { resource, path } = subject;
    const isSame = resource.create !== undefined && schemaOf(operation) === schemaOf(resource.create);
    const id = isSame ? createdId(resource, exchange) : undefined;
    return id === undefined || String(id) === String(subject.id)
      ? []
      : [{ resource, path: pathOf(resource, path, id), id }];
  });
}

/** The data of the accepted requests about a subject, those of later ones in place of earlier ones. */
export function sentTo(steps: readonly Step[], subject: Subject): JsonObject {
  return Object.assign({}, ...steps.map((one) => (one.subject === subject && one.isSuccess ? one.sent : {})));
}

/** Whether the last request about a record names another one. */
export function refersToRecord(steps: readonly Step[], subject: Subject, other: Subject): boolean {
  return namesRecord([subject.path, sentTo(steps, subject)], other);
}

/** Whether a value names a record. Other properties can have the same number as an id. */
export function namesRecord(value: Json, other: Subject, name = ""): boolean {
  if (Array.isArray(value)) return value.some((one) => namesRecord(one, other, name));
  if (isJsonObject(value)) return Object.entries(value).some(([inner, one]) => namesRecord(one, other, inner));
  if (value !== other.id) return false;
  // Records of two resources can have the same number.
  const isNumber = /^\d+$/.test(String(value)) && !(typeof value === "number" && isReference(name));
  return !isNumber || resourceNamed([other.resource], name) !== undefined;
}
