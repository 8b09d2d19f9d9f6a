import { bundleConsumers } from "./bundle-consumers.js";
import type { Consumer } from "./consumer.js";
import { generatorConsumer, readmeConsumer } from "./readme-consumers.js";
import { bunConsumer, denoConsumer, nextConsumer, nodeConsumers, workerConsumer } from "./runtime-consumers.js";
import { testRunnerConsumers } from "./test-runner-consumers.js";
import { typescriptConsumers } from "./typescript-consumers.js";

/** Every consumer. */
export async function allConsumers(): Promise<Consumer[]> {
  return [
    readmeConsumer(),
    await generatorConsumer(),
    ...(await nodeConsumers()),
    await bunConsumer(),
    await denoConsumer(),
    await workerConsumer(),
    await nextConsumer(),
    ...(await bundleConsumers()),
    ...(await typescriptConsumers()),
    ...(await testRunnerConsumers()),
  ];
}
