import { inject, test } from "vitest";
import { allConsumers } from "./all-consumers.js";
import { runConsumer } from "./consumer.js";

const { tarballs, folder } = inject("packed");

for (const consumer of await allConsumers())
  test.concurrent(`${consumer.name} ${consumer.version}`, () => runConsumer(consumer, tarballs, folder));
