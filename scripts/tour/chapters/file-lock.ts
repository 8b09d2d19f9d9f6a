import { paragraph } from "../print.js";
import type { Chapter } from "../stage.js";

const HOUR_MS = 3_600_000;

export const fileLock: Chapter = {
  title: "File locks",
  story: "The owner locks a file for an hour. The partner, an editor, must wait.",
  file: import.meta.url,
  async play({ as, shows, showsError, sandbox, say }) {
    const owner = as("owner");
    const partner = as("partner");
    const inAnHour = new Date(sandbox.clock.now() + HOUR_MS).toISOString();
    const locked = await shows(
      () =>
        owner.updateFile({
          path: { file_id: "4007" },
          query: { fields: ["etag", "lock"] },
          body: { lock: { access: "lock", expires_at: inAnHour } },
        }),
      ({ name, etag, lock }) => `${name} is locked by ${lock?.created_by?.name}, and has etag ${etag}`,
    );
    await showsError(
      () => partner.updateFile({ path: { file_id: "4007" }, body: { name: "offer-2.pdf" } }),
      403,
      "access_denied_item_locked",
    );

    sandbox.clock.advance(HOUR_MS);
    say(`\n${paragraph("The clock of the sandbox is advanced by an hour.")}\n`);
    await shows(
      () =>
        partner.updateFile({
          path: { file_id: "4007" },
          query: { fields: ["etag", "lock"] },
          body: { name: "offer-2.pdf" },
        }),
      ({ name, etag, lock }) => `${lock ? "still locked" : "the lock has expired"}: ${name} has etag ${etag}`,
    );
    await showsError(
      () =>
        owner.updateFile({
          path: { file_id: "4007" },
          header: { "If-Match": locked.etag },
          body: { name: "final offer.pdf" },
        }),
      412,
      "precondition_failed",
    );
    await shows(
      () => owner.updateFile({ path: { file_id: "4007" }, query: { fields: ["etag"] }, body: {} }),
      ({ name, etag }) => `the file is unchanged: ${name}, with etag ${etag}`,
    );
  },
};
