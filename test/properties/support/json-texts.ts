import fc from "fast-check";
import { anyText } from "./texts.js";

/** The names that answers have, and those that every object has. */
const names = [
  ...["code", "error", "message", "error_description", "request_id", "status", "type", "context_info", "id"],
  ...["access_token", "refresh_token", "expires_in", "entries", "next_marker", "limit", "offset", "total_count"],
  ...["__proto__", "constructor", "prototype", "toString", "valueOf", "toJSON", "then", "name", "stack", "cause"],
];
const anyName = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: anyText });

const numbers = ["0", "-0", "-1", "1", "2", "3600", "1.5", "1e-300", "1e308", "1e400", "-1e400", "9007199254740993"];
/** Objects that JavaScript cannot make a text or a number of. */
const stubborn = ['{"toString":1,"valueOf":1}', '{"toString":null,"valueOf":{}}', '{"toJSON":1,"toString":[]}'];

/** The text of any JSON of a usual size, with names that mean something, and some of them twice. */
export const plainJson: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("null", "true", "false", '""', "{}", "[]", ...stubborn),
    fc.oneof(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
    anyText.map((text) => JSON.stringify(text)),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
    fc.array(fc.tuple(anyName, tie("value")), { maxLength: 6 }).map(object),
  ),
})).value;

/** The text of JSON that is nested deeper, or is longer, than whoever reads it may expect. */
export const greatJson: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom("[]", '{"a":}', '{"__proto__":}'), fc.integer({ min: 50, max: 20_000 })).map(nested),
  fc
    .tuple(fc.constantFrom("x", "é", "\\n", "\\u2028", "\\ud800", "😀"), fc.integer({ min: 200, max: 40_000 }))
    .map(([part, times]) => `"${part.repeat(times)}"`),
);

/** The text of any JSON, once in a while a great one, also within a small one. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: plainJson },
  { weight: 1, arbitrary: greatJson },
  { weight: 1, arbitrary: fc.tuple(anyName, greatJson).map((member) => object([["code", '"not_found"'], member])) },
);

/** The text of an object with these members, whose values are texts of JSON. */
export function object(members: readonly (readonly [name: string, value: string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")}}`;
}

function nested([layer, times]: [string, number]): string {
  return `${layer.slice(0, -1).repeat(times)}1${layer.slice(-1).repeat(times)}`;
}
