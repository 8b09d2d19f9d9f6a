import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { pointer } from "content-service-contract-tests/contract";
import { controlDocument, dottedPath } from "../contract/documents.js";
import type { Seed } from "../store/records.js";

/**
 * Fills the defaults of its schema into a seed.
 *
 * Throws a `SeedError` that names everything in which it does not fit the schema.
 */
export function validateSeed(owned: unknown): Seed {
  compiled ??= compile();
  const validate = compiled;
  // The schema describes a seed.
  if (validate(owned)) return owned as Seed;
  throw new SeedError((validate.errors ?? []).map(issueOf));
}

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  // The document around the schema has keywords of OpenAPI, which mean nothing here.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    useDefaults: true,
    validateFormats: false,
    // The lint of the document has looked at the schema, and here every start of a sandbox would wait for it.
    meta: false,
    validateSchema: false,
    // Takes as long as compiling does, and makes no difference that could be measured.
    code: { optimize: false },
  });
  ajv.addSchema(controlDocument, "sandbox");
  return ajv.compile({ $ref: "sandbox#/components/schemas/Seed" });
}

function issueOf({ keyword, instancePath, params, message = "is not valid" }: ErrorObject): SeedIssue {
  const extra: unknown = params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const at = dottedPath(typeof extra === "string" ? pointer(instancePath, extra) : instancePath);
  if (keyword === "required") return { at, message: "is missing" };
  if (typeof extra === "string") return { at, message: "is not known" };
  if (keyword === "enum") return { at, message: `must be one of ${String(params["allowedValues"])}` };
  if (keyword === "pattern" && String(params["pattern"]).includes("-?P")) {
    return { at, message: "must be a date-time with an offset, or a duration such as P30D or -PT1H" };
  }
  return { at, message };
}

/** One thing that is wrong with a seed. */
export interface SeedIssue {
  /** Where, such as `files[3].parent_id`. */
  readonly at: string;
  /** What is wrong there, as the end of a sentence that begins with the place. */
  readonly message: string;
}

/** Says everything that is wrong with a seed. */
export class SeedError extends TypeError {
  override readonly name = "SeedError";
  constructor(
    /** Each thing that is wrong. */
    readonly issues: readonly SeedIssue[],
  ) {
    const shown = issues.slice(0, SHOWN).map(({ at, message }) => `  ${at === "" ? "the seed" : at} ${message}`);
    const more = issues.length > SHOWN ? [`  and ${issues.length - SHOWN} more`] : [];
    super(["The seed is not valid:", ...shown, ...more].join("\n"));
  }
}

const SHOWN = 20;
