import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Contract } from "content-service-contract";
import { insecureMessage, isInsecure } from "content-service-contract/local-server";
import { runChecks } from "../check/run-checks.js";
import type { CheckTarget } from "../check/session/check.js";
import { createProgress } from "../report/index.js";
import type { Effects } from "../report/report.js";
import { readCallers } from "./callers.js";
import { requireTokenServer, requireVersion } from "./check-addresses.js";
import {
  BRAND_USAGE,
  brandOptions,
  type Command,
  createInterruption,
  readAddress,
  readBrandHeader,
  readOptions,
  readStrict,
  reasonOf,
  UsageError,
} from "./command.js";
import { readConfig, readExpect, withResources } from "./config-file.js";
import { CONTRACT_USAGE, contractOption, readContract } from "./contract-file.js";
import { credentialOptions, findCredentials, headerOption } from "./credentials.js";
import { readFailedChecks } from "./files.js";
import { readParameters } from "./parameters.js";
import { giveReports, prepareReports, REPORT_USAGE, reportOptions } from "./report-options.js";

const usage = `Usage: content-contract check --base-url <url> [options]

Calls a service and checks its responses against the contract. It only reads, unless --write is given.

  --base-url <url>          the base address, with its version; or CONTENT_BASE_URL
  --auth-url <url>          the address of the token server; or CONTENT_AUTH_URL
  --server <url>=<address>  the address of another server of the contract, by its URL there; repeatable. Without it, operations
                            of that server are skipped, unless it is on the host of --base-url
  --token <token>           an access token; better CONTENT_TOKEN, since others on the machine can see arguments
                            An API key, or user:password for HTTP Basic, is given in the same way
  --header "<name>: <value>"  a header of each request to the base address, such as a second credential; repeatable
  --client-id <id>          refresh credentials in place of a token; or CONTENT_CLIENT_ID
  --client-secret <secret>  or CONTENT_CLIENT_SECRET
  --refresh-token <token>   or CONTENT_REFRESH_TOKEN; beside a token and with --write it is checked, and spent
  --token-file <file>       keeps the next refresh token, since each works once; read from it too
  --callers <file>          other users with their tokens, and facts about them: roles, what they may not see (see README)
  --second-token <token>    an access token of another user without facts; or CONTENT_SECOND_TOKEN
  --expired-token <token>   an access token that has expired; or CONTENT_EXPIRED_TOKEN
  --other-client-id <id>, --other-client-secret <secret>
                            another client, which must not use the refresh token; or CONTENT_OTHER_CLIENT_…
  --parameters <json>       ids that exist in the service, such as {"file_id":"4001"}. A name with an operation is for
                            that operation alone: {"restoreFolder.folder_id":"3003"}
  --parameters-file <file>  the same in a file
${CONTRACT_USAGE}.
                            Operations of another contract that write are checked with --write --lasting, except those
                            whose links lead to a deletion
  --expect <file>           records that you know, and what calls must show of them (see README)
  --config <file>           options in a JSON or YAML file, which init writes; those of the command take precedence
  --write                   also check operations that change data, and restore it
  --workspace <type>=<id>   with --write, a record to work on, by its type in the contract, such as folder=3006; may be
                            given several times
  --lasting                 with --write, also create records that the API cannot delete
  --allow-insecure          send credentials over http: also to hosts other than this machine
  --operation <id>          check this operation alone; may be given several times
  --rerun <file>            run only the checks that failed in a JSON report, with the options of that run
  --shard <n/total>         run one part of the checks, such as 2/5; merge joins the JSON reports of all parts
  --fail-fast               end after the first failed check
  --no-inference            do not infer the resources of another contract, and check each operation alone; for mocks
  --closed                  also report undocumented content as violations
  --strict <level>          listed: also report what the interface lists and some services omit (x-listed)
  --max-time <seconds>      the longest time for all checks; what does not fit is skipped. Without it, enough for all
                            checks by the time that calls take
  --concurrency <number>    how many checks that only read run at once (4); those that write run alone
  --tolerate <statuses>     such as 502,503: a rare response with one is repeated once, and is no finding
  --wait <seconds>          wait at most so long for a time in a record to pass (5; 0 for not at all): see x-expires in the README
  --timeout <seconds>       the longest time for one response (30)
${BRAND_USAGE}
${REPORT_USAGE}
  --help                    this text

Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run or nothing was checked, 130 interrupted. An
interrupted run removes what it created and writes its reports. A second interruption stops it at once.`;

