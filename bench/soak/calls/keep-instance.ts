import { isApiError } from "content-service-client";
import { type Caller, type Deed, untilAnswered } from "./caller.js";

/** What is known of the metadata on the file of a caller: the round in which it was made. */
export type InstanceState = string | undefined;

/** Makes the deed that creates an instance on the caller's file, reads it, and deletes it. */
export function instanceKeeper(fileId: string): { readonly deed: Deed; readonly state: () => InstanceState } {
  const path = { file_id: fileId, scope: "global" as const, template_key: "properties" };
  let state: InstanceState;
  let rounds = 0;

  /** Sees whether there is an instance. It must be one of those that there can be. */
  async function look(caller: Caller, possible: readonly InstanceState[]): Promise<void> {
    const { client, meter } = caller;
    const seen = await untilAnswered(caller, "getFileMetadata", () =>
      client.getFileMetadata({ path }).then(({ round }) => String(round), absent),
    );
    if (seen === undefined) return;
    state = seen.value;
    if (!possible.includes(state))
      meter.problem(`file ${fileId} has the instance ${state}, not ${possible.join(" or ")}`);
  }

  const deed: Deed = async (caller) => {
    const { client, meter } = caller;
    const before = state;
    let after: InstanceState;
    let ended: { readonly error: unknown } | { readonly value: unknown };
    if (before === undefined) {
      const round = String(++rounds);
      after = round;
      ended = await meter.call("createFileMetadata", () => client.createFileMetadata({ path, body: { round } }));
    } else {
      ended = await meter.call("deleteFileMetadata", () => client.deleteFileMetadata({ path }));
    }
    await look(caller, "value" in ended ? [after] : [before, after]);
  };
  return { deed, state: () => state };
}

/** Gives nothing where the service says that there is nothing. */
function absent(error: unknown): undefined {
  if (isApiError(error) && error.status === 404) return undefined;
  throw error;
}
