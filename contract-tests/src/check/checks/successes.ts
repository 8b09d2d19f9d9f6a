import { requestMedia } from "../../cases/call-input.js";
import type { Contract } from "../../contract/contract.js";
import { isJsonObject } from "../../contract/json.js";
import type { NamedExample, Operation } from "../../contract/operation.js";
import type { Check, CheckTarget } from "../check.js";
import { type TargetInput, targetInput } from "../target-input.js";
import { expectSuccess } from "./expect-success.js";

/**
 * An operation is answered as the contract says: with what it must have, with what it can have, with `fields`, and with
 * each example of its body.
 */
export function successChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const examples = requestMedia(operation)?.examples ?? [];
  const wanted: Variant[] = [
    { id: "succeeds", how: "", ...targetInput(contract, operation, target), example: examples[0]?.name },
    {
      id: "succeeds-with-options",
      how: " with its optional parameters",
      ...withoutConditions(targetInput(contract, operation, target, { optional: true })),
      example: examples[0]?.name,
    },
    { id: "succeeds-with-fields", how: " with fields", ...targetInput(contract, operation, target, { fields: true }) },
    ...examples.slice(1).map((requestExample) => ({
      id: `succeeds-with-${requestExample.name}`,
      how: ` when asked to ${requestExample.name.replaceAll("_", " ")}`,
      // What leads on to another page is sent where there is one.
      example: continues(requestExample) ? undefined : requestExample.name,
      ...targetInput(contract, operation, target, { requestExample }),
    })),
  ];
  const unlike = new Map(wanted.toReversed().map((one) => [JSON.stringify(one.input), one]));
  return wanted
    .filter((one) => unlike.get(JSON.stringify(one.input)) === one)
    .map(({ id, how, input, known, example }) => ({
      id: `${operation.id}/${id}`,
      operation: operation.id,
      title: `${operation.id} is answered as documented${how}`,
      effects: "none",
      async run(session) {
        const exchange = await session.call(operation.id, input, { requestExample: example });
        expectSuccess(session, operation, exchange, known);
      },
    }));
}

/** Whether an example asks for a later page of a list. */
export function continues({ value }: NamedExample): boolean {
  return isJsonObject(value) && "marker" in value;
}

interface Variant extends TargetInput {
  readonly id: string;
  /** Ends the title. */
  readonly how: string;
  /** The name of the example that gives the body. */
  readonly example?: string | undefined;
}

/** Conditions have checks of their own: they make an answer another one. */
function withoutConditions({ input, known }: TargetInput): TargetInput {
  const { header, ...others } = input;
  if (!isJsonObject(header)) return { input, known };
  const kept = Object.fromEntries(Object.entries(header).filter(([name]) => !/^if-/i.test(name)));
  return { input: Object.keys(kept).length === 0 ? others : { ...others, header: kept }, known };
}
