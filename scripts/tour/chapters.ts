import { accessTokens } from "./chapters/access-tokens.js";
import { collaborations } from "./chapters/collaborations.js";
import { fileLock } from "./chapters/file-lock.js";
import { legalHolds } from "./chapters/legal-holds.js";
import { metadata } from "./chapters/metadata.js";
import { queries } from "./chapters/queries.js";
import { restore } from "./chapters/restore.js";
import { sharedLinks } from "./chapters/shared-links.js";
import { tasks } from "./chapters/tasks.js";
import { userDeletion } from "./chapters/user-deletion.js";
import type { Chapter } from "./stage.js";

/** The tour, in the order in which a newcomer might want it. A chapter builds on what those before it have done. */
export const chapters: readonly Chapter[] = [
  accessTokens,
  metadata,
  fileLock,
  sharedLinks,
  collaborations,
  restore,
  queries,
  legalHolds,
  tasks,
  userDeletion,
];
