import { Ajv2020 } from "ajv/dist/2020.js";
import { follow, isRecord } from "./reading.mjs";

/** Checks the example of a response header against its schema, which no built-in rule does. */
export function headerExamplesValid() {
  // The schemas themselves are checked by other rules, and compiling the schema of schemas is slow.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
  return {
    Header: {
      enter(header, { location, resolve, report }) {
        const { node: schema } = follow(header.schema, location, resolve);
        if (!isRecord(schema) || header.example === undefined) return;
        if (ajv.validate(schema, header.example)) return;
        report({
          message: `The example does not match the schema: ${ajv.errorsText(ajv.errors, { dataVar: "it" })}.`,
          location: location.child("example"),
        });
      },
    },
  };
}
