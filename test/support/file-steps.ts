import { type FileHandle, open } from "node:fs/promises";
import { devNull } from "node:os";
import { onTestFinished } from "vitest";

/** Calls back before each call of a method of open files during a test, with its number from 1. */
export async function onFileStep(method: "stat" | "sync", callback: (step: number, handle: FileHandle) => void) {
  const handle = await open(devNull);
  await handle.close();
  const prototype: Record<typeof method, (this: FileHandle) => unknown> = Object.getPrototypeOf(handle);
  const original = prototype[method];
  let steps = 0;
  onTestFinished(() => {
    prototype[method] = original;
  });
  prototype[method] = function () {
    steps += 1;
    callback(steps, this);
    return original.call(this);
  };
}
