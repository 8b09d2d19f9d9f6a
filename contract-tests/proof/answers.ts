import type { Answer, Call, Misbehave } from "./defect.js";
import { isJsonObject, type Json } from "./kit.js";

/** Changes the answers of one operation that fit, and leaves all others alone. */
export function changing(
  operation: string,
  fits: (answer: Answer) => boolean,
  change: (answer: Answer, call: Call) => Answer | Promise<Answer>,
): Misbehave {
  return async (call) => {
    const answer = await call.healthy();
    return call.operation?.id === operation && fits(answer) ? change(answer, call) : answer;
  };
}

export const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300;
export const isRefusal = ({ status }: Answer): boolean => status >= 400;

/** Changes the JSON of the successes of an operation. What has no JSON stays as it is. */
export function changingJson(operation: string, change: (body: Json, call: Call) => Json): Misbehave {
  return changing(operation, isSuccess, (answer, call) => {
    const body = jsonIn(answer.body);
    return body === undefined ? answer : { ...answer, body: JSON.stringify(change(body, call)) };
  });
}

/** Changes the JSON of the refusals of an operation. */
export function changingErrors(operation: string, change: (body: Json) => Json): Misbehave {
  return changing(operation, isRefusal, (answer) => {
    const body = jsonIn(answer.body);
    return body === undefined ? answer : { ...answer, body: JSON.stringify(change(body)) };
  });
}

/** The value of a JSON text; undefined when it is none. */
export function jsonIn(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    // What was parsed from JSON is JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A record without some of its members. */
export function without<Value>(record: Readonly<Record<string, Value>>, ...names: string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** Whether a text is JSON of an object with a member. */
export function hasMember(text: string | undefined, name: string): boolean {
  const json = jsonIn(text);
  return isJsonObject(json) && name in json;
}
