import type { Call } from "../http/call.js";
import type { Refusal } from "../http/refusal.js";

/** A place in a request, and what is wrong there. */
export type Invalid = readonly [name: string, message: string];

/** Refuses a request with the general error of its operation for bad requests, naming the places. */
export function invalid(refuse: Call<unknown>["refuse"], example: string, ...wrong: readonly Invalid[]): Refusal {
  return refuse(example, {
    errors: wrong.map(([name, message]) => ({ reason: "invalid_parameter", name, message })),
  });
}
