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
