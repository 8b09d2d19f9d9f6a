import { dirname, resolve } from "node:path";
import {
  type Contract,
  createContract,
  isJsonObject,
  type JsonObject,
  stringsAt,
  valueAt,
} from "content-service-contract";
import { inferResources } from "../check/document/infer-resources.js";
import { operationsByKind } from "../check/resources/operations.js";
import type { ExpectedRecord } from "../check/session/check.js";
import { configSchema } from "./check-options.js";
import expectSchema from "./expect.schema.json" with { type: "json" };
import { readData, readList, validated } from "./files.js";
import { UsageError } from "./usage-error.js";

/** The options of a config file: arguments of the command, and resources with the operations to infer them from. */
export interface Config {
  readonly args: readonly string[];
  readonly resources: JsonObject | undefined;
}

/** Reads `--config`, with names of files relative to it. Throws a `UsageError` for an unknown option or another type. */
export async function readConfig(file: string | undefined): Promise<Config> {
  if (file === undefined) return { args: [], resources: undefined };
  const config = validated("--config", file, configSchema, await readData("--config", file));
  if (!isJsonObject(config)) return { args: [], resources: undefined };
  const args = Object.entries(config).flatMap(([name, value]) => {
    if (name === "$schema" || name === "resources" || value === false) return [];
    if (process.env[VARIABLES[name] ?? ""]) return [];
    if (value === true) return [`--${name}`];
    const texts = Array.isArray(value)
      ? value.map(String)
      : [isJsonObject(value) ? JSON.stringify(value) : String(value)];
    return texts.map(
      (text) => `--${name}=${configSchema.properties[name]?.format === "path" ? resolve(dirname(file), text) : text}`,
    );
  });
  const resources = config["resources"];
  return { args, resources: isJsonObject(resources) ? resources : undefined };
}

/** The variables of addresses, which take precedence over a config. */
const VARIABLES: Readonly<Record<string, string>> = { "base-url": "CONTENT_BASE_URL", "auth-url": "CONTENT_AUTH_URL" };

export async function readExpect(file: string | undefined): Promise<readonly ExpectedRecord[] | undefined> {
  if (file === undefined) return undefined;
  // Its schema says so.
  return validated<ExpectedRecord[]>("--expect", file, expectSchema, await readList("--expect", file));
}

/** The contract without the inference of operations that a config does not list. Throws a `UsageError` for an unknown one. */
export function withResources(contract: Contract, resources: JsonObject | undefined): Contract {
  if (resources === undefined) return contract;
  const listed = new Set(Object.keys(resources).flatMap((name) => stringsAt(resources, name)));
  const unknown = [...listed].find((id) => !contract.operations.some((one) => one.id === id));
  if (unknown !== undefined) throw new UsageError(`--config: the contract has no operation ${unknown} (resources)`);
  const others = inferResources(contract)
    .flatMap(operationsByKind)
    .filter(([, { id }]) => !listed.has(id));
  const document = structuredClone(contract.document);
  for (const [, { pointer }] of others) Object.assign(valueAt(document, pointer) ?? {}, { "x-infer": false });
  return createContract(document);
}
