import { type Contract, type Json, parseJson } from "content-service-contract";
import { bodyDefects } from "./bodies.js";
import { conditionDefects, fieldDefects } from "./conditions.js";
import type { Defect } from "./defect.js";
import { proofCall, requestTo, startDefectServer } from "./defect-server.js";
import { listDefects } from "./lists.js";
import { type Successes, shapeDefects } from "./shapes.js";
import { headerDefects, statusDefects } from "./statuses.js";
import { refreshDefects, rightsDefects, tokenDefects } from "./tokens.js";
import { writeDefects } from "./writes.js";
import { wrongRequestDefects } from "./wrong-requests.js";

/** All planted defects, in a fixed order. Another `turn` selects other properties and other parts of requests. */
export async function plantedDefects(contract: Contract, turn = 0): Promise<Defect[]> {
  const successes = await healthySuccesses(contract);
  return [
    ...statusDefects(contract),
    ...shapeDefects(contract, successes, turn),
    ...bodyDefects(contract),
    ...headerDefects(contract),
    ...tokenDefects(contract),
    ...rightsDefects(contract),
    ...wrongRequestDefects(contract, successes, turn),
    ...listDefects(contract),
    ...conditionDefects(contract),
    ...fieldDefects(contract),
    ...writeDefects(contract),
    ...refreshDefects,
  ];
}

/** The success response of a healthy sandbox to each operation's working call. */
async function healthySuccesses(contract: Contract): Promise<Successes> {
  const found: Record<string, Json> = {};
  for (const { id } of contract.operations) {
    const server = await startDefectServer(undefined);
    const { status, body } = await server.respond(requestTo(server, id, proofCall(id)));
    if (status >= 300)
      throw new Error(`Expected a 2xx response to the working call of ${id}; received ${status}: ${body}`);
    const json = parseJson(body);
    if (json !== undefined) found[id] = json;
  }
  return found;
}
