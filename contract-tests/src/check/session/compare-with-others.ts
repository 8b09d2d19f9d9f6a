import { type Contract, type Exchange, type Operation, valueAt } from "content-service-contract";
import { jsonOf, objectOf, type Session } from "./check.js";
import { isSuccess, textIn } from "./expectations.js";
import {
  type Contradiction,
  changeText,
  difference,
  futureTime,
  isSame,
  type RecordViews,
  recordsIn,
  repeatedEntry,
} from "./record-views.js";
import type { PathRequest } from "./send.js";

/** What a run knows of earlier responses. */
export interface Known {
  readonly contract: Contract;
  readonly records: RecordViews;
  requestIds: Set<string> | undefined;
}

/** An exchange of a run, and how to repeat an earlier one. */
interface Compared {
  readonly operation: Operation;
  readonly request: PathRequest;
  readonly exchange: Exchange;
  readonly repeat: (operation: Operation, request: PathRequest) => Promise<Exchange>;
}

/** Reports what a response contradicts in other responses of the run, or in itself, whatever the check is about. */
export async function compareWithOthers(run: Known, session: Session, compared: Compared): Promise<void> {
  const { operation, request, exchange } = compared;
  compareRequestId(run, session, compared);
  if (!run.contract.follows("records")) return;
  const records = recordsIn(exchange);
  const future = futureTime(exchange, records);
  if (future !== undefined) {
    const message = `Expected a time before the response (Date: ${future.date}); received ${future.time}`;
    session.find({ rule: "consistent-records", message, at: `/response/body${future.at}`, exchange });
  }
  const repeated = repeatedEntry(exchange);
  if (repeated !== undefined) {
    const message = `Expected each entry once; received ${repeated.entry} twice`;
    session.find({ rule: "list-without-duplicates", message, at: repeated.at, exchange });
  }
  const { entries, offset, limit, total_count: total } = isSuccess(exchange.response.status) ? objectOf(exchange) : {};
  // The first page is not full, and so the only one.
  const isWhole = Array.isArray(entries) && offset === 0 && typeof limit === "number" && entries.length < limit;
  if (isWhole && typeof total === "number" && total !== entries.length) {
    const message = `Expected the \`total_count\` ${entries.length} of a list on one page; received ${total}`;
    session.find({ rule: "list-complete", message, at: "/response/body/total_count", exchange });
  }
  for (const one of run.records.see(operation, request, exchange, records))
    await findContradiction(session, compared, one);
}

/** The request ids of two errors are the same only once: a run would have hundreds of such findings. */
function compareRequestId(run: Known, session: Session, { exchange }: Compared): void {
  const isError = exchange.response.status >= 400 && run.contract.follows("errors");
  const id = isError ? textIn(exchange, "request_id") : undefined;
  if (id === undefined || id === "" || run.requestIds === undefined) return;
  const isNew = !run.requestIds.has(id);
  run.requestIds.add(id);
  if (isNew) return;
  run.requestIds = undefined;
  session.find({
    rule: "request-ids-differ",
    message: "Expected a request id of its own in each error; received that of an earlier one",
    ...{ at: "/response/body/request_id", exchange },
  });
}

/** Repeats the earlier request first: others can have changed the record since. */
async function findContradiction(session: Session, { repeat }: Compared, contradiction: Contradiction): Promise<void> {
  const { before, now, writes } = contradiction;
  const rule = "consistent-records";
  if (writes.length > 0 || !before.operation.isSafe) {
    const message = changeText(contradiction);
    const at = `/response/body${now.at}`;
    return session.find({ rule, message, operation: now.operation.id, at, exchange: now.exchange });
  }
  const again = await repeat(before.operation, before.request);
  if (!isSame(String(valueAt(jsonOf(again) ?? null, before.at)), before.value)) return;
  // A record inside of another one is rather wrong than the record itself.
  const isNested = before.at.length > now.at.length;
  const [wrong, right] = isNested ? [{ ...before, exchange: again }, now] : [now, before];
  const { expected, received } = difference(contradiction, right.value, wrong.value);
  session.find({
    rule,
    message: `Expected ${expected}, as in ${right.operation.id}; received ${received}`,
    ...{ operation: wrong.operation.id, at: `/response/body${wrong.at}`, exchange: wrong.exchange },
  });
}
