import type { Contract } from "../../contract/contract.js";
import type { Json } from "../../contract/json.js";
import type { Operation, Parameter } from "../../contract/operation.js";
import type { Check, CheckTarget } from "../check.js";
import { fitsAnywhere, targetInput } from "../target-input.js";

/** Where an operation documents 404, each id that it must have is refused when it is one that nothing has. */
export function unknownIdChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  if (!operation.responses.some(({ status }) => status === "404")) return [];
  const { input } = targetInput(contract, operation, target);
  const named = operation.parameters.filter((one) => one.required && !fitsAnywhere(contract, one));
  return named.flatMap((parameter): Check[] => {
    const values = input[parameter.in] ?? {};
    const unknown = unlike(contract, parameter, values[parameter.name]);
    if (unknown === undefined) return [];
    const changed = { ...input, [parameter.in]: { ...values, [parameter.name]: unknown } };
    return [
      {
        id: `${operation.id}/refuses/${parameter.in}/${parameter.name}/unknown`,
        operation: operation.id,
        title: `${operation.id} refuses a ${parameter.name} that leads to nothing`,
        effects: "none",
        async run(session) {
          const exchange = await session.call(operation.id, changed);
          const { status } = exchange.response;
          if (status >= 400 && status < 500 && status !== 401) return;
          session.find({
            rule: "wrong-request-refused",
            message: `${operation.id} answered ${status} to a ${parameter.name} that leads to nothing`,
            operation: operation.id,
            contract: parameter.pointer,
            at: "/response/status",
            exchange,
          });
        },
      },
    ];
  });
}

/** A value like another one, of the right form, that nothing has. Undefined where the form leaves no other value. */
function unlike(contract: Contract, { schema }: Parameter, value: Json | undefined): string | undefined {
  const text = String(value ?? "");
  const candidates = [text.replace(/\d+$/, NO_ID), `${text}_of_nobody`];
  return candidates.find((one) => one !== text && contract.validate(schema, one).length === 0);
}

/** Longer than any id that is given in turn, and within what 53 bits hold. */
const NO_ID = "909090909090909";
