import type { Contract, Json, JsonObject, Operation } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import { type Kind, ownOperationsByKind, resembles } from "../resources/operations.js";
import { plain } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import {
  apiText,
  schemaText,
  sentencesAbout,
  sentencesIn,
  sentencesOf,
  sentencesOfResponses,
  textAt,
} from "./sentences.js";
import { type State, statesIn, statesOf } from "./states.js";
import {
  CANNOT,
  MAY,
  MUST,
  mentions,
  NOT_ALWAYS,
  NOT_POSSIBLE,
  numberOf,
  oneOf,
  pattern,
  QUOTE,
  REJECTED,
  someOf,
  wordPattern,
} from "./words.js";

/** What an action sets, of some properties with their documented values: "Clears `closed_at`", "Sets the `status` to `closed`." */
export function effectsTold(contract: Contract, action: Operation, all: ReadonlyMap<string, readonly string[]>) {
  const sentences = sentencesOf(contract, action).filter((one) => !SOMETIMES.test(one));
  return [...all].flatMap(([name, values]): { name: string; value: string | null }[] => {
    const own = `\\b${wordPattern(name)}\\b\`?`;
    const isCleared = pattern`\b(clear|reset|remov|unset|empt(y|ie))\w* (the |its )?\`?${own}|${own}( and [\w \`]+)? (is|are) (cleared|reset|removed|unset|emptied)\b`;
    if (sentences.some((one) => isCleared.test(one))) return [{ name, value: null }];
    const isSet = pattern`\bsets? (?:the |its )?\`?${own}[^.;]*? to \`?(\w+)`;
    const value = sentences.flatMap((one) => isSet.exec(one)?.[1] ?? []).find((one) => values.includes(one));
    return value === undefined ? [] : [{ name, value }];
  });
}

const SOMETIMES = /\b(if|when|unless|not|first|last|every)\b/i;

/** What an action does to a property by the description of that: "Set by `resolve`, null again after `reopen`." */
export function effectOn(contract: Contract, schema: string, verb: string): "null" | "a value" | undefined {
  const names = (form: RegExp) => resembles(plain(form.exec(schemaText(contract, schema))?.[1] ?? ""), verb);
  return names(NULL_AFTER) ? "null" : names(SET_BY) ? "a value" : undefined;
}

const AFTER_IT = "(?:after|by|on|with) (?:an? |the )?`?(\\w+)";
const NULL_AFTER = pattern`\b(?:null|empty|cleared|removed) (?:again )?${AFTER_IT}`;
const SET_BY = pattern`\b(?:set|filled) ${AFTER_IT}`;

/** By how much an action moves a time, of those with these names: "Moves `due_at` by 7 days", "Adds 365 days to the current end." */
export function shiftTold(contract: Contract, operation: Operation, times: readonly string[]): Shift | undefined {
  const [shift] = sentencesOf(contract, operation).flatMap((sentence): Shift[] => {
    const [, number = "", unit = ""] = SHIFTS.exec(sentence) ?? [];
    const count = numberOf(number);
    const named = times.filter((name) => mentions(sentence, name));
    return count === undefined
      ? []
      : [{ named, ms: count * (UNITS_MS[unit] ?? 0), orLater: /\bnow\b/i.test(sentence) }];
  });
  return shift;
}

/** By how much a time moves. */
export interface Shift {
  /** Those that the sentence names. */
  readonly named: readonly string[];
  readonly ms: number;
  /** Whether a time that has passed moves further: "or to now if it has run out". */
  readonly orLater: boolean;
}

const SHIFTS = /\b(?:adds?|moves?|extends?|prolongs?|postpones?|pushes)\b[^.;]*? (\d+|\w+) (minute|hour|day|week)s?\b/i;
const UNITS_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/** Whether a change may set a property to a value: "A change of the price makes it a draft", or "…is `paid`" of the property. */
export function isValueTold(
  contract: Contract,
  operation: Operation,
  schema: string | undefined,
  values: readonly (Json | undefined)[],
): boolean {
  const texts = [
    ...sentencesAbout(contract, operation, /^2/),
    schema === undefined ? "" : schemaText(contract, schema),
  ];
  const words = values.map((one) => wordPattern(String(one))).join("|");
  return pattern`\b(${words})\b`.test(texts.join(" "));
}

/** Whether the description of an operation names a property: "The `closed_at` stays as history." */
export function isNamedBy(contract: Contract, operation: Operation, name: string): boolean {
  return textAt(contract, operation.pointer).includes(name);
}

