/** What a template field holds: text, a number, a date-time, one option, or several options. */
export type FieldType = "string" | "float" | "date" | "enum" | "multiSelect";
