import { plain, singular } from "../resources/payload.js";

/** A pattern over sentences in upper and lower case. The words below can be parts of it. */
export function pattern(source: TemplateStringsArray, ...words: readonly string[]): RegExp {
  return new RegExp(String.raw(source, ...words), "i");
}

/** "The date must be later", "it has to be open". */
export const MUST = "(?:must|has to|have to)";
/** "Hosts may", "admins are allowed to". */
export const MAY = "(?:may|can|(?:is|are) (?:allowed|permitted) to)";
/** "It cannot be changed", "guests are not permitted to". */
export const CANNOT = "(?:can ?not|can't|may not|must not|(?:is|are) not (?:allowed|permitted)(?: to)?)";
/** "Not allowed while it is open", "not possible". */
export const NOT_POSSIBLE = "(?:not (?:allowed|permitted|possible)|impossible)";
/** "A second one is rejected", "gives a 409". */
export const REJECTED = "(?:re(?:fus|ject)ed|fails|409|conflict)";
/** "Needs a role", "is required to". */
export const NEEDS = "(?:needs?|requires?|required)";
/** "Is", "were". */
export const IS = "(?:is|are|was|were)";
/** "409 otherwise", "409 for any other status". */
export const OTHERWISE = "(?:otherwise|other (?:status|state|case)(?:es|s)?|anything else)";
/** What does not happen, or in some cases alone: "Its notes stay", "unless it is open". */
export const NOT_ALWAYS = `(?:not|never|no|without|stays?|remains?|unless|until|if|${CANNOT}|${REJECTED})`;
/** "The same request again", "it can be repeated". */
export const AGAIN = "(?:again|repeat\\w*|retr(?:y|ied))";
/** "At most 3", "up to three". */
export const AT_MOST = "(?:at most|no more than|up to)";
/** A quote in front of a value, or behind it. */
export const QUOTE = "[`\"']";

/** The pattern of a name in a sentence, where spaces, `_` and `-` are the same: `crewMember` is also `crew member`. */
export function wordPattern(name: string): string {
  return name
    .replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
    .replaceAll(/[ _-]/g, "[ _-]")
    .replace(/(?<=[a-z])(?=[A-Z])/g, "[ _-]?");
}

/** The pattern of one record of a resource: `crew member` for `crewMembers`. */
export function oneOf({ name }: { readonly name: string }): string {
  return wordPattern(singular(name));
}

/** The pattern of one or several records of a resource: `box` and `boxes`, `entry` and `entries`. */
export function someOf(resource: { readonly name: string }): string {
  return `(?:${oneOf(resource).replace(/y$/, "(?:y|ie)")}(?:s|es)?|${wordPattern(resource.name)})`;
}

/** The words of a name: `amount` and `cents` of `amountCents`. */
export function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/).map((one) => one.toLowerCase());
}

/** Whether a text has a name as a word, as it is spelled. */
export function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${wordPattern(name)}\\b`).test(text);
}

/** Whether a text, such as the message of a rejection, has a word that begins with a name in any case. */
export function mentionsLoosely(text: string, name: string): boolean {
  return pattern`\b${wordPattern(name)}`.test(text);
}

/** The number that a text has as a numeral or a word: `8` or `eight`. */
export function numberOf(text: string): number | undefined {
  const number = /^\d+$/.test(text) ? Number(text) : NUMBERS.indexOf(plain(text));
  return number < 0 ? undefined : number;
}

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** "20", "three": more than one. */
export const MANY = `(?:[2-9]|\\d\\d+|${NUMBERS.slice(2).join("|")})`;
