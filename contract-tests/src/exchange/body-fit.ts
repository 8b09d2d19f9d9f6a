import type { Contract } from "../contract/contract.js";
import { arrayAt, type Json, type JsonObject } from "../contract/json.js";
import { pointer } from "../contract/json-pointer.js";
import type { Shape } from "../contract/schema-validator.js";

/** Tells whether a body fits the schema at a pointer. */
export type BodyFit = (schema: string, shape?: Shape) => boolean;

/**
 * Makes the test of one body that several rules ask, so that nothing is gone through twice: not the same schema, and
 * not a branch of a choice that is later asked for by itself.
 */
export function bodyFit(contract: Contract, body: Json): BodyFit {
  const answers = { open: new Map<string, boolean>(), closed: new Map<string, boolean>() };
  const fits: BodyFit = (schema, shape = "open") => {
    const found = answers[shape].get(schema);
    if (found !== undefined) return found;
    // The closed shape leaves branches out, so there they are not found by their number.
    const branches = shape === "open" ? branchesOf(contract, schema) : undefined;
    const answer = branches?.some((branch) => fits(branch)) ?? contract.holds(schema, body, shape);
    answers[shape].set(schema, answer);
    return answer;
  };
  return fits;
}

/** The branches of a schema that says nothing but that one of them has to fit. */
function branchesOf(contract: Contract, schema: string): readonly string[] | undefined {
  const ofContract = known.get(contract.document) ?? new Map<string, readonly string[] | undefined>();
  known.set(contract.document, ofContract);
  if (!ofContract.has(schema)) ofContract.set(schema, readBranches(contract, schema));
  return ofContract.get(schema);
}

const known = new WeakMap<JsonObject, Map<string, readonly string[] | undefined>>();

function readBranches(contract: Contract, schema: string): string[] | undefined {
  const node = contract.schemaAt(schema);
  const branches = arrayAt(node, "anyOf");
  if (branches.length === 0 || !Object.keys(node).every((key) => key === "anyOf" || SAYS_NOTHING.has(key)))
    return undefined;
  const at = contract.pointerOf(schema);
  return branches.map((_, index) => pointer(at, "anyOf", index));
}

const SAYS_NOTHING = new Set(["title", "description"]);
