import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Contract, callInput, checkExchange, type Exchange, inputRequest } from "content-service-contract";
import { targetSecrets } from "content-service-contract/redaction";
import { runChecks } from "../check/run-checks.js";
import type { CheckTarget } from "../check/session/check.js";
import { send } from "../check/session/send.js";
import { harOf } from "../har/index.js";
import { createProgress, redactedReport } from "../report/index.js";
import { readCallers } from "./callers.js";
import {
  checkOptions,
  readEffects,
  readOperations,
  readSeconds,
  readServer,
  readShard,
  readStatuses,
} from "./check-options.js";
import { type Command, createInterruption, readAddress, readExchangeOptions, requireSecure } from "./command.js";
import { readConfig, readExpect, withResources } from "./config-file.js";
import { readContract } from "./contract-file.js";
import { findCredentials } from "./credentials.js";
import { readFailedChecks, requireWritable, writeFile } from "./files.js";
import { readOptions, usageOf } from "./options.js";
import { readParameters } from "./parameters.js";
import { prepareReports } from "./report-options.js";
import { UsageError } from "./usage-error.js";

export const command: Command = {
  usage: usageOf(
    "check --base-url <url> [options]",
    "Calls a service and checks its responses against the contract. It only reads, unless --write is given.",
    checkOptions,
    `Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run or nothing was checked, 130 interrupted. An
interrupted run removes what it created and writes its reports. A second interruption stops it at once.`,
  ),
  async run(args) {
    const config = await readConfig(configIn(args));
    const { values } = readOptions(checkOptions, [...config.args, ...args]);
    const contract = withResources(await readContract(values), config.resources);
    const base = values["base-url"] || process.env["CONTENT_BASE_URL"];
    if (!base) throw new UsageError("The base address is missing: give --base-url. See --help.");
    const auth = values["auth-url"] || process.env["CONTENT_AUTH_URL"];
    const authUrl = auth ? readAddress("--auth-url", auth) : undefined;
    if (authUrl !== undefined) requireTokenServer(contract, authUrl);
    const operations = readOperations(values.operation, contract.operations);
    const { effects, workspace } = readEffects(values, contract);
    const { brandHeader, ...strictness } = readExchangeOptions(values);
    const servers = Object.fromEntries(values.server.map((text) => readServer(text, contract)));
    const baseUrl = readAddress("--base-url", base);
    const allowInsecure = values["allow-insecure"];
    requireSecure([baseUrl, authUrl ?? baseUrl, ...Object.values(servers)], allowInsecure);
    const callers = await readCallers(values.callers, contract);
    const known = {
      baseUrl,
      authUrl,
      servers,
      allowInsecure,
      callers,
      workspace,
      brandHeader,
      expect: await readExpect(values.expect),
      parameters: await readParameters(values.parameters, values["parameters-file"], contract),
      timeoutMs: readSeconds("--timeout", values.timeout),
    };
    const maxTime = values["max-time"];
    const maxDurationMs = maxTime === undefined ? undefined : readSeconds("--max-time", maxTime);
    const tolerate = readStatuses(values.tolerate);
    const concurrency = Number(values.concurrency);
    if (!/^[1-9]\d?$/.test(values.concurrency)) throw new UsageError("--concurrency must be a number from 1 to 99");
    const shard = readShard(values.shard);
    const giveReports = await prepareReports(values, contract);
    if (values.trace !== undefined) requireWritable(values.trace);
    const checks = values.rerun === undefined ? undefined : await readFailedChecks(values.rerun);
    // Last, since it may spend a refresh token.
    const { exchanged, ...credentials } = await findCredentials(values, { contract, authUrl });
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
      await requireService(contract, target, signal);
      const report = await runChecks(target, {
        contract,
        effects,
        operations,
        checks,
        shard,
        maxDurationMs,
        tolerate,
        concurrency,
        signal,
        ...strictness,
        failFast: values["fail-fast"],
        trace: values.trace !== undefined,
        inference: !values["no-inference"],
        onProgress: progress,
      });
      progress.end();
      const secrets = [...targetSecrets(target), ...exchanged];
      const code = giveReports(report, secrets);
      const { trace = [] } = redactedReport(report, secrets, { contract });
      if (values.trace !== undefined) writeFile(values.trace, JSON.stringify(harOf(trace), null, 2));
      return interruption.code() ?? code;
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

/** Requires the address of a token server without the path of the operation. Throws a `UsageError`. */
function requireTokenServer({ operations }: Contract, authUrl: string): void {
  const given = operations.find(({ server, path }) => server === "auth" && authUrl.endsWith(path));
  if (given === undefined) return;
  const address = authUrl.slice(0, -given.path.length);
  throw new UsageError(`--auth-url must not end in ${given.path}; did you mean ${address}?`);
}

/** Throws a `UsageError` where the service is elsewhere, or a login page or a web server responds: every check would fail. */
async function requireService(contract: Contract, target: CheckTarget, signal: AbortSignal): Promise<void> {
  const operation = contract.operations.find(
    (one) => one.isSafe && one.server === "base" && one.parameters.every(({ required }) => !required),
  );
  if (operation === undefined) return;
  const request = inputRequest(operation, callInput(operation, { optional: false }), target);
  // Without any response, the checks say what is wrong.
  const to = ({ path = request.path, baseUrl = target.baseUrl }) =>
    send({ ...target, baseUrl }, operation, { ...request, path }, signal).catch(() => undefined);
  // A test double responds with 501.
  const isMissing = (exchange?: Exchange) => exchange !== undefined && [404, 501].includes(exchange.response.status);
  const found = await to({});
  const { baseUrl } = target;
  const call = `${operation.method.toUpperCase()} ${operation.path}`;
  if (isMissing(found)) {
    const version = new URL(operation.serverUrl, "http://localhost").pathname.replace(/\/+$/, "");
    const other = baseUrl.endsWith(version) ? baseUrl.slice(0, -version.length) : `${baseUrl}${version}`;
    if (version === "" || isMissing(await to({ baseUrl: other }))) return;
    throw new UsageError(`${call} does not exist at ${baseUrl}; did you mean --base-url ${other}?`);
  }
  const isForeign =
    found !== undefined &&
    found.response.status < 400 &&
    checkExchange(found, { contract, baseUrl }).some(({ rule }) => /^(status-d|response-content-t)/.test(rule));
  if (!isForeign || kindOf(await to({ path: "/no-such-path" })) !== kindOf(found)) return;
  throw new UsageError(
    `A login page or a web server responds at ${baseUrl} in place of the service: ${call} and an unknown path get ${kindOf(found)}. Correct --base-url, or send with --header what lets requests pass`,
  );
}

function kindOf(exchange: Exchange | undefined): string {
  if (exchange === undefined) return "no response";
  const { status, headers } = exchange.response;
  const [type] = new Headers(headers).get("content-type")?.split(";") ?? [];
  return `a response with status ${status}${type === undefined ? "" : ` and type ${type}`}`;
}
