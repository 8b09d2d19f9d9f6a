import { type Figure, percentile } from "./figure.js";
import { startServer } from "./start-server.js";

const STARTS = 7;

/** Measures how long a sandbox takes to be ready, each time in a new process. */
export async function measureStart(): Promise<Figure[]> {
  const ready: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const server = await startServer("default");
    ready.push(server.startMs);
    whole.push(server.processMs);
    await server.stop();
  }
  return [
    { name: "createSandbox and listen, median", value: percentile(ready, 0.5), unit: "ms", bound: { atMost: 300 } },
    { name: "createSandbox and listen, slowest", value: Math.max(...ready), unit: "ms" },
    { name: "the whole process, with tsx and all modules, median", value: percentile(whole, 0.5), unit: "ms" },
  ];
}
