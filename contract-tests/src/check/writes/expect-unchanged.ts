import type { Exchange } from "../../exchange/exchange.js";
import type { Session } from "../check.js";
import { differences, type FileState, stateIn } from "./workspace-file.js";

/** Notes that a change left the etag what it was, so that nobody could tell by it. */
export function expectNewEtag(session: Session, before: FileState, exchange: Exchange): void {
  const { etag } = stateIn(exchange);
  if (etag === undefined || etag !== before.etag) return;
  session.find({
    rule: "precondition-heeded",
    message: "The file was changed, and its etag is the same as before",
    operation: "updateFile",
    contract: "/components/schemas/FileFields/properties/etag",
    at: "/response/body/etag",
    exchange,
  });
}

/** Notes what is another than before and should not be. Gives how much that is. */
export function expectUnchanged(
  session: Session,
  before: FileState,
  after: FileState,
  except: readonly string[] = [],
): number {
  const changed = differences(before, after).filter((name) => !except.includes(name));
  for (const name of changed) {
    session.find({
      rule: "state-kept",
      message: `Nothing should have changed the ${name} of the file`,
      operation: "updateFile",
      contract: `/components/schemas/FileFields/properties/${name}`,
      at: `/response/body/${name}`,
      exchange: after.exchange,
    });
  }
  return changed.length;
}