/** Whether a PUT changes only what the request has: "Only the fields that are sent are changed", also of the whole document. */
export function isPartialTold(contract: Contract, put: Operation): boolean {
  return [...sentencesOf(contract, put), ...sentencesIn(apiText(contract))].some((one) => PARTIAL.test(one));
}

/** Whether a PUT keeps a value that it does not send: "Unchanged when left out", of the property or of all optional ones. */
export function isKeptTold(contract: Contract, put: Operation, name: string): boolean {
  const at = bodyProperties(contract, put).get(name);
  const texts = [...sentencesOf(contract, put), at === undefined ? "" : schemaText(contract, at)];
  return texts.some((one) => KEPT.test(one));
}

const KEEPS = "unchanged|keeps?|kept|stays?|retain\\w*|not changed";
const LEFT_OUT = "left out|omitted|absent|missing|not (?:sent|given|provided|set)";
const KEPT = pattern`\b(${KEEPS})\b[^.;]*\b(${LEFT_OUT})\b|\b(${LEFT_OUT})\b[^.;]*\b(${KEEPS})\b`;

/** Whether a PUT replaces a record that exists: "Creates a site or replaces it." */
export function isReplacementTold(contract: Contract, put: Operation): boolean {
  return sentencesOf(contract, put).some((one) => /\breplac(es?|ing)\b/i.test(one));
}

const PARTS = "(fields|properties|attributes|values)";
const PARTIAL = pattern`\bonly (the )?${PARTS} (that (are|were) )?(sent|given|provided)\b|\b${PARTS} (that|which) are not (sent|given|provided) (stay|remain|keep)\b`;

/** Whether an action gives back what its record took from others: "The spot becomes free again", "Releases the stock." */
export function givesBack(contract: Contract, action: Operation): boolean {
  return sentencesOf(contract, action).some((one) => GIVES_BACK.test(one) && !SOMETIMES.test(one));
}

const GIVES_BACK =
  /\b(free|available) again\b|\bbecomes? (free|available)\b|\b(frees|releases|restores)\b|\b(gives?|puts?|goe?s?|returns?) [^.;]*\b(back|to (the )?stock)\b|\b(is|are) (freed|released|restored|put back|given back)\b/i;

/** Whether two operations are described alike, and take the same body. */
export function saysTheSame(contract: Contract, one: Operation, other: Operation): boolean {
  const [texts, others] = [one, other].map((operation) => sentencesOf(contract, operation).join(" ").trim());
  const [body, otherBody] = [one, other].map((operation) => operation.requestMedia?.schema ?? "");
  return texts !== "" && texts === others && contract.pointerOf(body ?? "") === contract.pointerOf(otherBody ?? "");
}

/** An operation that puts the records which refer to its own into a state. */
export interface Cascade {
  readonly kind: Kind;
  readonly operation: Operation;
  readonly other: Resource;
  /** Into which state, and from which ones. None means any. */
  readonly state: State;
  readonly from: readonly State[];
}

/** What the deletion and the actions of a resource do to others: "All cards of the member are canceled", "Cancels its open cards." */
export function cascadesOf(contract: Contract, resources: readonly Resource[], resource: Resource): Cascade[] {
  const others = resources.filter((one) => one !== resource && one.create !== undefined && one.read !== undefined);
  return ownOperationsByKind(resource).flatMap(([kind, operation]) => {
    if (kind !== "remove" && kind !== "action") return [];
    // "In `good` condition the tool is available" is about a value of the request.
    const values = [...bodyProperties(contract, operation).values()].flatMap((at) => contract.enumAt(at));
    const sentences = sentencesOf(contract, operation).filter(
      (one) =>
        !OTHERS_STAY.test(one.replace(OF_SOME, "")) &&
        !values.some((value) => pattern`${QUOTE}${wordPattern(value)}${QUOTE}`.test(one)),
    );
    return others.flatMap((other): Cascade[] => {
      const states = statesOf(contract, other);
      const changed = pattern`(?:^|\b(?:all|its|their|the|any) )((?:[\w-]+ ){0,3})${someOf(other)}\b(?: (?:of|below|in|on|for|with) [^,.;]*?)? (?:are|is|becomes?) (?:then |also )?([\w-]+)`;
      const changing = pattern`^(\w+)s ((?:[\w'’-]+ ){0,4})${someOf(other)}\b`;
      return sentences.flatMap((sentence) => {
        const [, before = "", after = ""] = changed.exec(sentence) ?? [];
        const [, verb = "", between = ""] = changing.exec(sentence) ?? [];
        const [state] = [
          ...statesIn(after, states),
          ...states.filter(({ word }) => verb !== "" && resembles(plain(word), plain(verb))),
        ];
        return state === undefined
          ? []
          : [{ kind, operation, other, state, from: statesIn(before || between, states) }];
      });
    });
  });
}

