import type { Contract, Exchange } from "content-service-contract";
import type { Check, Session } from "../session/check.js";
import { expectStatus, isSuccess } from "../session/expectations.js";
import { ownPlaces } from "../session/own-request.js";
import { type Creation, creationInput, creationsOf } from "../writes/creation-facts.js";
import { reportCreated } from "../writes/creations.js";

/** Of two requests at once that exclude each other, one succeeds. */
export function raceChecks(contract: Contract): Check[] {
  const unique = creationsOf(contract).filter(
    ({ isFirst, isOnce, operation, example }) =>
      isFirst && isOnce && ownPlaces(contract, operation, example.value).some(({ schema }) => "x-unique" in schema),
  );
  return unique.map(createsOnceCheck);
}

const ONCE = "one-of-two-at-once";

function createsOnceCheck(creation: Creation): Check {
  const operation = creation.operation.id;
  return {
    ...{ id: `${operation}/${ONCE}`, operation },
    title: `${operation} creates one of two equal records at once`,
    effects: "lasting",
    async run(session) {
      const { input } = creationInput(session, creation);
      const both = await Promise.all([1, 2].map(() => session.call(operation, input)));
      for (const one of both) if (isSuccess(one.response.status)) reportCreated(session, operation, one);
      expectOneOfTwo(session, both, 409);
    },
  };
}

/** Expects one success, and the status of a second request for the other. */
export function expectOneOfTwo(session: Session, both: readonly Exchange[], status: number): void {
  const successes = both.filter(({ response }) => isSuccess(response.status));
  const [first, second] = both;
  if (first === undefined || second === undefined) return;
  if (successes.length === 0) {
    expectStatus(session, first, "2xx", "one of two requests at once");
    return;
  }
  const loser = successes[1] ?? both.find((one) => one !== successes[0]) ?? second;
  expectStatus(session, loser, status, "the second of two requests at once");
}
