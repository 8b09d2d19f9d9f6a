import type { Contract, Json, Operation } from "content-service-contract";
import { schemaText, sentencesOf, textAt } from "./sentences.js";
import { pattern, wordPattern } from "./words.js";

/** A property that an operation clears, or sets to one of its documented values. */
export interface Effect {
  readonly name: string;
  readonly value: string | null;
}

/** What an action sets, of some properties with their documented values: "Clears `closed_at`", "Sets the `status` to `closed`." */
export function effectsTold(
  contract: Contract,
  operation: Operation,
  properties: ReadonlyMap<string, readonly string[]>,
): Effect[] {
  const sentences = sentencesOf(contract, operation).filter((one) => !SOMETIMES.test(one));
  return [...properties].flatMap(([name, values]): Effect[] => {
    const own = `\\b${wordPattern(name)}\\b\`?`;
    const isCleared = pattern`\b(clear|reset|remov|unset|empt(y|ie))\w* (the |its )?\`?${own}|${own}( and [\w \`]+)? (is|are) (cleared|reset|removed|unset|emptied)\b`;
    if (sentences.some((one) => isCleared.test(one))) return [{ name, value: null }];
    const isSet = pattern`\bsets? (?:the |its )?\`?${own}[^.;]*? to \`?(\w+)`;
    const value = sentences.flatMap((one) => isSet.exec(one)?.[1] ?? []).find((one) => values.includes(one));
    return value === undefined ? [] : [{ name, value }];
  });
}

const SOMETIMES = /\b(if|when|unless|not|first|last|every)\b/i;

/** Whether a change may set a property to a value: "A change of the price makes it a draft", or "…is `paid`" of the property. */
export function isValueTold(
  contract: Contract,
  operation: Operation,
  schema: string | undefined,
  values: readonly (Json | undefined)[],
): boolean {
  const texts = [...sentencesOf(contract, operation), schema === undefined ? "" : schemaText(contract, schema)];
  const words = values.map((one) => wordPattern(String(one))).join("|");
  return pattern`\b(${words})\b`.test(texts.join(" "));
}

/** Whether the description of an operation names a property: "The `closed_at` stays as history." */
export function isNamedBy(contract: Contract, operation: Operation, name: string): boolean {
  return textAt(contract, operation.pointer).includes(name);
}

/** Whether a PUT changes only what the request has: "Only the fields that are sent are changed." */
export function isPartialTold(contract: Contract, put: Operation): boolean {
  return sentencesOf(contract, put).some((one) => PARTIAL.test(one));
}

const PARTIAL = /\bonly (the )?(fields|properties|attributes|values) (that (are|were) )?(sent|given|provided)\b/i;
