// npm start: a tour of every operation through the client, on a sandbox of the service in this process.
import { parseArgs } from "node:util";
import { loadContract } from "content-service-contract-tests";
import { createSandbox } from "content-service-sandbox";
import { heading, line, say } from "./tour/say.js";
import { serve } from "./tour/serve.js";
import { tour } from "./tour/tour.js";

const USAGE = `Usage: npm start [-- options]

  --serve   keep the sandbox running after the tour
  --help    this text`;

try {
  const { values } = parseArgs({ options: { serve: { type: "boolean" }, help: { type: "boolean" } } });
  if (values.help) console.log(USAGE);
  else await run(values.serve ?? false);
} catch (error) {
  const isUsage = error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  console.error(isUsage ? `${error.message}\n\n${USAGE}` : error);
  process.exitCode = isUsage ? 2 : 1;
}

async function run(staysUp: boolean): Promise<void> {
  const startMs = performance.now();
  const sandbox = await createSandbox();
  try {
    const server = await sandbox.listen();
    say(heading("A tour of the content service client"));
    say(`A sandbox in this process plays the service, at ${server.baseUrl}. It remembers what is done to it.`);
    say(
      "Every answer is held against the contract. Below each result stands the call that brought it, and who made it:",
    );
    say("the admin, the owner of most files, a reviewer, a new member, or a partner from outside.");
    const called = await tour({ sandbox, server, say });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    say();
    say(line("done", `${called} of ${loadContract().operations.length} operations, 0 failed, in ${seconds} s`));
    if (staysUp) {
      sandbox.reset();
      await serve(sandbox, server, say);
    }
  } finally {
    await sandbox.close();
  }
}
