import type { Contract, Operation } from "content-service-contract";
import { type Check, checkOf } from "../session/check.js";
import { expectOneOfTwo, isSuccess } from "../session/expectations.js";
import { ownPlaces } from "../session/own-request.js";
import { type Creation, creationInput, creationsOf } from "../writes/creation-facts.js";
import { reportCreated } from "../writes/creations.js";
import { ifMatchChecks } from "./if-match.js";
import { parallelReadsCheck } from "./parallel-reads.js";

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
      for (const one of both) if (isSuccess(one.response.status)) reportCreated(session, operation, one);
      expectOneOfTwo(session, both, 409);
    },
  });
}
