import type { Contract, Operation } from "content-service-contract";
import { successSchema } from "../resources/payload.js";
import { schemaText, sentencesOf, textAt } from "./sentences.js";

/** Whether the records of a list are of the tenant of the caller: "The moves of your own company." */
export function isOfTenant(contract: Contract, list: Operation): boolean {
  return sentencesOf(contract, list).some((one) => OF_TENANT.test(one));
}

const OF_TENANT =
  /\b(your|(the|your|their|its) (own|caller's|user's|current)) (organi[sz]ation|tenant|company|workspace)\b(?!.*\b(shared|public|global|common)\b)/i;

/** Whether the record in a response is for one caller alone: "A private note", "For its author only." */
export function isPrivate(contract: Contract, read: Operation | undefined): boolean {
  const schema = successSchema(read);
  return schema !== undefined && PRIVATE.test(schemaText(contract, schema));
}

const PRIVATE = /\bprivate\b|\bonly (the|its|their) (owner|author|creator)s?\b/i;

/** Whether a record is not for everybody, and whether others do not find it: "Found only by those who see it in the list." */
export function secrecyOf(contract: Contract, read: Operation): { isOfOthers: boolean; isHidden: boolean } {
  const text = textAt(contract, read.pointer);
  return { isOfOthers: OF_OTHERS.test(text), isHidden: HIDES.test(text) };
}

const OF_OTHERS = /\b(only (by|for|to)|others?|another|own|private|(every(body|one)|any(body|one)) else)\b/i;
const HIDES =
  /\b(do(es)? not exist|(is|are) (not found|hidden|invisible)|404|cannot be (read|seen|found)|(found|shown|visible) only (by|for|to))\b/i;
