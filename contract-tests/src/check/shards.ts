import { createHash } from "node:crypto";
import type { Contract } from "content-service-contract";
import type { Shard } from "../report/report.js";
import type { Check } from "./session/check.js";

/** Which part of the planned checks a run makes: the first of five is `{ index: 1, total: 5 }`. */
export type ShardOption = Pick<Shard, "index" | "total">;

/** The checks of one shard: all of an operation together, in the shard with the fewest checks, those with the most first. */
export function checksOfShard(planned: readonly Check[], { index, total }: ShardOption): readonly Check[] {
  const counts = new Map<string, number>();
  for (const { operation } of planned) counts.set(operation, (counts.get(operation) ?? 0) + 1);
  const shards = Array.from({ length: total }, () => ({ checks: 0, operations: new Set<string>() }));
  for (const [operation, checks] of [...counts].sort(([, left], [, right]) => right - left)) {
    const least = shards.reduce((one, other) => (other.checks < one.checks ? other : one));
    least.checks += checks;
    least.operations.add(operation);
  }
  return planned.filter(({ operation }) => shards[index - 1]?.operations.has(operation));
}

/** What a report says about its shard: those of one run have the same plan. */
export function shardOf({ index, total }: ShardOption, planned: readonly Check[], contract: Contract): Shard {
  const plan = createHash("sha256").update(JSON.stringify([contract.document, planned.map(({ id }) => id)]));
  return { index, total, plan: plan.digest("hex").slice(0, 16) };
}
