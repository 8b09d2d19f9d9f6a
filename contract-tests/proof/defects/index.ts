import { jsonIn } from "../answers.js";
import type { Defect } from "../defect.js";
import { startDefectServer } from "../defect-server.js";
import type { Contract, Json } from "../kit.js";
import { sentTo, workingInput } from "../working-calls.js";
import { bodyDefects } from "./bodies.js";
import { conditionDefects, fieldDefects } from "./conditions.js";
import { headerDefects } from "./headers.js";
import { listDefects } from "./lists.js";
import { refreshDefects } from "./refreshing.js";
import { type Successes, shapeDefects } from "./shapes.js";
import { statusDefects } from "./statuses.js";
import { tokenDefects } from "./tokens.js";
import { writeDefects } from "./writes.js";
import { wrongRequestDefects } from "./wrong-requests.js";

/**
 * Every defect that is planted, in a fixed order. Each has an id of its own. Another turn hits other properties and other
 * parts of requests.
 */
export async function plantedDefects(contract: Contract, turn = 0): Promise<Defect[]> {
  const successes = await healthySuccesses(contract);
  return [
    ...statusDefects(contract),
    ...shapeDefects(contract, successes, turn),
    ...bodyDefects(contract),
    ...headerDefects(contract),
    ...tokenDefects(contract),
    ...wrongRequestDefects(contract, successes, turn),
    ...listDefects(contract),
    ...conditionDefects(contract),
    ...fieldDefects(contract),
    ...writeDefects(contract),
    ...refreshDefects,
  ];
}

/** What a healthy sandbox answers to the working call of each operation. */
export async function healthySuccesses(contract: Contract): Promise<Successes> {
  const found: Record<string, Json> = {};
  for (const { id } of contract.operations) {
    const server = await startDefectServer(undefined);
    const { status, body } = await server.answer(sentTo(server, contract, id, workingInput(contract, id)));
    if (status >= 300) throw new Error(`The working call of ${id} was answered with ${status}: ${body}`);
    const json = jsonIn(body);
    if (json !== undefined) found[id] = json;
  }
  return found;
}
