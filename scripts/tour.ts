// npm start: calls every operation through the client, against a mock of the contract in this process.
import { loadContract } from "../contract-tests/src/index.js";
import { startMock } from "../contract-tests/suites/targets.js";
import { extras } from "./tour/extras.js";
import { heading, line, say } from "./tour/say.js";
import { tour } from "./tour/tour.js";

const startMs = performance.now();
const contract = loadContract();
const mock = await startMock(contract.document);
try {
  say(heading("A tour of the content service client"));
  say(
    `${contract.operations.length} operations, called through the client. They are answered by a mock of the contract at ${mock.baseUrl}`,
  );
  say("that keeps no state: what it answers are the examples of the contract.");

  const called = await tour(mock, contract);
  if (called < contract.operations.length) throw new Error(`the tour calls only ${called} operations`);
  await extras(mock);

  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  say();
  say(line("done", `${called} of ${contract.operations.length} operations, 0 failed, in ${seconds} s`));
} finally {
  await mock.close();
}
