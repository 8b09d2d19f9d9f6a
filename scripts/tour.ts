// npm start: calls every operation with the client, on a sandbox in this process.
import { loadContract } from "content-service-contract";
import { createSandbox, type Listening } from "content-service-sandbox";
import { tour } from "./run-tour.js";
import { heading, line, paragraph, say } from "./tour/print.js";

const introduction = ({ baseUrl }: Listening) =>
  `The service is a stateful sandbox in this process, at ${baseUrl}. Every response is checked against the contract. Each ` +
  "result is followed by the call that produced it, which names its user: the admin, the owner of most files, a " +
  "reviewer, a new member, or an external partner.";

const NEXT_STEPS = [
  ["Write a first program", "docs/guides/start.md"],
  ["Read the docs", "npm run docs:serve: guides, and a form to try each operation"],
  ["Start a sandbox", "npm run sandbox"],
  ["Look into the sandbox", "http://127.0.0.1:4010/_sandbox/ui: requests, records and faults"],
] as const;

const startMs = performance.now();
const sandbox = await createSandbox();
try {
  const server = await sandbox.listen();
  say(heading("A tour of the content service client"));
  say(paragraph(introduction(server), 0));
  const called = await tour({ sandbox, server, say });
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  say();
  say(line("done", `${called} of ${loadContract().operations.length} operations, 0 failed, in ${seconds} s`));
  say(`\n${heading("Next steps")}\n`);
  for (const [name, text] of NEXT_STEPS) say(line(name, text));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await sandbox.close();
}
