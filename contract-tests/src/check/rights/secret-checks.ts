import type { Operation, Parameter } from "content-service-contract";
import { wrongSpellings } from "../identity/wrong-spellings.js";
import type { Callers } from "../session/callers.js";
import { type Check, checkOf, type Session } from "../session/check.js";
import { expectRejected } from "../session/record-requests.js";

/** A parameter with a nearly right secret from any caller is rejected. */
export function secretChecks(operations: readonly Operation[], callers: Callers): Check[] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter(({ secret }) => secret !== undefined)
      .map((parameter) =>
        checkOf(operation, {
          name: "rejects-wrong-secrets",
          title: `rejects a wrong secret in ${parameter.name}`,
          effects: "none",
          run: (session) => rejectsWrong(session, operation, parameter, callers),
        }),
      ),
  );
}

async function rejectsWrong(session: Session, operation: Operation, parameter: Parameter, { own, others }: Callers) {
  const { name, in: place, secret } = parameter;
  const { input, known } = session.inputFor(operation.id);
  const value = input[place]?.[name];
  const found = typeof value === "string" && known ? new RegExp(secret?.pattern ?? "", "d").exec(value) : null;
  const [start, end] = found?.indices?.[1] ?? [];
  if (found === null || typeof value !== "string" || start === undefined)
    return session.skip(`Missing a secret in ${operation.id}.${name}: give it in --parameters`);
  const spellings = wrongSpellings(value.slice(start, end)).map(({ kind, value: other }) => ({
    what: `a secret ${kind}`,
    text: value.slice(0, start) + other + value.slice(end),
  }));
  const missing = { what: "no secret", text: value.replace(found[0], "") };
  for (const caller of [own, ...others()]) {
    for (const { what, text } of [missing, ...spellings]) {
      const changed = { ...input, [place]: { ...input[place], [name]: text } };
      const exchange = await caller.call(session, operation.id, changed);
      const error = { examples: [secret?.denied], what: `${what} in \`${name}\`, sent by ${caller.name}` };
      if (!expectRejected(session, operation, exchange, error)) return;
    }
  }
}
