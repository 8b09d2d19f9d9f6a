import { visibleText } from "content-service-contract/text";
import { createContractProxy } from "../proxy/create-contract-proxy.js";
import type { ProxiedExchange } from "../proxy/watcher.js";
import {
  type Command,
  createInterruption,
  exchangeOptions,
  readAddress,
  readExchangeOptions,
  readPort,
  requireSecure,
  serverOptions,
} from "./command.js";
import { contractOptions, readContract } from "./contract-file.js";
import { flag, list, readOptions, usageOf, value } from "./options.js";
import { prepareReports, reportOptions } from "./report-options.js";
import { UsageError } from "./usage-error.js";

const options = {
  target: value("<url>", "the base address of the service, with its version"),
  "auth-target": value("<url>", "the address of its token server, which is then found below /_auth"),
  ...serverOptions("4012"),
  "allow-host": list("<name>", "another host name of the proxy in requests, such as that of a container"),
  "allow-insecure": flag("forward credentials over http: also to hosts other than this machine"),
  ...contractOptions,
  ...exchangeOptions,
  ...reportOptions,
};

export const command: Command = {
  usage: usageOf(
    "proxy --target <url> [options]",
    `Forwards traffic between a client and a service, and checks each exchange against the contract. Responses are unchanged
except for one header: Contract-Violations, a JSON list. Responses above 1 MiB or slower than 2 s are forwarded before
their body is checked; violations in the body go to the log and the reports.`,
    options,
    `It runs until it is interrupted, and then writes its reports. Exit codes: 0 all checks passed, 1 a check failed, 2 no
request came through or the proxy could not start.`,
  ),
  async run(args) {
    const { values } = readOptions(options, args);
    if (!values.target) throw new UsageError("The service is missing: give --target. See --help.");
    const contract = await readContract(values);
    const target = readAddress("--target", values.target);
    const auth = values["auth-target"];
    const authTarget = auth === undefined ? undefined : readAddress("--auth-target", auth);
    requireSecure([target, authTarget ?? target], values["allow-insecure"]);
    const proxy = createContractProxy({
      target,
      authTarget,
      contract,
      ...readExchangeOptions(values),
      allowHosts: values["allow-host"],
      onExchange: (exchange) => {
        if (!values.quiet) for (const line of logLines(exchange)) console.log(line);
      },
    });
    const giveReports = await prepareReports(values, contract);
    const port = readPort(values.port);
    const interruption = createInterruption();
    try {
      const { baseUrl, authUrl } = await proxy.listen({ port, host: values.host });
      if (!values.quiet) {
        console.log(`The proxy is ready at ${baseUrl}`);
        if (authUrl !== undefined) console.log(`  token address  ${authUrl}`);
      }
      await interruption.requested();
      await proxy.close();
      return interruption.code() === 2 ? 2 : giveReports(proxy.report());
    } finally {
      interruption.end();
      await proxy.close();
    }
  },
};

/** A line for each exchange and for each violation, without query, headers and body. */
function logLines({ method, operation, status, findings, unchecked, durationMs }: ProxiedExchange): string[] {
  const whole = unchecked === undefined ? "passed" : status === undefined ? "no response" : "not wholly checked";
  const outcome = findings.length > 0 ? `${findings.length} failed` : whole;
  const line = [method, operation ?? "no operation", status ?? "-", outcome, `${Math.round(durationMs)} ms`].join("  ");
  return [
    ...[line, ...findings.map(({ rule, message, at }) => `  ${rule}: ${message}, ${at}`)],
    ...(unchecked === undefined ? [] : [`  ${unchecked}`]),
  ].map((text) => visibleText(text, { oneLine: true }));
}
