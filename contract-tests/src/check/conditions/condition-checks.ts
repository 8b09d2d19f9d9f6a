import {
  type Contract,
  type Exchange,
  isJsonObject,
  type Operation,
  recordsOf,
  stringAt,
} from "content-service-contract";
import { type Check, checkOf, jsonOf, type Session } from "../session/check.js";
import { expectOneOfTwo, isSuccess } from "../session/expectations.js";
import { ownPlaces } from "../session/own-request.js";
import { type Creation, creationInput, creationsOf } from "../writes/creation-facts.js";
import { reportCreated } from "../writes/creations.js";
import { ifMatchChecks } from "./if-match.js";

/** The checks of preconditions, and of requests at once. */
export function conditionChecks(contract: Contract, operations: readonly Operation[], inference: boolean): Check[] {
  const chosen = new Set(operations.map(({ id }) => id));
  const checks = [...ifMatchChecks(contract), ...raceChecks(contract)];
  return [
    ...(inference ? parallelReadsCheck(operations) : []),
    ...checks.filter(({ operation }) => chosen.has(operation)),
  ];
}

/** Of two requests at once that exclude each other, one succeeds. */
function raceChecks(contract: Contract): Check[] {
  const unique = creationsOf(contract).filter(
    ({ isFirst, isOnce, operation, example }) =>
      isFirst && isOnce && ownPlaces(contract, operation, example.value).some(({ schema }) => "x-unique" in schema),
  );
  return unique.map(createsOnceCheck);
}

function createsOnceCheck(creation: Creation): Check {
  const operation = creation.operation.id;
  return checkOf(creation.operation, {
    name: "one-of-two-at-once",
    title: "creates one of two equal records at once",
    effects: "lasting",
    async run(session) {
      const { input } = creationInput(session, creation);
      const both = await Promise.all([1, 2].map(() => session.call(operation, input)));
      for (const one of both) reportCreated(session, one);
      expectOneOfTwo(session, both, 409);
    },
  });
}

/** Each of many reads at once gets its own response. */
function parallelReadsCheck(operations: readonly Operation[]): Check[] {
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
