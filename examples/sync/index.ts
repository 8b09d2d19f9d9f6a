// Makes a local folder and a folder of the service alike: CONTENT_TOKEN=… npx tsx examples/sync <folder> <folder id>
import { parseArgs } from "node:util";
import { nodeTransport } from "content-service-client/node-transport";
import { createStore } from "./remote.js";
import { sync } from "./sync.js";

const USAGE = `Usage: sync <local folder> <id of a folder of the service> [--base-url <url>] [--concurrency <number>]
The token is read from CONTENT_TOKEN. What is removed is kept in <local folder>/.sync/removed, or in the trash of the service.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "base-url": { type: "string", default: "http://127.0.0.1:4010/2.0" },
    concurrency: { type: "string", default: "8" },
    help: { type: "boolean", default: false },
  },
});
const [root, folder, ...others] = positionals;
const concurrency = Number(values.concurrency);
const token = process.env["CONTENT_TOKEN"];
if (values.help) {
  console.log(USAGE);
} else if (!root || !folder || others.length > 0 || !Number.isInteger(concurrency) || concurrency < 1 || !token) {
  console.error(token ? USAGE : `CONTENT_TOKEN is missing.\n${USAGE}`);
  process.exitCode = 2;
} else {
  const transport = nodeTransport();
  const store = createStore({ baseUrl: values["base-url"], auth: token, fetch: transport.fetch });
  try {
    const onProgress = process.stderr.isTTY ? showProgress : undefined;
    const settings = { concurrency, partsFrom: 20_000_000, now: () => new Date(), onProgress };
    const { counts, problems } = await sync({ store, root, folder, ...settings });
    for (const problem of problems) console.error(problem);
    const actions = Object.entries(counts).map(([action, count]) => `${count} ${action}`);
    console.log(actions.join(", ") || "nothing to do");
    process.exitCode = problems.length > 0 ? 1 : 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await transport.close();
  }
}

function showProgress(done: number, total: number): void {
  const bar = "=".repeat(Math.floor((40 * done) / total)).padEnd(40);
  process.stderr.write(`\r[${bar}] ${done} of ${total}${done === total ? "\n" : ""}`);
}
