import { type Exchange, isJsonObject, type Json, type JsonObject, pointer, valueAt } from "content-service-contract";
import { cutText } from "content-service-contract/text";
import { jsonOf, type Session } from "../session/check.js";
import { matches, placeOf } from "../session/expectations.js";
import { textChange } from "./texts.js";

/** A value that differs from the expected one. */
export interface Difference {
  /** Pointer to the value. */
  readonly at: string;
  readonly expected: Json;
  readonly received: Json;
}

/**
 * Expects the response to have these values exactly as they were sent: the same text, the same number, the same order.
 * Missing properties pass, since the rules check which ones a response must have. Returns whether it has them.
 */
export function expectKept(session: Session, exchange: Exchange, values: JsonObject, what = "as sent", place = "") {
  const body = jsonOf(exchange);
  const record = valueAt(body ?? null, place);
  const found = differencesIn(values, isJsonObject(record) ? record : {});
  const operation = session.operationOf(exchange);
  for (const one of found) {
    const [name = ""] = one.at.split("/").slice(1);
    session.find({
      rule: "state-kept",
      message: `Expected \`${one.at.slice(1).replaceAll("/", ".")}\` ${what}; received ${receivedText(one)}`,
      contract: placeOf(session, operation, exchange.response.status, name),
      at: `/response/body${place}${one.at}`,
      exchange,
    });
  }
  return found.length === 0;
}

/** The values of an object that differ. Those of lists must all be there, in the same order. */
export function differencesIn(expected: JsonObject, received: JsonObject, at = ""): Difference[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const other = received[name];
    return other === undefined ? [] : differences(value, other, pointer(at, name));
  });
}

function differences(expected: Json, received: Json, at: string): Difference[] {
  if (isJsonObject(expected) && isJsonObject(received)) return differencesIn(expected, received, at);
  if (Array.isArray(expected) && Array.isArray(received) && expected.length === received.length) {
    return expected.flatMap((item, index) => {
      const other = received[index] ?? null;
      const complete = !isJsonObject(item) || !isJsonObject(other) || Object.keys(item).every((key) => key in other);
      return complete
        ? differences(item, other, pointer(at, index))
        : [{ at: pointer(at, index), expected: item, received: other }];
    });
  }
  return matches(received, expected) ? [] : [{ at, expected, received }];
}

function receivedText({ expected, received }: Difference): string {
  if (typeof expected === "string" && typeof received === "string") return textChange(expected, received);
  if (Array.isArray(expected) && Array.isArray(received)) return `${received.length} of ${expected.length} items`;
  return `${shown(received)} instead of ${shown(expected)}`;
}

const shown = (value: Json) => cutText(JSON.stringify(value), 60);
