import { entriesOf, follow, isText } from "./reading.mjs";

/** Every schema in its own file has a description, and so has every property: its own, or that of the referenced schema. */
export function schemasDescribed() {
  return {
    Schema: {
      enter(schema, { location, report }) {
        if (location.pointer !== "#/" || isText(schema.description)) return;
        report({ message: "The schema has no `description`.", location });
      },
    },
    SchemaProperties: {
      enter(properties, { location, resolve, report }) {
        // A condition narrows properties that are described elsewhere.
        if (/\/(if|then|else|not)\//.test(location.pointer)) return;
        for (const [name, raw] of entriesOf(properties)) {
          if (isText(raw?.description) || isText(follow(raw, location, resolve).node?.description)) continue;
          report({
            message: `\`${name}\` has no \`description\`.`,
            location: location.child(name).key(),
          });
        }
      },
    },
  };
}
