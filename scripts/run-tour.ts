import { loadContract } from "content-service-contract";
import type { Listening, Sandbox } from "content-service-sandbox";
import { accessTokens } from "./tour/chapters/access-tokens.js";
import { collaborations } from "./tour/chapters/collaborations.js";
import { fileLock } from "./tour/chapters/file-lock.js";
import { legalHolds } from "./tour/chapters/legal-holds.js";
import { metadata } from "./tour/chapters/metadata.js";
import { queries } from "./tour/chapters/queries.js";
import { restore } from "./tour/chapters/restore.js";
import { sharedLinks } from "./tour/chapters/shared-links.js";
import { tasks } from "./tour/chapters/tasks.js";
import { userDeletion } from "./tour/chapters/user-deletion.js";
import { heading, paragraph, type Say } from "./tour/print.js";
import { type Chapter, createStage } from "./tour/stage.js";

interface TourOptions {
  readonly sandbox: Sandbox;
  readonly server: Listening;
  readonly say: Say;
  /** @default all */
  readonly story?: readonly Chapter[] | undefined;
}

/**
 * Runs all chapters and returns the number of operations that succeeded.
 *
 * Throws an `Error` if a result is unexpected, a response violates the contract, or an operation is missing.
 */
export async function tour({ sandbox, server, say, story = chapters }: TourOptions): Promise<number> {
  const { play, operations } = createStage(sandbox, server, say);
  for (const chapter of story) {
    say(`\n${heading(chapter.title)}`);
    say(`${paragraph(chapter.story)}\n`);
    await play(chapter);
  }
  const missing = loadContract().operations.filter(({ id }) => !operations.has(id));
  if (missing.length > 0) {
    const ids = missing.map(({ id }) => id).join(", ");
    throw new Error(`The tour does not call ${ids} (add a call to a chapter in scripts/tour/chapters/)`);
  }
  return operations.size;
}

/** The chapters in order. A chapter builds on the state that earlier ones leave. */
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
