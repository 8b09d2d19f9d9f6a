import { isApiError, isAuthError } from "content-service-client";
import type { Asked } from "../ledger.js";
import type { Ended } from "../meter.js";
import { LINKS_FOLDER } from "../soak-seed.js";
import type { Caller, Deed } from "./caller.js";

/** How often a caller creates something. What is created stays, so that the end can be compared; it must not be too much. */
const EVERY_MS = 2000;

/** Makes the deed that creates web links and tasks in turn, each with a name that no other has. */
export function itemCreator(): Deed {
  let created = 0;
  let nextMs = performance.now() + Math.random() * EVERY_MS;
  return async (caller) => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + EVERY_MS;
    created += 1;
    const name = `${caller.name}-${created}`;
    await (created % 2 === 0 ? createTask(caller, name) : createWebLink(caller, name));
  };
}

async function createWebLink({ client, meter }: Caller, name: string): Promise<void> {
  const body = { url: "https://register.example.com", parent: { id: LINKS_FOLDER }, name };
  const ended = await meter.call("createWebLink", () => client.createWebLink({ body }));
  meter.ask({ kind: "web link", name, ...toldBy(ended) });
}

/** Unlike a web link, a task may have the text of another: a write that is done twice leaves two. */
async function createTask({ client, meter, fileId }: Caller, name: string): Promise<void> {
  const body = { item: { type: "file" as const, id: fileId }, action: "review" as const, message: name };
  const ended = await meter.call("createTask", () => client.createTask({ body }));
  meter.ask({ kind: "task", name, ...toldBy(ended) });
}

function toldBy(ended: Ended<{ readonly id?: string }>): Pick<Asked, "outcome" | "id"> {
  if ("value" in ended) return { outcome: "done", id: ended.value.id };
  const { error } = ended;
  // It was not sent, or the service said that it did nothing.
  const refused =
    isAuthError(error) ||
    (isApiError(error) && (error.status === 429 || (error.status === 503 && error.retryAfterMs !== undefined)));
  return { outcome: refused ? "refused" : "unknown", id: undefined };
}
