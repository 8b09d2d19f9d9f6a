import type { Contract } from "content-service-contract";
import type { CheckTarget } from "../check/session/check.js";
import type { Effects } from "../report/report.js";
import { exchangeOptions, readAddress } from "./command.js";
import { contractOptions } from "./contract-file.js";
import { credentialOptions } from "./credentials.js";
import { flag, list, type OptionSchema, schemaOf, value } from "./options.js";
import { hintFor } from "./parameters.js";
import { reportOptions } from "./report-options.js";
import { UsageError } from "./usage-error.js";

export const checkOptions = {
  "base-url": value("<url>", "the base address, with its version; or CONTENT_BASE_URL"),
  "auth-url": value("<url>", "the address of the token server; or CONTENT_AUTH_URL"),
  server: list(
    "<url>=<address>",
    "the address of another server of the contract, by its URL there. Without it, operations of that server are skipped, unless it is on the host of --base-url",
  ),
  ...credentialOptions,
  callers: value("<file>", "other users with their tokens, and facts about them: roles, hidden records (see README)"),
  parameters: value(
    "<json>",
    'ids that exist in the service, such as {"file_id":"4001"}. A name with an operation is for that operation alone: {"restoreFolder.folder_id":"3003"}',
  ),
  "parameters-file": value("<file>", "the same in a file"),
  ...contractOptions,
  expect: value("<file>", "records that you know, and what calls must show of them (see README)"),
  config: value(
    "<file>",
    "options in a JSON or YAML file, which init writes; those of the command and of the environment take precedence",
  ),
  write: flag("also check operations that change data, and restore it"),
  workspace: list("<type>=<id>", "with --write, a record to work on, by its type in the contract, such as folder=3006"),
  lasting: flag(
    "with --write, also create records that the API cannot delete, and check operations of another contract that write and whose links lead to no deletion",
  ),
  "allow-insecure": flag("send credentials over http: also to hosts other than this machine"),
  operation: list("<id>", "check this operation alone"),
  rerun: value("<file>", "run only the checks that failed in a JSON report, with the options of that run"),
  shard: value("<n/total>", "run one part of the checks, such as 2/5; merge joins the JSON reports of all parts"),
  "fail-fast": flag("end after the first failed check"),
  "no-inference": flag("do not infer the resources of another contract, and check each operation alone; for mocks"),
  ...exchangeOptions,
  "max-time": value(
    "<seconds>",
    "the longest time for all checks; what does not fit is skipped. Without it, enough for all checks by the time that calls take",
  ),
  concurrency: value("<number>", "how many checks that only read run at once; those that write run alone", "4"),
  tolerate: value("<statuses>", "such as 502,503: a rare response with one is repeated once, and is no finding"),
  wait: value("<seconds>", "the longest wait for a time in a record to pass, or 0: see x-expires in the README", "5"),
  timeout: value("<seconds>", "the longest time for one response", "30"),
  ...reportOptions,
  trace: value("<file>", "write the calls of every check as a recording (HAR), without secrets; browsers show it"),
};

/** Options that a config does not have: credentials, and what is about one run. */
const OF_COMMAND: ReadonlySet<string> = new Set([...Object.keys(credentialOptions), "config", "rerun", "shard"]);

const configProperties: Readonly<Record<string, OptionSchema>> = {
  $schema: { type: "string", description: "This schema." },
  resources: {
    type: "object",
    description: "The operations from which each resource is inferred. Remove what does not belong together.",
    additionalProperties: { type: "array", items: { type: "string" } },
  },
  ...schemaOf(Object.fromEntries(Object.entries(checkOptions).filter(([name]) => !OF_COMMAND.has(name)))),
};

export const configSchema = {
  ...{ $schema: "https://json-schema.org/draft/2020-12/schema", title: "A config of content-contract check" },
  ...{ type: "object", additionalProperties: false, properties: configProperties },
};

export function readOperations(given: readonly string[], known: readonly { id: string }[]) {
  const ids = known.map(({ id }) => id);
  const unknown = given.find((id) => !ids.includes(id));
  if (unknown !== undefined) throw new UsageError(`The contract has no operation ${unknown}${hintFor(unknown, ids)}`);
  return given.length === 0 ? undefined : given;
}

/** Reads the URL of a server in the contract, and its address. */
export function readServer(text: string, { operations }: Contract) {
  const [, url = "", address = ""] = /^(.*?)=(https?:.*)$/s.exec(text) ?? [];
  const known = new Set(operations.flatMap(({ serverUrls }) => serverUrls));
  if (known.has(url)) return [url, readAddress("--server", address)] as const;
  throw new UsageError(`--server must be <url>=<address> with a server of the contract: ${[...known].join(", ")}`);
}

export function readShard(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, index, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && total !== undefined && index >= 1 && index <= total) return { index, total };
  throw new UsageError(`--shard must be a part and the number of parts, such as 2/5; received ${text}`);
}

export function readSeconds(name: string, text: string, least = 0.001): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (!(seconds >= least && seconds < 86_400)) throw new UsageError(`${name} must be a number of seconds, such as 300`);
  return seconds * 1000;
}

export function readStatuses(text: string | undefined): number[] {
  if (text === undefined) return [];
  if (!/^5\d\d(,5\d\d)*$/.test(text)) throw new UsageError("--tolerate must be 5xx statuses, such as 502,503");
  return text.split(",").map(Number);
}

export function readEffects(
  { write, lasting, workspace }: { write: boolean; lasting: boolean; workspace: readonly string[] },
  { operations }: Contract,
): { readonly effects: Effects; readonly workspace: CheckTarget["workspace"] } {
  const types = new Set(operations.flatMap(({ access }) => access.records.map(({ type }) => type)));
  const known = [...types].filter((type) => !type.startsWith("$")).sort();
  if (!write) {
    const [without] = Object.entries({ lasting, workspace: workspace.length > 0 }).find(([, value]) => value) ?? [];
    if (without !== undefined) throw new UsageError(`--${without} requires --write`);
    return { effects: "none", workspace: undefined };
  }
  const effects = lasting ? "lasting" : "undone";
  if (known.length > 0 && workspace.length === 0)
    throw new UsageError(`--write needs --workspace <type>=<id>, records to work on: ${known.join(", ")}`);
  const ids = workspace.map((text) => {
    const [, type = "", id = ""] = /^(.*?)=(.+)$/.exec(text) ?? [];
    if (known.includes(type)) return [`${type}Id`, id];
    const types = known.join(", ") || "it names none in x-access";
    throw new UsageError(`--workspace must be <type>=<id> with a type of the contract: ${types}`);
  });
  return { effects, workspace: ids.length === 0 ? undefined : Object.fromEntries(ids) };
}
