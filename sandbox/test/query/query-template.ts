import type { FieldType } from "../../src/query/condition.js";

/** A template with a field of each type, for tests of queries. */
export const FIELDS = new Map<string, FieldType>([
  ["name", "string"],
  ["amount", "float"],
  ["due", "date"],
  ["state", "enum"],
  ["tags", "multiSelect"],
]);

/** Values for arguments of such queries. */
export const ARGUMENTS = {
  name: "lease",
  names: ["lease", "loan"],
  namePattern: "l%e",
  amount: 100,
  amounts: [100, 200.5],
  due: "2024-05-31T10:00:00+02:00",
  dues: ["2024-05-31T08:00:00Z", "2024-06-01T00:00:00Z"],
  empty: [],
};
