import type { Contract, JsonObject } from "content-service-contract";
import type { Resource } from "../resources/resources.js";
import { sentencesOf, sentencesOfResponses } from "./sentences.js";
import { statesOf } from "./states.js";
import { CANNOT, NOT_ALWAYS, NOT_POSSIBLE, pattern, REJECTED, someOf, wordPattern } from "./words.js";

/**
 * Whether a record is not deleted while one of another resource refers to it, any or the given one: "A customer with open
 * invoices has invoices that refer to it", "409 while it has open invoices".
 */
export function isUseBarred(contract: Contract, { remove }: Resource, other: Resource, record?: JsonObject): boolean {
  if (remove === undefined || other.create === undefined) return false;
  const described = sentencesOf(contract, remove).filter((one) => BARS.test(one));
  const responses = sentencesOfResponses(contract, remove, /^(400|409|422)$/);
  const states = statesOf(contract, other).filter((one) => record === undefined || one.isHeldBy(record));
  const words = states.map(({ word }) => `${wordPattern(word)} `).join("|");
  const name = `(?:${words})?${someOf(other)}\\b(?! (?:that|which|with|whose|in)\\b)`;
  const used = pattern`\b(used|in use|refer\w*|has|have)\b([^.]* (by|a|an|any|some|other))? ${name}|\b${name} (still )?(refer|use|belong)s?\b`;
  const there = pattern`\b(while|when|if|as long as)( [\w-]+){0,3} (a|an|any|some|has|have|are)( still)? ${name}`;
  return responses.some((one) => used.test(one)) || described.some((one) => there.test(one) || used.test(one));
}

const BARS = pattern`\b(${REJECTED}|${CANNOT} be (deleted|removed)|${NOT_POSSIBLE})\b`;

/** Whether the records of another resource are deleted with one that they refer to: "Deletes the boat with its sails." */
export function goesWith(contract: Contract, { remove }: Resource, other: Resource): boolean {
  if (remove === undefined) return false;
  const name = `${someOf(other)}\\b`;
  const gone = pattern`(^|, |\b(all|its|their|the|any) )${name}( (of|below|in|on|for|with) [^,.;]*)? (are|is) (also )?(deleted|removed)\b|\b(delet|remov)(es?|ing)\b[^.;]* (and|with|including)( (all|of|its|their|the|any)){0,3} ([\w-]+( [\w-]+)?(, | and )){0,5}${name}`;
  return sentencesOf(contract, remove).some((one) => (gone.test(one) || WITH_ALL.test(one)) && !STAYS.test(one));
}

/** "Deletes the boat with everything in it." */
const WITH_ALL = /\b(with|and|including|deletes?|removes?) (everything|all (its )?contents?)\b/i;
const STAYS = pattern`\b(${NOT_ALWAYS}|while|when|first|kept|keeps?|fail)\b`;

/** Whether the records of another resource lose their references to a deleted one: "The tag is removed from all notes." */
export function endsReferences(contract: Contract, { remove }: Resource, other: Resource): boolean {
  if (remove === undefined) return false;
  const name = pattern`\b${someOf(other)}\b`;
  return sentencesOf(contract, remove).some((one) => name.test(one) && ENDS.test(one));
}

const ENDS = /\b(removed from|left without|lose (the|their) reference|(are|become) unassigned|detached from)\b/i;

/** Whether a deleted record is not found, even if it is only marked: "Ticket not found, or deleted" of a 404. */
export function hidesDeleted(contract: Contract, { read }: Resource): boolean {
  const told = read === undefined ? [] : sentencesOfResponses(contract, read, /^4(04|10)$/);
  return told.some((one) => /\bdeleted\b/i.test(one));
}
