import { loadContract } from "content-service-contract";
import type { Defect } from "./defects/defect.js";
import { startDefectServer } from "./defects/defect-server.js";
import { plantedDefects } from "./defects/index.js";
import { exercise } from "./exercise.js";
import { sampled, UNTRIED, type WorkerResult } from "./results.js";
import { tryKit } from "./try-kit.js";
import { startPrismTrial } from "./try-prism.js";

// Worker `part` of `parts`: tries every `parts`-th defect and sends the results. Prism tries all or none.
const [part = "0", parts = "1", sample = "0", turn = "0"] = process.argv.slice(2);
const contract = loadContract();
const own = sampled(await plantedDefects(contract, Number(turn)), Number(sample));
const defects = own.filter((_, index) => index % Number(parts) === Number(part));
const prism = sample === "0" && turn === "0" ? await startPrismTrial(contract) : undefined;
const healthy = new Map<string, string>();
const results: WorkerResult[] = [];
for (const defect of defects) {
  results.push({
    id: defect.id,
    real: await changesAResponse(defect),
    kit: await tryKit(defect),
    prism: (await prism?.try(defect)) ?? UNTRIED,
  });
}
await prism?.close();
process.send?.(results, () => process.exit());

async function changesAResponse(defect: Defect): Promise<boolean> {
  const { operation } = defect;
  const before = healthy.get(operation) ?? (await responses(operation, undefined));
  healthy.set(operation, before);
  return (await responses(operation, defect)) !== before;
}

async function responses(operation: string, defect: Defect | undefined): Promise<string> {
  return (await exercise(await startDefectServer(defect), operation)).join("\n");
}
