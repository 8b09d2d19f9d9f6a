import { type Command, createInterruption, readOptions, readPort } from "./command.js";
import { CONTRACT_USAGE, contractOption, readContract } from "./contract-file.js";
import { startMock } from "./start-mock.js";

const usage = `Usage: content-contract mock [options]

Starts a mock of the contract, which responds to each call with an example. It keeps no state; the sandbox does. It needs
packages of Prism, and prints the install command when they are missing.

${CONTRACT_USAGE}
  --port <number>           the port to listen on (4011; 0 takes a free one)
  --host <address>          the address to listen on (127.0.0.1, which only this machine can reach)
  --quiet                   print nothing
  --help                    this text

It runs until it is interrupted. Exit codes: 0 interrupted, 2 the mock could not start.`;

/** Starts a mock. */
export const mockCommand: Command = {
  usage,
  async run(args) {
    const { values } = readOptions({
      args: [...args],
      options: {
        ...contractOption,
        port: { type: "string", default: "4011" },
        host: { type: "string", default: "127.0.0.1" },
        quiet: { type: "boolean", default: false },
      },
    });
    const { document } = await readContract(values);
    const interruption = createInterruption();
    try {
      const mock = await startMock(document, { port: readPort(values.port), host: values.host });
      if (!values.quiet) {
        console.log(`The mock is ready at ${mock.url}`);
        console.log("  The base address and the token address are the same, and any token will do.");
        if (values.contract === undefined) {
          console.log(`  try  curl -H 'Authorization: Bearer any' ${mock.url}/users/me`);
        }
      }
      if (!interruption.signal.aborted) {
        await new Promise((resolve) => interruption.signal.addEventListener("abort", resolve));
      }
      await mock.close();
      return 0;
    } finally {
      interruption.end();
    }
  },
};
