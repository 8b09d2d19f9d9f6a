import { createClient } from "content-service-client";
import type { Contract } from "../../contract-tests/src/index.js";
import type { TargetAddress } from "../../contract-tests/suites/targets.js";
import { prefer } from "./prefer.js";
import { aside, heading, line, say } from "./say.js";
import { callText, type Step, steps } from "./steps.js";

/** Calls every operation once and tells what came back. Gives the number of operations called. */
export async function tour(target: TargetAddress, contract: Contract): Promise<number> {
  let last = "";
  for (const step of steps) {
    const tag = tagOf(contract, step.operation);
    if (tag !== last) say(`\n${heading(tag)}`);
    last = tag;
    say(line(step.operation, await step.run(clientFor(target, step))));
    say(aside(callText(step)));
  }
  return new Set(steps.map(({ operation }) => operation)).size;
}

function clientFor({ baseUrl, authUrl, token }: TargetAddress, { example }: Step) {
  const fetch = (url: string, init: RequestInit) => globalThis.fetch(url, example ? prefer(init, example) : init);
  return createClient({ baseUrl, authUrl, auth: token, fetch });
}

function tagOf({ operations, document }: Contract, id: string): string {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`${id} is not in the contract`);
  // The contract's lint holds that each operation has one tag.
  const { paths } = document as unknown as { paths: Record<string, Record<string, { tags: string[] }>> };
  return paths[operation.path]?.[operation.method]?.tags[0] ?? "";
}
