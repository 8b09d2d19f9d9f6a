import { readFileSync } from "node:fs";
import { isJsonObject } from "../contract/json.js";
import { reasonOf, UsageError } from "./usage-error.js";

/** Reads ids that exist at a service: a JSON object of texts, as an option or in a file. Throws a `UsageError`. */
export function readParameters(text: string | undefined, file: string | undefined): Record<string, string> {
  return {
    ...(file === undefined ? {} : parse("--parameters-file", read(file))),
    ...parse("--parameters", text ?? "{}"),
  };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new UsageError(`--parameters-file ${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}

function parse(name: string, text: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Said below.
  }
  if (!isJsonObject(value) || !Object.values(value).every((one) => typeof one === "string")) {
    throw new UsageError(`${name} must be a JSON object whose values are texts, such as {"file_id":"4001"}`);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)]));
}
