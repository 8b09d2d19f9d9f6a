import type { Contract, Operation } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import { schemaText } from "./sentences.js";
import { mentions, pattern } from "./words.js";

/** Whether texts are the same in upper and lower case: "Unique regardless of case", "Case-insensitive." */
export function ignoresCase(text: string): boolean {
  return IGNORES_CASE.test(text);
}

const IGNORES_CASE =
  /\bignor\w+ (the )?(upper and lower )?case\b|\bcase[- ]insensitiv|\b(in|whatever|regardless of|without regard to) (the |its |any |upper (and|or) lower )?case\b|\bcase (does not matter|makes? no difference|(are|being|count as) the same)\b/i;

/** Whether a time is later than the request: "Must be in the future." */
export function isInFuture(contract: Contract, schema: string): boolean {
  return FUTURE.test(schemaText(contract, schema));
}

const FUTURE =
  /(?<!\bnot (be )?)\bin the future\b|\bnot (be )?in the past\b|\b(after|later than) (now|the present|today)\b/i;

/** Whether a service may ignore a property of a request: "Ignored for receipts." */
export function isIgnored(contract: Contract, operation: Operation, name: string): boolean {
  const at = bodyProperties(contract, operation).get(name);
  return at !== undefined && /\bignored\b/i.test(schemaText(contract, at));
}

/** Whether the description of a value compares it with another one: "Must be after `starts_on`." */
export function isComparedWith(contract: Contract, schema: string, name: string): boolean {
  const text = schemaText(contract, schema);
  return COMPARES.test(text) && mentions(text, name);
}

const COMPARES = pattern`\b(before|after|later|earlier|greater|less|lower|higher|exceed|above|below|least|most|precede)`;
