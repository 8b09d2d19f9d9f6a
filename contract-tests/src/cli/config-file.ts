import { dirname, resolve } from "node:path";
import {
  type Contract,
  createContract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  stringsAt,
  valueAt,
} from "content-service-contract";
import { inferResources, type Resource } from "../check/principles/resources.js";
import { UsageError } from "./command.js";
import schema from "./config.schema.json" with { type: "json" };
import { readData } from "./files.js";

/** The options of a config file: arguments of the command, and resources with the operations to infer them from. */
export interface Config {
  readonly args: readonly string[];
  readonly resources: JsonObject | undefined;
}

const options: Readonly<Record<string, JsonObject>> = schema.properties;

/**
 * Reads the config of `check`: its options by their names, without credentials. Names of files are relative to the config.
 *
 * Throws a `UsageError` for an unknown option and for a value of another type.
 */
export async function readConfig(file: string | undefined): Promise<Config> {
  if (file === undefined) return { args: [], resources: undefined };
  // Read from JSON or YAML.
  const config = (await readData("--config", file)) as Json;
  if (!isJsonObject(config)) throw new UsageError(`--config ${file} must be an object with options`);
  const args = Object.entries(config).flatMap(([name, value]) => {
    const { type, format } = Object.hasOwn(options, name) ? (options[name] ?? {}) : {};
    if (type === undefined) throw new UsageError(`--config ${file} has an unknown option ${name}`);
    if (typeOf(value) !== type) throw new UsageError(`--config ${file}: ${name} must be of type ${String(type)}`);
    if (name === "$schema" || name === "resources" || value === false) return [];
    if (value === true) return [`--${name}`];
    const texts = Array.isArray(value)
      ? value.map(String)
      : [isJsonObject(value) ? JSON.stringify(value) : String(value)];
    return texts.map((text) => `--${name}=${format === "path" ? resolve(dirname(file), text) : text}`);
  });
  const resources = config["resources"];
  return { args, resources: isJsonObject(resources) ? resources : undefined };
}

function typeOf(value: Json): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/** The contract without the inference of operations that a config does not list. Throws a `UsageError` for an unknown one. */
export function withResources(contract: Contract, resources: JsonObject | undefined): Contract {
  if (resources === undefined) return contract;
  const listed = new Set(Object.keys(resources).flatMap((name) => stringsAt(resources, name)));
  const unknown = [...listed].find((id) => !contract.operations.some((one) => one.id === id));
  if (unknown !== undefined) throw new UsageError(`--config: the contract has no operation ${unknown} (resources)`);
  const others = inferResources(contract)
    .flatMap(operationsOf)
    .filter(({ id }) => !listed.has(id));
  const document = structuredClone(contract.document);
  for (const { pointer } of others) Object.assign(valueAt(document, pointer) ?? {}, { "x-infer": false });
  return createContract(document);
}

/** The operations that show and change the records of a resource. */
export function operationsOf({ create, read, list, patch, replace, remove, actions }: Resource): Operation[] {
  return [create, list, read, patch, replace, remove, ...actions].filter((one) => one !== undefined);
}
