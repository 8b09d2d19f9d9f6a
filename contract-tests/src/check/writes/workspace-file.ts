import type { Session } from "../session/check.js";
import { ownId } from "../session/target-input.js";

/** The folder and file of the target. Skips the check when it has none. */
export function workspaceOf(session: Session): { readonly folderId: string; readonly fileId: string } {
  return { folderId: ownId(session, "folder"), fileId: ownId(session, "file") };
}
