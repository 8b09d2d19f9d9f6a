import { type Exchange, isJsonObject, type Operation, recordsOf, stringAt } from "content-service-contract";
import { type Check, checkOf, jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";

/** Each of many reads at once gets its own response. */
export function parallelReadsCheck(operations: readonly Operation[]): Check[] {
  const reading = operations.filter(({ isSafe }) => isSafe);
  const [first] = reading;
  if (first === undefined || reading.length < 2) return [];
  return [
    checkOf(first, {
      name: "in-parallel",
      title: "and the other reads at once each return their own records",
      effects: "none",
      async run(session) {
        const read = ({ id }: Operation) => session.call(id, session.inputFor(id).input);
        const alone = new Map<string, string>();
        for (const one of reading) alone.set(one.id, contentOf(await read(one)));
        // Twice, so that two equal requests run at once too.
        const together = await Promise.all([...reading, ...reading].map(read));
        for (const exchange of together) expectSame(session, exchange, alone);
      },
    }),
  ];
}

function expectSame(session: Session, exchange: Exchange, alone: ReadonlyMap<string, string>): void {
  const operation = session.operationOf(exchange);
  if (alone.get(operation) === contentOf(exchange)) return;
  const message = `Expected the response that ${operation} returns alone; received another one among requests at once`;
  session.find({ rule: "caller-respected", message, at: "/response/body", exchange });
}

/** The status, and the types and ids of the records in a response, sorted. */
export function contentOf(exchange: Exchange): string {
  const body = jsonOf(exchange);
  const { status } = exchange.response;
  if (!isJsonObject(body) || !isSuccess(status)) return String(status);
  const records = recordsOf(body).map(([, one]) => [stringAt(one, "type"), stringAt(one, "id"), stringAt(one, "$id")]);
  return [status, ...records.map((one) => one.join(" ")).sort()].join(", ");
}
