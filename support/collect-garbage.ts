import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Collects all garbage, once the current turn of the event loop has ended: until then, a `WeakRef` keeps its target. */
export async function collectGarbage(): Promise<void> {
  // The flag of the shell is the only way to the collector; V8 accepts it at run time.
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  await new Promise(setImmediate);
  collect();
}

/** The memory of this process without garbage. Finalizers free more in the turn after a collection. */
export async function memoryInUse(): Promise<NodeJS.MemoryUsage> {
  for (let turn = 0; turn < 3; turn += 1) await collectGarbage();
  return process.memoryUsage();
}
