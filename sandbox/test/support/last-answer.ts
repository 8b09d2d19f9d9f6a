import type { TestWorld } from "./start-world.js";

/** The last answer as it came, without what differs in every answer: its date and its request id. */
export function lastAnswer({ exchanges }: Pick<TestWorld, "exchanges">) {
  const response = exchanges.at(-1)?.response;
  if (response === undefined) throw new Error("There was no answer");
  const headers = new Headers(response.headers);
  headers.delete("date");
  const body = (response.body ?? "").replace(/"request_id":"[^"]*"/, '"request_id":""');
  return { status: response.status, headers: Object.fromEntries(headers), body };
}
