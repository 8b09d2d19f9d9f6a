import { insecureMessage, isInsecure } from "content-service-contract/local-server";
import { visibleText } from "content-service-contract/text";
import { createContractProxy } from "../proxy/create-contract-proxy.js";
import type { ProxiedExchange } from "../proxy/watcher.js";
import {
  BRAND_USAGE,
  brandOptions,
  type Command,
  createInterruption,
  readAddress,
  readBrandHeader,
  readOptions,
  readPort,
  readStrict,
  UsageError,
} from "./command.js";
import { CONTRACT_USAGE, contractOption, readContract } from "./contract-file.js";
import { giveReports, prepareReports, REPORT_USAGE, reportOptions } from "./report-options.js";

const usage = `Usage: content-contract proxy --target <url> [options]

Forwards traffic between a client and a service, and checks each exchange against the contract. Responses are unchanged
except for one header: Contract-Violations, a JSON list. Responses above 1 MiB or slower than 2 s are forwarded before
their body is checked; violations in the body go to the log and the reports.

  --target <url>            the base address of the service, with its version
  --auth-target <url>       the address of its token server, which is then found below /_auth
  --port <number>           the port to listen on (4012; 0 takes a free one)
  --host <address>          the address to listen on (127.0.0.1, which only this machine can reach)
  --allow-host <name>       another host name of the proxy in requests, such as that of a container (repeatable)
  --allow-insecure          forward credentials over http: also to hosts other than this machine
${CONTRACT_USAGE}
  --closed                  also report undocumented content as violations
  --strict <level>          listed: also report what the interface lists and some services omit (x-listed)
${BRAND_USAGE}
${REPORT_USAGE}
  --help                    this text

It runs until it is interrupted, and then writes its reports. Exit codes: 0 all checks passed, 1 a check failed, 2 no
request came through or the proxy could not start.`;

/** Starts a proxy that checks each exchange. */
export const proxyCommand: Command = {
  usage,
  async run(args) {
    const { values } = readOptions({
      args: [...args],
      options: {
        ...contractOption,
        target: { type: "string" },
        "auth-target": { type: "string" },
        port: { type: "string", default: "4012" },
        host: { type: "string", default: "127.0.0.1" },
        "allow-host": { type: "string", multiple: true, default: [] },
        "allow-insecure": { type: "boolean", default: false },
        closed: { type: "boolean", default: false },
        strict: { type: "string" },
        ...brandOptions,
        ...reportOptions,
      },
    });
    if (!values.target) throw new UsageError("The service is missing: give --target. See --help.");
    const contract = await readContract(values);
    const target = readAddress("--target", values.target);
    const auth = values["auth-target"];
    const authTarget = auth === undefined ? undefined : readAddress("--auth-target", auth);
    for (const address of [target, authTarget ?? target]) {
      if (!values["allow-insecure"] && isInsecure(address))
        throw new UsageError(insecureMessage(address, "--allow-insecure"));
    }
    const proxy = createContractProxy({
      target,
      authTarget,
      contract,
      closed: values.closed,
      listed: readStrict(values.strict),
      brandHeader: readBrandHeader(values),
      allowHosts: values["allow-host"],
      onExchange: (exchange) => {
        if (!values.quiet) for (const line of logLines(exchange)) console.log(line);
      },
    });
    const baseline = await prepareReports(values, contract);
    const port = readPort(values.port);
    const interruption = createInterruption();
    try {
      const { baseUrl, authUrl } = await proxy.listen({ port, host: values.host });
      if (!values.quiet) {
        console.log(`The proxy is ready at ${baseUrl}`);
        if (authUrl !== undefined) console.log(`  token address  ${authUrl}`);
      }
      if (!interruption.signal.aborted) {
        await new Promise((resolve) => interruption.signal.addEventListener("abort", resolve));
      }
      await proxy.close();
      const code = giveReports(proxy.report(), values, { contract, baseline });
      return interruption.code() === 2 ? 2 : code;
    } finally {
      interruption.end();
      await proxy.close();
    }
  },
};

/** A line for each exchange and for each violation, without query, headers and body. */
function logLines({ method, operation, status, findings, unchecked, durationMs }: ProxiedExchange): string[] {
  const outcome = findings.length > 0 ? `${findings.length} failed` : status === undefined ? "no response" : "passed";
  const line = [method, operation ?? "(no operation)", status ?? "-", outcome, `${Math.round(durationMs)} ms`].join(
    "  ",
  );
  return [
    ...[line, ...findings.map(({ rule, message, at }) => `  ${rule}: ${message}, ${at}`)],
    ...(unchecked === undefined ? [] : [`  ${unchecked}`]),
  ].map((text) => visibleText(text, { oneLine: true }));
}
