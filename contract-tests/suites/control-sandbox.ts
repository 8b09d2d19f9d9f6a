import type { JsonObject } from "../src/index.js";
import type { TargetAddress } from "./targets.js";

/**
 * Calls an operation of the control interface of a sandbox, such as `POST /reset`. Gives the body of the answer, or
 * undefined when it has none.
 *
 * Throws an `Error` when the target has no such interface, or when it refuses the call.
 */
export async function controlSandbox<Answer = undefined>(
  { controlUrl }: TargetAddress,
  operation: `${"GET" | "POST" | "PUT"} /${string}`,
  body?: JsonObject,
): Promise<Answer> {
  if (controlUrl === undefined) throw new Error("Only a sandbox can be controlled");
  const [method = "", path = ""] = operation.split(" ");
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(`${controlUrl}${path}`, { method, headers, body: body ? JSON.stringify(body) : null });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} was answered with ${response.status}: ${text}`);
  // The document of the interface says what an operation answers with, and its own suite holds it to that.
  return (text === "" ? undefined : JSON.parse(text)) as Answer;
}
