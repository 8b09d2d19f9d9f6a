import { loadContract } from "content-service-contract-tests";
import type { Listening, Sandbox } from "content-service-sandbox";
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
import { type Chapter, createStage, heading, type Say } from "./stage.js";

/** Where a tour takes place, and what it shows. */
interface TourOptions {
  readonly sandbox: Sandbox;
  readonly server: Listening;
  readonly say: Say;
  /** @default all */
  readonly story?: readonly Chapter[] | undefined;
}

/**
 * Plays all chapters, and gives the number of operations that did what they are for.
 *
 * Throws an `Error` when anything is not as it is told, an answer does not fit the contract, or an operation is missing.
 */
export async function tour({ sandbox, server, say, story = chapters }: TourOptions): Promise<number> {
  const { play, operations } = createStage(sandbox, server, say);
  for (const chapter of story) {
    say(`\n${heading(chapter.title)}`);
    say(`  ${chapter.story}\n`);
    await play(chapter);
  }
  const missing = loadContract().operations.filter(({ id }) => !operations.has(id));
  if (missing.length > 0) throw new Error(`The tour does not show ${missing.map(({ id }) => id).join(", ")}`);
  return operations.size;
}

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
