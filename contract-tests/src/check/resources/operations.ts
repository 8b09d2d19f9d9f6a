import type { Operation } from "content-service-contract";
import type { ResourceOperation } from "../../report/report.js";
import { withOperations } from "../../report/resource-lines.js";
import { plain } from "./payload.js";
import type { Resource } from "./resources.js";

export type Kind = "create" | "read" | "list" | "patch" | "replace" | "remove" | "action";

/** The same in words, for the operator. */
export const ROLES: Readonly<Record<Kind, ResourceOperation["role"]>> = {
  create: "created",
  read: "read",
  list: "listed",
  patch: "changed",
  replace: "replaced",
  remove: "deleted",
  action: "acted on",
};

/** The operations of a resource with their kinds. One that creates records under chosen ids is there twice. */
export function operationsByKind(resource: Resource): [Kind, Operation][] {
  const kinds = ["create", "read", "list", "patch", "replace", "remove"] as const;
  const own = kinds.flatMap((kind): [Kind, Operation][] => (resource[kind] ? [[kind, resource[kind]]] : []));
  return [...own, ...resource.actions.map((one): [Kind, Operation] => ["action", one])];
}

/** The same without a creation that is a change, or an action on another record. */
export function ownOperationsByKind(resource: Resource): [Kind, Operation][] {
  const { isChosen, producer } = resource;
  return operationsByKind(resource).filter(([kind]) => kind !== "create" || !(isChosen || producer !== undefined));
}

export function writesOf(resource: Resource): Operation[] {
  return operationsByKind(resource).flatMap(([kind, one]) => (kind === "read" || kind === "list" ? [] : one));
}

export function describeResource(resource: Resource): string {
  const roles = operationsByKind(resource).map(([kind, { id }]) => ({ role: ROLES[kind], operation: id }));
  return `${resource.collection}: ${withOperations(roles)}`;
}

/** Whether a record takes no other action after one, by its name, or the action undoes another one. */
export function isEnding({ path }: Operation): boolean {
  return /[/:](cancel|reject|decline|withdraw|retract|discard|dismiss|terminate|close|archive|delete|void|abort|fail|revoke|complete|finish|un\w{4}|reopen|restore|reactivate)\w*$/i.test(
    path,
  );
}

/** What an action does: the last part of its path, as in `/books/{book}/lend` or `/books/{book}:lend`. */
export function verbOf({ path }: Operation): string {
  return plain(path.replace(/^.*[/:]/s, ""));
}

/** `closed` resembles `close`, and `lent` resembles `lend`. */
export function resembles(value: string, verb: string): boolean {
  const shared = [...verb].findIndex((letter, index) => letter !== value[index]);
  return (shared < 0 ? verb.length : shared) >= Math.max(3, verb.length - 2);
}