/** Checks a service. */
export const checkCommand: Command = {
  usage,
  async run(args) {
    const config = await readConfig(configIn(args));
    const { values } = readOptions({
      args: [...config.args, ...args],
      options: {
        "base-url": { type: "string" },
        "auth-url": { type: "string" },
        server: { type: "string", multiple: true, default: [] },
        ...credentialOptions,
        ...headerOption,
        ...contractOption,
        config: { type: "string" },
        expect: { type: "string" },
        callers: { type: "string" },
        parameters: { type: "string" },
        "parameters-file": { type: "string" },
        write: { type: "boolean", default: false },
        workspace: { type: "string", multiple: true, default: [] },
        lasting: { type: "boolean", default: false },
        "allow-insecure": { type: "boolean", default: false },
        operation: { type: "string", multiple: true },
        rerun: { type: "string" },
        shard: { type: "string" },
        "fail-fast": { type: "boolean", default: false },
        closed: { type: "boolean", default: false },
        strict: { type: "string" },
        "no-inference": { type: "boolean", default: false },
        "max-time": { type: "string" },
        tolerate: { type: "string" },
        concurrency: { type: "string", default: "4" },
        wait: { type: "string", default: "5" },
        timeout: { type: "string", default: "30" },
        ...brandOptions,
        ...reportOptions,
      },
    });
    const contract = withResources(await readContract(values), config.resources);
    const baseUrl = values["base-url"] || process.env["CONTENT_BASE_URL"];
    if (!baseUrl) throw new UsageError("The base address is missing: give --base-url. See --help.");
    const auth = values["auth-url"] || process.env["CONTENT_AUTH_URL"];
    const authUrl = auth ? readAddress("--auth-url", auth) : undefined;
    if (authUrl !== undefined) requireTokenServer(contract, authUrl);
    const operations = readOperations(values.operation, contract.operations);
    const { effects, workspace } = readEffects(values, contract);
    const brandHeader = readBrandHeader(values);
    const allowInsecure = values["allow-insecure"];
    const servers = Object.fromEntries(values.server.map((text) => readServer(text, contract.operations)));
    const others = [...(authUrl === undefined ? [] : [authUrl]), ...Object.values(servers)];
    for (const address of [readAddress("--base-url", baseUrl), ...others]) {
      if (!allowInsecure && isInsecure(address)) throw new UsageError(insecureMessage(address, "--allow-insecure"));
    }
    const callers = await readCallers(values.callers);
    const known = {
      baseUrl: readAddress("--base-url", baseUrl),
      authUrl,
      servers,
      allowInsecure,
      callers,
      expect: await readExpect(values.expect),
      parameters: readParameters(values.parameters, values["parameters-file"], contract),
      workspace,
      brandHeader,
      timeoutMs: readSeconds("--timeout", values.timeout),
    };
    const listed = readStrict(values.strict);
    const maxTime = values["max-time"];
    const maxDurationMs = maxTime === undefined ? undefined : readSeconds("--max-time", maxTime);
    const tolerate = readStatuses(values.tolerate);
    const concurrency = Number(values.concurrency);
    if (!/^[1-9]\d?$/.test(values.concurrency)) throw new UsageError("--concurrency must be a number from 1 to 99");
    const shard = readShard(values.shard);
    const baseline = await prepareReports(values, contract);
    const checks = values.rerun === undefined ? undefined : await readFailedChecks(values.rerun);
    // Last, since it may spend a refresh token.
    const { secrets: own, ...credentials } = await findCredentials(values, { contract, authUrl });
    const secrets = [...own, ...(callers ?? []).flatMap(({ token = [] }) => token)];
    const { isTTY = false, columns: width } = process.stderr;
    const write = (text: string) => void process.stderr.write(text);
    const progress = createProgress({ write, isTTY: isTTY && !values.quiet, width: width || undefined });
    const interruption = createInterruption(() => {
      progress.end();
      console.error("Interrupted. Cleaning up; interrupt again to stop at once.");
    });
    const { signal } = interruption;
    const advance = (delayMs: number) => setTimeout(delayMs, undefined, { signal });
    const clock = { advance, longestMs: readSeconds("--wait", values.wait, 0) };
    const target: CheckTarget = { ...known, ...credentials, clock };
    try {
      await requireVersion(contract, target, signal);
      const report = await runChecks(target, {
        contract,
        effects,
        operations,
        checks,
        shard,
        failFast: values["fail-fast"],
        closed: values.closed,
        listed,
        inference: !values["no-inference"],
        maxDurationMs,
        tolerate,
        concurrency,
        signal,
        onProgress: progress,
      });
      progress.end();
      const code = giveReports(report, values, { contract, baseline, secrets });
      return interruption.code() ?? code;
    } catch (error) {
      throw error instanceof TypeError ? new UsageError(reasonOf(error), { cause: error }) : error;
    } finally {
      progress.end();
      interruption.end();
    }
  },
};

function configIn(args: readonly string[]): string | undefined {
  const { values } = parseArgs({ args: [...args], strict: false, options: { config: { type: "string" } } });
  return typeof values.config === "string" ? values.config : undefined;
}

function readOperations(
  given: readonly string[] | undefined,
  known: readonly { id: string }[],
): readonly string[] | undefined {
  for (const id of given ?? []) {
    if (!known.some((operation) => operation.id === id)) throw new UsageError(`The contract has no operation ${id}`);
  }
  return given;
}

/** Reads the URL of a server in the contract, and its address. */
function readServer(
  text: string,
  operations: readonly { readonly serverUrls: readonly string[] }[],
): [url: string, address: string] {
  const [, url = "", address = ""] = /^(.*?)=(https?:.*)$/s.exec(text) ?? [];
  const known = new Set(operations.flatMap(({ serverUrls }) => serverUrls));
  if (known.has(url)) return [url, readAddress("--server", address)];
  throw new UsageError(`--server must be <url>=<address> with a server of the contract: ${[...known].join(", ")}`);
}

function readShard(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, index, total] = (/^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && total !== undefined && index >= 1 && index <= total) return { index, total };
  throw new UsageError(`--shard must be a part and the number of parts, such as 2/5; received ${text}`);
}

function readSeconds(name: string, text: string, least = 0.001): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (!(seconds >= least && seconds < 86_400)) throw new UsageError(`${name} must be a number of seconds, such as 300`);
  return seconds * 1000;
}

function readStatuses(text: string | undefined): number[] {
  if (text === undefined) return [];
  if (!/^5\d\d(,5\d\d)*$/.test(text)) throw new UsageError("--tolerate must be 5xx statuses, such as 502,503");
  return text.split(",").map(Number);
}

function readEffects(
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
    throw new UsageError(`--workspace must be <type>=<id> with a type of the contract: ${known.join(", ")}`);
  });
  return { effects, workspace: ids.length === 0 ? undefined : Object.fromEntries(ids) };
}
