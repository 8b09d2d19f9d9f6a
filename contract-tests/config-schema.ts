// `npm run generate` writes the schemas of the files that people write for `content-contract`, for editors.

import callers from "./src/cli/callers.schema.json" with { type: "json" };
import { configSchema } from "./src/cli/check-options.js";
import expect from "./src/cli/expect.schema.json" with { type: "json" };
import baseline from "./src/report/baseline.schema.json" with { type: "json" };

/** The schemas by the names of their files. */
export const schemas = {
  config: configSchema,
  baseline: listFile(baseline),
  callers: listFile(callers),
  expect: listFile(expect),
};

/** A file with a list: the list itself, or an object with `$schema` and the list as `entries`. */
function listFile({ $schema, title, ...list }: { $schema: string; title: string }): object {
  const properties = { $schema: { type: "string" }, entries: { $ref: "#/$defs/list" } };
  const wrapped = { type: "object", additionalProperties: false, required: ["entries"], properties };
  return { $schema, title, anyOf: [{ $ref: "#/$defs/list" }, wrapped], $defs: { list } };
}
