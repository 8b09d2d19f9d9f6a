import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** The memory of this process without garbage. */
export function memoryInUse(): NodeJS.MemoryUsage {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  collect();
  collect();
  return process.memoryUsage();
}
