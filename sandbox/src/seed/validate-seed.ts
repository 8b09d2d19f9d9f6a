import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { addressFormats, type JsonObject, pointer } from "content-service-contract";
import { controlDocument, dottedPath } from "../contract/documents.js";
import { plainWords } from "../contract/plain-words.js";
import type { Seed } from "../store/records.js";

/** Validates a seed and fills in the defaults of its schema. Throws a `SeedError` with every violation. */
export function validateSeed(ownedSeed: unknown): Seed {
  compiled ??= compile();
  // A file names its schema for editors.
  if (typeof ownedSeed === "object" && ownedSeed !== null) Reflect.deleteProperty(ownedSeed, "$schema");
  // The schema describes a seed.
  if (compiled(ownedSeed)) return ownedSeed as Seed;
  throw new SeedError((compiled.errors ?? []).map(issueOf));
}

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  // Not strict, since the document also has keywords of OpenAPI.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    useDefaults: true,
    // Others are checked by pattern, or not at all.
    formats: addressFormats,
    logger: false,
    // `npm test -- --only contract-lint` validates the schema. Here it would delay every start.
    meta: false,
    validateSchema: false,
    // Optimizing takes as long as compiling, without a measurable effect.
    code: { optimize: false },
  });
  ajv.addSchema(controlDocument, "sandbox");
  return ajv.compile({ $ref: "sandbox#/components/schemas/Seed" });
}

function issueOf({ keyword, parentSchema, instancePath, params, message = "is not valid" }: ErrorObject): SeedIssue {
  const extra: unknown = params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const at = dottedPath(typeof extra === "string" ? pointer(instancePath, extra) : instancePath);
  if (keyword === "required") return { at, message: "is missing" };
  if (typeof extra === "string") return { at, message: "is unknown" };
  if (keyword === "enum") return { at, message: `must be one of ${String(params["allowedValues"])}` };
  if (keyword === "pattern" && String(params["pattern"]).includes("-?P"))
    return { at, message: "must be a date-time with an offset, or a duration such as P30D or -PT1H" };
  // The schema is a part of a document, which is JSON.
  return { at, message: plainWords(message, parentSchema as JsonObject, `/${keyword}`) };
}

/** A problem of a seed. */
export interface SeedIssue {
  /** The path in the seed, such as `files[3].parent_id`. Empty for the whole seed. */
  readonly at: string;
  /** The end of a sentence that starts with the path, such as `refers to a missing folder 12`. */
  readonly message: string;
}

/** An invalid seed. The message lists the first 20 issues. */
export class SeedError extends TypeError {
  override readonly name = "SeedError";
  constructor(
    /** Every violation of the schema or, without one, every other issue. */
    readonly issues: readonly SeedIssue[],
  ) {
    const shown = issues.slice(0, SHOWN).map(({ at, message }) => `  ${at === "" ? "the seed" : at} ${message}`);
    const more = issues.length > SHOWN ? [`  and ${issues.length - SHOWN} more`] : [];
    super(["Invalid seed:", ...shown, ...more].join("\n"));
  }
}

const SHOWN = 20;
