import type { Sandbox, Seed } from "content-service-sandbox";

/** The file with an id, as a snapshot of the sandbox has it. Throws when there is none. */
export function fileIn(sandbox: Sandbox, id: string): NonNullable<Seed["files"]>[number] {
  const found = sandbox.snapshot().files?.find((file) => file.id === id);
  if (found === undefined) throw new Error(`The sandbox has no file ${id}`);
  return found;
}
