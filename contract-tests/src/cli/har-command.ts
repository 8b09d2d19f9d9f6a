import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { counted } from "content-service-contract/text";
import { checkHar, type HarResult } from "../har/check-har.js";
import { type Command, exchangeOptions, readAddress, readExchangeOptions } from "./command.js";
import { contractOptions, readContract } from "./contract-file.js";
import { readOptions, usageOf, value } from "./options.js";
import { prepareReports, reportOptions } from "./report-options.js";
import { reasonOf, UsageError } from "./usage-error.js";

const options = {
  "base-url": value("<url>", "the base address of the service; guessed from the recording by default"),
  "auth-url": value("<url>", "the address of its token server; guessed as well"),
  ...contractOptions,
  ...exchangeOptions,
  ...reportOptions,
};

export const command: Command = {
  usage: usageOf(
    "har <file> [options]",
    "Checks recorded traffic against the contract: a HAR file of a browser or of a proxy, or - for stdin.",
    options,
    "Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run or nothing was checked.",
  ),
  async run(args) {
    const { values, positionals } = readOptions(options, args, true);
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new UsageError("Give the name of one file. See --help.");
    const address = (name: "base-url" | "auth-url") =>
      values[name] === undefined ? undefined : readAddress(`--${name}`, values[name]);
    const contract = await readContract(values);
    const checking = readExchangeOptions(values);
    const addresses = { baseUrl: address("base-url"), authUrl: address("auth-url") };
    const giveReports = await prepareReports(values, contract);
    const result = checkHar(await read(file), { subject: basename(file), ...addresses, ...checking, contract });
    if (!values.quiet) for (const line of summaryLines(result)) console.log(line);
    return giveReports(result.report);
  },
};

async function read(file: string): Promise<unknown> {
  try {
    // Some recorders write a byte order mark.
    return JSON.parse((await readLimited(file)).replace(/^\uFEFF/, ""));
  } catch (error) {
    // The message of the parser would quote the file, which has secrets.
    const reason = error instanceof SyntaxError ? "it is not JSON" : reasonOf(error);
    throw new UsageError(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

/** The longest recording: 256 MiB. V8 has no strings above 512 MiB. */
const MAX_HAR_BYTES = 268_435_456;

/** Also for a pipe or a device, which have no size. */
async function readLimited(file: string): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file === "-" ? process.stdin : createReadStream(file)) {
    bytes += chunk.length;
    if (bytes > MAX_HAR_BYTES) throw new Error("it is longer than 256 MiB; split the recording");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function summaryLines(result: HarResult): string[] {
  const { report, addresses, tokensRemoved } = result;
  const { elsewhere, withoutResponse, multipart } = result.skipped;
  const counts = Object.entries({
    "lead elsewhere or are preflights": elsewhere,
    "have no response": withoutResponse,
    "sent a form with files": multipart,
  }).filter(([, count]) => count > 0);
  const left = counts.map(([what, count]) => `${count} ${what}`).join(", ");
  return [
    `Checked ${counted(report.exchanges, "call")} of ${addresses.baseUrl}${left === "" ? "" : `; of the others ${left}`}.`,
    ...(tokensRemoved ? ["The recording has no tokens at all, so it was not checked whether calls carry one."] : []),
    "",
  ];
}
