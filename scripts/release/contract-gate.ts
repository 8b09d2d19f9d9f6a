import type { ContractDiff } from "./contract-diff.js";
import { atLeast, largestStep, nextVersion, STEPS, stepFrom } from "./version-step.js";

/** Whether `info.version` made the step that the changes need, with a message for whoever made them. */
export function contractGate(diff: ContractDiff): { held: boolean; message: string } {
  const { from, to, changes } = diff;
  const impact = largestStep(changes.map(({ step }) => step));
  if (!impact) {
    if (to === from) return { held: true, message: `Nothing has changed since version ${from} of the contract.` };
    return {
      held: false,
      message: `Nothing has changed since version ${from} of the contract, but info.version is ${to}. It should be ${from}.`,
    };
  }
  const step = stepFrom(from, impact);
  const needed = nextVersion(from, step);
  // A change of behaviour can break callers without a trace in the document: a larger step is for people to decide.
  const larger = STEPS.filter((each) => each !== step && atLeast(each, step)).map((each) => nextVersion(from, each));
  const held = [needed, ...larger].includes(to);
  const list = STEPS.toReversed().flatMap((each) =>
    changes.filter((change) => change.step === each).map(({ place, says }) => `  ${each}  ${place}: ${says}`),
  );
  return {
    held,
    message: [
      `Since version ${from} of the contract:`,
      ...list,
      `These changes need a ${step} step. info.version in openapi/openapi.yaml is ${to}; ${held ? "that holds." : `it should be ${needed}${larger.length > 0 ? ` (or, if you know of more, ${larger.join(" or ")})` : ""}.`}`,
    ].join("\n"),
  };
}
