import { entriesOf, isRecord, listOf } from "./reading.mjs";
import { takesType } from "./schemas-in.mjs";

/**
 * Types and formats that follow from a schema's meaning: integers have 64 bits, `…_at` is a time, a record has no alternative
 * but another record, null or an assumed text, and enums of one name that share values agree.
 */
export function typesFit() {
  const enums = [];
  return {
    Schema: {
      enter(schema, { key, location, report }) {
        const note = (message) => report({ message, location });
        // A status and the seconds of a header are small. Some services send a length as a string.
        const isCount =
          takesType(schema, "integer") &&
          !takesType(schema, "string") &&
          !SMALL.test(`${location.source.absoluteRef} ${key}`);
        if (isCount && schema.format !== "int64") note("An integer has the format int64.");
        if (Array.isArray(schema.type) && schema.type.length < 2) note("A list of types has at least two.");
        if (TEXT_FORMATS.has(schema.format) && !takesType(schema, "string"))
          note(`The format ${schema.format} is of texts.`);
        const alternatives = listOf(schema.anyOf).filter(isRecord);
        const hasRecord = alternatives.some(({ $ref }) => typeof $ref === "string");
        const others = "x-assumed" in schema ? ["null", "string"] : ["null"];
        if (hasRecord && alternatives.some(({ $ref, type }) => $ref === undefined && !others.includes(type))) {
          note("The alternative of a record is another record, null, or a text with `x-assumed`.");
        }
        if ("anyOf" in schema && alternatives.length < 2) note("A choice has at least two alternatives.");
      },
    },
    SchemaProperties: {
      enter(properties, { location, report }) {
        for (const [name, schema] of entriesOf(properties).filter(([, one]) => isRecord(one))) {
          const at = location.child(name);
          if (/_at$/.test(name) && schema.format !== "date-time") {
            report({ message: `\`${name}\` is a time: add the format date-time.`, location: at });
          }
          const values = [schema, ...listOf(schema.anyOf)].flatMap((one) => listOf(one?.enum));
          // Each kind of reference has its own types.
          if (values.length > 0 && name !== "type") enums.push({ name, values, at });
        }
      },
    },
    Root: {
      leave(_root, { report }) {
        for (const { name, values, at } of enums) {
          const others = enums.filter((one) => one.name === name && one.values.some((value) => values.includes(value)));
          const other = others.find((one) => !isWithin(one.values, values) && !isWithin(values, one.values));
          if (other !== undefined)
            report({ message: `Another \`${name}\` has the values ${other.values.join(", ")}.`, location: at });
        }
      },
    },
  };
}

const SMALL = /\/headers\/| status$/;
const TEXT_FORMATS = new Set(["date-time", "uri", "email"]);
const isWithin = (values, others) => values.every((value) => others.includes(value));
