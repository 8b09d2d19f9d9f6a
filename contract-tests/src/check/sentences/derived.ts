import { type Contract, type Operation, pointer, schemaProperties } from "content-service-contract";
import { plain, propertiesOfRecord } from "../resources/payload.js";
import { schemaText, sentencesIn } from "./sentences.js";

/** A property that follows from others of its record. */
export interface Derived {
  readonly name: string;
  /** The list over whose records it is the sum. */
  readonly list?: string;
  readonly first: string;
  /** Each with its operator. */
  readonly others: readonly (readonly [operator: string, name: string])[];
}

/** What the properties of a record follow from: "`quantity` times `unitPrice`", "Sum of `quantity` times `price` over the lines." */
export function derivedIn(contract: Contract, operation: Operation | undefined): Derived[] {
  const properties = propertiesOfRecord(contract, operation);
  const find = (own: ReadonlyMap<string, string>, word = "") =>
    [...own.keys()].find((one) => plain(one) === plain(word));
  return [...properties].flatMap(([name, at]) => {
    const sentences = sentencesIn(schemaText(contract, at));
    return sentences.flatMap((sentence): Derived[] => {
      const bare = sentence.replace(/[`.]/g, "").replaceAll(/ (×|\*|multiplied by) /g, " times ");
      const [, summed = bare, of] = SUM.exec(bare) ?? [];
      const list = find(properties, of);
      const items = pointer(contract.pointerOf(properties.get(list ?? "") ?? at), "items");
      const own = list === undefined ? properties : schemaProperties(contract, items, {});
      const [first, ...rest] = summed.split(OPERATOR);
      const names = [first, ...rest.filter((_, index) => index % 2 === 1)].map((word) => find(own, word));
      const isOpen = list === undefined && (rest.length === 0 || of !== undefined || names.includes(name));
      if (isOpen || names.includes(undefined)) return [];
      const [start = "", ...operands] = names.flatMap((one) => one ?? []);
      const others = operands.map((one, index) => [rest[2 * index] ?? "", one] as const);
      return [{ name, ...(list !== undefined && { list }), first: start, others }];
    });
  });
}

const SUM = /^(?:the )?sum of (.+) (?:over|across|of|for) (?:(?:all|the|its|each|every) )*(\w+)$/i;
const OPERATOR = / (plus|minus|less|times) /;
