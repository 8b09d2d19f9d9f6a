import type { ErrorObject } from "ajv";
import { cutViolations, isOutOfTime } from "./budget.js";
import { pointer } from "./json-pointer.js";
import type { SchemaPlace } from "./schema-document.js";

/** A schema keyword that a value violates. */
export interface SchemaViolation {
  /** The violated keyword, such as `maxLength`. */
  readonly keyword: string;
  /** JSON pointer to that keyword in the contract. */
  readonly contract: string;
  /** JSON pointer into the value; for a missing or an extra property it names that property. */
  readonly at: string;
  /** Describes the violation. */
  readonly message: string;
}

/** The schemas of the validator, to explain the branches of `anyOf` and `oneOf`. */
export interface ExplainContext {
  readonly places: WeakMap<object, SchemaPlace>;
  /** Validates a value against the schema at a pointer of the copied document. */
  readonly errorsOf: (schema: string, value: unknown) => ErrorObject[];
}

/** The most violations of a value that are collected. */
const MAX_COLLECTED = 101;

/** Converts Ajv errors to at most about 100 violations. Of a choice that nothing matches, only the closest branch has some. */
export function explainErrors(errors: readonly ErrorObject[], context: ExplainContext, base = ""): SchemaViolation[] {
  const ofChoices: SchemaViolation[][] = [];
  let others = errors;
  let collected = 0;
  for (let choice = outermostChoice(others); choice !== undefined; choice = outermostChoice(others)) {
    if (collected >= MAX_COLLECTED || isOutOfTime()) {
      cutViolations();
      others = others.filter(({ keyword }) => keyword !== "anyOf" && keyword !== "oneOf");
      break;
    }
    const branches = failedBranches(choice, context);
    const reported = new Set(branches.flat().map((error) => identityOf(error, context, choice.instancePath)));
    others = others.filter((error) => error !== choice && !reported.has(identityOf(error, context)));
    const closest = branches.sort((left, right) => distanceOf(left) - distanceOf(right))[0];
    // No failed branch: the value matches more than one branch of `oneOf`.
    const violations = closest
      ? explainErrors(closest, context, base + choice.instancePath)
      : [violationOf(choice, context, base)];
    collected += violations.length;
    ofChoices.unshift(violations);
  }
  const plain = others.filter((error) => error.keyword !== "if").map((error) => violationOf(error, context, base));
  const found = unique([...plain, ...ofChoices.flat()]);
  if (found.length >= MAX_COLLECTED) cutViolations();
  return found.slice(0, MAX_COLLECTED);
}

function outermostChoice(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  // Ajv reports a choice after its branches, so the later of two at the same place is the outer one.
  return choices.reduce<ErrorObject | undefined>(
    (found, error) => (found && found.instancePath.length < error.instancePath.length ? found : error),
    undefined,
  );
}

/** The errors of each failed branch. Ajv mixes them into one list, so each branch is validated again. */
function failedBranches(choice: ErrorObject, { errorsOf, places }: ExplainContext): ErrorObject[][] {
  const branches: unknown[] = Array.isArray(choice.schema) ? choice.schema : [];
  return branches
    .flatMap((branch) => (typeof branch === "object" && branch !== null ? (places.get(branch) ?? []) : []))
    .map(({ copy }) => errorsOf(copy, choice.data))
    .filter((errors) => errors.length > 0);
}

/** A key of an error, equal for the same error in a nested schema. */
function identityOf({ keyword, params, parentSchema, instancePath }: ErrorObject, context: ExplainContext, base = "") {
  const schema = parentSchema === undefined ? undefined : context.places.get(parentSchema)?.copy;
  return JSON.stringify([schema, keyword, base + instancePath, params]);
}

function distanceOf(errors: readonly ErrorObject[]): number {
  return errors.reduce((sum, { keyword, instancePath }) => {
    const depth = instancePath.split("/").length - 1;
    if (keyword === "type" && depth === 0) return sum + WRONG_KIND;
    if (keyword === "const" && depth === 1) return sum + WRONG_CONSTANT;
    return sum + (keyword === "enum" && depth === 1 ? WRONG_CHOICE : 1);
  }, 0);
}

const WRONG_KIND = 10_000;
const WRONG_CONSTANT = 1_000;
/** Prefers a branch with a missing property to one with an unknown enum value. */
const WRONG_CHOICE = 2;

function violationOf(error: ErrorObject, { places }: ExplainContext, base: string): SchemaViolation {
  const { keyword, instancePath, params } = error;
  const owner = typeof error.parentSchema === "object" ? places.get(error.parentSchema)?.origin : undefined;
  // Only the closed shape has this keyword, so the pointer names the object that documents the properties.
  const contract = keyword === "unevaluatedProperties" ? (owner ?? "") : pointer(owner ?? "", keyword);
  const extra: unknown = params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const at = base + instancePath;
  return {
    keyword,
    contract,
    at: typeof extra === "string" ? pointer(at, extra) : at,
    message: messageOf(error),
  };
}

function messageOf({ keyword, message = "is invalid", params }: ErrorObject): string {
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return "is not documented";
  if (keyword === "required") return "is missing";
  if (keyword === "enum" && Array.isArray(params["allowedValues"]))
    return `must be one of ${params["allowedValues"].join(", ")}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  return message;
}

function unique(violations: readonly SchemaViolation[]): SchemaViolation[] {
  return [...new Map(violations.map((violation) => [`${violation.contract} ${violation.at}`, violation])).values()];
}
