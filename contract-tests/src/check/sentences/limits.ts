import type { Contract, Operation } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import type { Resource } from "../resources/resources.js";
import { schemaText, sentencesAbout } from "./sentences.js";
import { AT_MOST, numberOf, oneOf, pattern, someOf } from "./words.js";

/** How many records of a resource one above has: "A shelf has at most 8 books", "Up to three notes per book." */
export function limitOf(contract: Contract, resource: Resource): number | undefined {
  const { create, parent, isChosen } = resource;
  if (create === undefined || parent === undefined || isChosen) return undefined;
  const [own, above] = [oneOf(resource), oneOf(parent)];
  const most = pattern`\b${above} (?:has|have|can have|may have|takes|holds)(?: ${AT_MOST})? (\d+|\w+) (?:\w+ )?${own}`;
  const each = pattern`\b${AT_MOST} (\d+|\w+) ${someOf(resource)} (?:per|for each|in an?|on an?) ${above}\b`;
  const sentences = sentencesAbout(contract, create, /^4\d\d$/);
  const [count] = sentences.flatMap((one) => most.exec(one)?.[1] ?? each.exec(one)?.[1] ?? []);
  const number = numberOf(count ?? "") ?? 0;
  return number > 0 && number <= MOST ? number : undefined;
}

/** More would take many calls. */
const MOST = 12;

/** Whether an action is possible for one record at a time: "The unit has another active lease", "One loan at a time." */
export function allowsOne(contract: Contract, resource: Resource, operation: Operation): boolean {
  const own = oneOf(resource);
  const one = pattern`\bone (\w+ )?${own} at a time\b|\bha(s|ve) (an?other|already an?) (\w+ )?${own}\b`;
  return sentencesAbout(contract, operation, /^409$/).some((sentence) => one.test(sentence));
}

/** The properties that one record alone has, of some: "There is only one default, the previous one is switched off." */
export function onlyOnesOf(
  contract: Contract,
  { create, patch, replace }: Resource,
  isMeant: (name: string) => boolean,
): string[] {
  const all = [create, patch, replace].flatMap((one) => [...bodyProperties(contract, one)]);
  const isOnly = (text: string) => ONLY_ONE.test(text) && !/\b(per|each|every)\b/i.test(text);
  return [...new Set(all.flatMap(([name, at]) => (isMeant(name) && isOnly(schemaText(contract, at)) ? name : [])))];
}

const ONLY_ONE = /\bonly one\b|\bprevious (one|default)\b|\bone default\b/i;
