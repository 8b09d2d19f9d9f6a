import type { ErrorObject } from "ajv";
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

/** What is needed to look into the branches of a choice. */
export interface Explaining {
  readonly places: WeakMap<object, SchemaPlace>;
  /** Validates a value against the schema at a pointer of the copied document. */
  readonly errorsOf: (schema: string, value: unknown) => ErrorObject[];
}

/**
 * Turns the errors of Ajv into faults with pointers into the contract.
 *
 * Where a value fits no branch of `anyOf` or `oneOf`, only the faults of the closest branch are told: the one whose
 * type and constants fit, and of those the one with the fewest faults.
 */
export function explainErrors(errors: readonly ErrorObject[], explaining: Explaining, base = ""): SchemaViolation[] {
  const choice = outermostChoice(errors);
  if (choice === undefined) {
    return unique(errors.filter((error) => error.keyword !== "if").map((error) => faultOf(error, explaining, base)));
  }
  const branches = failedBranches(choice, explaining);
  const told = new Set(branches.flat().map((error) => identityOf(error, explaining, choice.instancePath)));
  const others = errors.filter((error) => error !== choice && !told.has(identityOf(error, explaining)));
  const closest = branches.sort((left, right) => distanceOf(left) - distanceOf(right))[0];
  // Without a failing branch the value fits more than one branch of `oneOf`: the choice itself is the fault.
  const faults = closest
    ? explainErrors(closest, explaining, base + choice.instancePath)
    : [faultOf(choice, explaining, base)];
  return unique([...explainErrors(others, explaining, base), ...faults]);
}

function outermostChoice(errors: readonly ErrorObject[]): ErrorObject | undefined {
  const choices = errors.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  // Ajv tells of a choice after its branches, so of two at the same place the later one is the outer one.
  return choices.reduce<ErrorObject | undefined>(
    (found, error) => (found && found.instancePath.length < error.instancePath.length ? found : error),
    undefined,
  );
}

/** The errors of each branch that the value does not fit. Ajv mixes them into one list, so each is asked again. */
function failedBranches(choice: ErrorObject, { errorsOf, places }: Explaining): ErrorObject[][] {
  return branchesOf(choice)
    .flatMap((branch) => places.get(branch) ?? [])
    .map(({ copy }) => errorsOf(copy, choice.data))
    .filter((errors) => errors.length > 0);
}

/** The same text for the same error, also when it was found from further inside. */
function identityOf({ keyword, params, parentSchema, instancePath }: ErrorObject, explaining: Explaining, base = "") {
  const schema = parentSchema === undefined ? undefined : explaining.places.get(parentSchema)?.copy;
  return JSON.stringify([schema, keyword, base + instancePath, params]);
}

function branchesOf(choice: ErrorObject): object[] {
  const branches: unknown = choice.schema;
  return Array.isArray(branches) ? branches.filter((branch) => typeof branch === "object" && branch !== null) : [];
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
/** Between two branches with one fault each, a property that one of them lacks says more. */
const WRONG_CHOICE = 2;

function faultOf(error: ErrorObject, { places }: Explaining, base: string): SchemaViolation {
  const { keyword, instancePath, params } = error;
  const owner = typeof error.parentSchema === "object" ? places.get(error.parentSchema)?.origin : undefined;
  // The closed shape adds this keyword: the contract only has the object that documents the properties.
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

function messageOf({ keyword, message = "does not hold", params }: ErrorObject): string {
  if (keyword === "additionalProperties" || keyword === "unevaluatedProperties") return "is not documented";
  if (keyword === "required") return "is missing";
  if (keyword === "enum" && Array.isArray(params["allowedValues"]))
    return `must be one of ${params["allowedValues"].join(", ")}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  return message;
}

function unique(faults: readonly SchemaViolation[]): SchemaViolation[] {
  const byPlace = new Map(faults.map((fault) => [`${fault.contract} ${fault.at}`, fault]));
  return [...byPlace.values()];
}
