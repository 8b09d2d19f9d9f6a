import type { FileRecord, FileVersionRecord, LegalHoldPolicyAssignmentRecord } from "./records.js";
import { itemsBelow } from "./tree.js";
import { currentVersion, fileById, type World } from "./world.js";

/** A version that is held, with its file. */
export interface HeldVersion {
  readonly file: FileRecord;
  readonly version: FileVersionRecord;
}

/** The versions that an assignment of a policy holds: of a file, of all below a folder, of all that a user owns, or one. */
export function heldVersions(world: World, assignment: LegalHoldPolicyAssignmentRecord): readonly HeldVersion[] {
  return world.memo(`versions held by ${assignment.id}`, [world.items, world.legalHoldPolicyAssignments], () => {
    const { type, id } = assignment.assigned_to;
    if (type !== "file_version") return filesHeld(world, type, id).flatMap(versionsOf);
    const [fileId = ""] = world.filesByVersion.keys(id);
    const file = fileById(world, fileId);
    return file === undefined ? [] : versionsOf(file).filter(({ version }) => version.id === id);
  });
}

/** Whether a held version is the current one of its file. */
export function isCurrent({ file, version }: HeldVersion): boolean {
  return currentVersion(file).id === version.id;
}

function filesHeld(world: World, type: "file" | "folder" | "user", id: string): FileRecord[] {
  if (type === "folder") return itemsBelow(world, id).filter((item) => item.type === "file");
  if (type === "user") {
    return [...world.items.values()].filter((item): item is FileRecord => item.type === "file" && item.owner_id === id);
  }
  const file = fileById(world, id);
  return file === undefined ? [] : [file];
}

function versionsOf(file: FileRecord): HeldVersion[] {
  return file.versions.map((version) => ({ file, version }));
}