/** "Bookings of classes that have not started." */
const OF_SOME = / (that|which|who) (ha(s|ve)|is|are|do(es)?|did) not( yet)? \w+/gi;
const OTHERS_STAY = pattern`\b(${NOT_ALWAYS}|when all|once|otherwise|${MUST}|${MAY})\b`;

/** Whether a record is not deleted while another one, any or the given one, refers to it: "409 if it has open orders." */
export function isUseBarred(contract: Contract, { remove }: Resource, other: Resource, record?: JsonObject): boolean {
  if (other.create === undefined) return false;
  const described = sentencesOf(contract, remove).filter((one) => BARS.test(one));
  const responses = sentencesOfResponses(contract, remove, /^(400|409|422)$/);
  const states = statesOf(contract, other);
  const words = states.map(({ word }) => wordPattern(word)).join("|") || "any";
  const name = `((?:(?:${words})(?:,? (?:or|and) |,? ))*)${someOf(other)}\\b(?! (?:that|which|with|whose|in)\\b)`;
  // "A host who presents an active show cannot be deleted."
  const used = pattern`\b(?:who|that|which) (?:still )?\w+s (?:an?|any) ${name}|\b(?:used|in use|refer\w*|has|have|an? [\w -]+ with)\b(?:[^.]* (?:by|a|an|any|some|other))? ${name}|\b${name} (?:still )?(?:refer|use|belong)s?\b`;
  const there = pattern`\b(?:while|when|if|as long as)(?: [\w-]+){0,3} (?:a|an|any|some|has|have|are)(?: still)? ${name}`;
  const isTold = (form: RegExp, text: string) => {
    const [match, ...named] = form.exec(text) ?? [];
    const needed = statesIn(named.join(" "), states);
    return match !== undefined && (needed.length === 0 || !record || needed.some((one) => one.isHeldBy(record)));
  };
  return responses.some((one) => isTold(used, one)) || described.some((one) => isTold(there, one) || isTold(used, one));
}

const BARS = pattern`\b(${REJECTED}|${CANNOT} be (deleted|removed)|${NOT_POSSIBLE})\b`;

/** Whether the records of another resource are deleted with one that they refer to: "Deletes the boat with its sails." */
export function goesWith(contract: Contract, { remove }: Resource, other: Resource): boolean {
  const name = `${someOf(other)}\\b`;
  const gone = pattern`(^|, |\b(all|its|their|the|any) )${name}( (of|below|in|on|for|with) [^,.;]*)? (are|is) (also )?(deleted|removed)\b|\b(delet|remov)(es?|ing)\b[^.;]* (and|with|including)( (all|of|its|their|the|any)){0,3} ([\w-]+( [\w-]+)?(, | and )){0,5}${name}`;
  return sentencesOf(contract, remove).some((one) => (gone.test(one) || WITH_ALL.test(one)) && !STAYS.test(one));
}

/** "Deletes the boat with everything in it." */
const WITH_ALL = /\b(with|and|including|deletes?|removes?) (everything|all (its )?contents?)\b/i;
const STAYS = pattern`\b(${NOT_ALWAYS}|while|when|first|kept|keeps?|fail)\b`;

/** Whether the records of another resource lose their references to a deleted one: "The tag is removed from all notes." */
export function endsReferences(contract: Contract, resource: Resource, other: Resource): boolean {
  const name = pattern`\b${someOf(other)}\b`;
  const ends = pattern`\b(removed from|left without|lose (the|their) reference|(are|become) unassigned|detached from|(are|is) in no ${oneOf(resource)})\b`;
  return sentencesOf(contract, resource.remove).some((one) => name.test(one) && ends.test(one));
}

/** Whether a deleted record is not found, even if it is only marked: "Ticket not found, or deleted" of a 404. */
export function hidesDeleted(contract: Contract, { read }: Resource): boolean {
  return sentencesOfResponses(contract, read, /^4(04|10)$/).some((one) => /\bdeleted\b/i.test(one));
}
