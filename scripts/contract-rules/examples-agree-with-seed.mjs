import { recordsIn } from "./reading.mjs";

const NAMING = ["name", "login", "policy_name", "etag", "sequence_id", "sha1", "created_at"];

/** The same `type` and `id` mean the same record, so its name and login are the same in every example. */
export function examplesAgreeWithSeed() {
  const first = new Map();
  return {
    Example: {
      enter(example, { location, report }) {
        for (const { record, path } of recordsIn(example.value, ["value"])) {
          for (const property of NAMING) {
            const value = record[property];
            if (typeof value !== "string" || record.type === undefined || record.id === undefined) continue;
            const subject = `${record.type} ${record.id}`;
            const key = `${subject} ${property}`;
            const known = first.get(key) ?? value;
            first.set(key, known);
            if (known === value) continue;
            report({
              message: `The ${property} of ${subject} is "${known}" in another example; here it is "${value}".`,
              location: location.child([...path, property]),
            });
          }
        }
      },
    },
  };
}
