// npm start: calls every operation with the client, on a sandbox in this process.
import { fileURLToPath } from "node:url";
import { loadContract } from "content-service-contract";
import { createSandbox, type Listening, type Sandbox } from "content-service-sandbox";
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
import { heading, line, paragraph, type Say } from "./tour/print.js";
import { type Chapter, createStage } from "./tour/stage.js";

/** The chapters in order. A chapter builds on the state that earlier ones leave. */
const chapters: readonly Chapter[] = [
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

interface TourOptions {
  readonly sandbox: Sandbox;
  readonly server: Listening;
  readonly say: Say;
}

/**
 * Runs all chapters and returns the number of operations that succeeded.
 *
 * Throws an `Error` if a result is unexpected, a response violates the contract, or an operation is missing.
 */
export async function tour({ sandbox, server, say }: TourOptions): Promise<number> {
  const { play, operations } = createStage(sandbox, server, say);
  for (const chapter of chapters) {
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

const introduction = ({ baseUrl }: Listening) =>
  `The service is a stateful sandbox in this process, at ${baseUrl}. Every response is checked against the contract. Each ` +
  "result is followed by the call that produced it, which names its user: the admin, the owner of most files, a " +
  "reviewer, a new member, or an external partner.";

const NEXT_STEPS = [
  ["Write a first program", "docs/guides/start.md"],
  ["Read the docs", "npm run docs:serve: guides, and a form to try each operation"],
  ["Start a sandbox", "npm run sandbox"],
  ["Look into the sandbox", "http://127.0.0.1:4010/_sandbox/ui: requests, records and faults"],
] as const;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const say: Say = (text = "") => console.log(text);
  const startMs = performance.now();
  const sandbox = await createSandbox();
  try {
    const server = await sandbox.listen();
    say(heading("A tour of the content service client"));
    say(paragraph(introduction(server), 0));
    const called = await tour({ sandbox, server, say });
    const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
    say();
    say(line("done", `${called} of ${loadContract().operations.length} operations, 0 failed, in ${seconds} s`));
    say(`\n${heading("Next steps")}\n`);
    for (const [name, text] of NEXT_STEPS) say(line(name, text));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  } finally {
    await sandbox.close();
  }
}
