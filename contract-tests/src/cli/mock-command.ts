import { type Command, createInterruption, readPort, serverOptions } from "./command.js";
import { contractOptions, readContract } from "./contract-file.js";
import { flag, readOptions, usageOf } from "./options.js";
import { startMock } from "./start-mock.js";

const options = { ...contractOptions, ...serverOptions("4011"), quiet: flag("print nothing") };

/** Starts a mock. */
export const command: Command = {
  usage: usageOf(
    "mock [options]",
    `Starts a mock of the contract, which responds to each call with an example. It keeps no state; the sandbox does. It needs
packages of Prism, and prints the install command when they are missing.`,
    options,
    "It runs until it is interrupted. Exit codes: 0 interrupted, 2 the mock could not start.",
  ),
  async run(args) {
    const { values } = readOptions(options, args);
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
      await interruption.requested();
      await mock.close();
      return 0;
    } finally {
      interruption.end();
    }
  },
};
