import type { Contract } from "../../contract/contract.js";
import type { Check, CheckTarget } from "../session/check.js";
import { creationChecks } from "./creations.js";
import { fileMetadataChecks } from "./file-metadata.js";
import { refreshTokenChecks } from "./refresh-token.js";
import { removalChecks } from "./removals.js";
import { shareFile } from "./share-file.js";
import { allOrNothing, fileChangeChecks, heedEtag, standardFile } from "./update-file.js";
import { wrongWriteChecks } from "./wrong-writes.js";

/**
 * The checks that change something, in the order in which they run: what is put back, what stays, and last what takes
 * away the things that wrong requests are sent to. Those of the refresh token need the level `none` alone, since only
 * a target that gives one has it spent.
 */
export function writeChecks(contract: Contract, target: CheckTarget): Check[] {
  return [
    standardFile,
    ...fileChangeChecks(),
    allOrNothing,
    heedEtag,
    shareFile,
    ...fileMetadataChecks(),
    ...wrongWriteChecks(contract, target),
    ...creationChecks(),
    ...removalChecks(),
    ...refreshTokenChecks(contract, target),
  ];
}
