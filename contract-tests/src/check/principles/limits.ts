import { type Contract, type Operation, requestMedia } from "content-service-contract";
import { newBodies } from "../records/bodies.js";
import type { Plan } from "../records/records.js";
import type { Subject } from "../records/trace.js";
import { plain, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { sentencesOf, sentencesOfResponses, wordPattern } from "../resources/sentences.js";
import { type Principle, rejecting } from "./principle.js";

/** The calls that create more records below another one than the contract allows, or put more into a state. */
export function limitCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { exceedLimit, actAgain };

  /** An action on a second record with the same references, after the one on the first, where the contract allows one at a time. */
  async function actAgain(operation: Operation, { path }: Subject): Promise<void> {
    if (!allowsOne(contract, resource, operation)) return;
    const { parameter = "" } = resource;
    const { [parameter]: _, ...above } = path;
    const second = await records.create(resource, above);
    if (second === undefined) return;
    const input = await records.actionInput(operation, second);
    const purpose = { kind: "beyond-limit", limit: 1 } as const;
    await recorder.call("action", operation, input, { subject: second, purpose });
    await records.remove(second);
  }

  async function exceedLimit(): Promise<void> {
    const { create: operation, parent } = resource;
    const limit = limitOf(contract, resource);
    const above = limit !== undefined && parent !== undefined ? await records.createNew(parent) : undefined;
    if (limit === undefined || operation === undefined || above === undefined) return;
    records.share(above);
    for (let count = 0; count < limit; count += 1)
      if ((await records.create(resource, above.path))?.id === undefined) return;
    // Each can need another record that it refers to.
    records.forgetShared();
    const media = requestMedia(operation);
    const chosen = { ...(await records.choice(media, resource)), isUsual: true };
    const [body] = media === undefined ? [] : newBodies(contract, media, chosen, resource);
    const input = { ...session.inputFor(operation.id).input, path: above.path, ...(body !== undefined && { body }) };
    const step = await recorder.call("create", operation, input, { purpose: { kind: "beyond-limit", limit } });
    if (step?.isSuccess) records.adopt(resource, step, above.path);
  }
}

/** The principle of limits. */
export const limitPrinciples: readonly Principle[] = [
  rejecting({
    id: "limit-kept",
    rule: "state-kept",
    concerns: ["create", "action"],
    statement: "a record above, or one that others name, has no more records than a description allows",
    applies: ({ contract }, resource) =>
      limitOf(contract, resource) !== undefined || resource.actions.some((one) => allowsOne(contract, resource, one)),
    told: ({ purpose }, { resource }) =>
      purpose?.kind === "beyond-limit"
        ? `beyond the ${purpose.limit} ${resource.name} that the description allows`
        : undefined,
  }),
];

/** Whether an action is possible for one record at a time: "The unit has another active lease". */
function allowsOne(contract: Contract, { name }: Resource, operation: Operation): boolean {
  const own = wordPattern(singular(name));
  const one = new RegExp(
    `\\bone (\\w+ )?${own} at a time\\b|\\bha(s|ve) (an?other|already an?) (\\w+ )?${own}\\b`,
    "i",
  );
  const sentences = [...sentencesOf(contract, operation), ...sentencesOfResponses(contract, operation, /^409$/)];
  return sentences.some((sentence) => one.test(sentence));
}

/** How many records of a resource one above has, as the creation says: "A shelf has at most 8 books". */
function limitOf(contract: Contract, { create, parent, name, isChosen }: Resource): number | undefined {
  if (create === undefined || parent === undefined || isChosen) return undefined;
  const sentences = [...sentencesOf(contract, create), ...sentencesOfResponses(contract, create, /^4\d\d$/)];
  const own = wordPattern(singular(parent.name));
  const most = new RegExp(
    `\\b${own} (has|have|can have|may have|takes|holds)( at most| no more than| up to)? (\\d+|\\w+) (\\w+ )?${wordPattern(singular(name))}`,
    "i",
  );
  const each = new RegExp(
    `\\b(at most|no more than|up to) (\\d+|\\w+) ${wordPattern(singular(name))}(s|es)? (per|for each|in an?|on an?) ${own}\\b`,
    "i",
  );
  const [count] = sentences.flatMap((one) => most.exec(one)?.[3] ?? each.exec(one)?.[2] ?? []);
  const number = count === undefined ? -1 : /^\d+$/.test(count) ? Number(count) : WORDS.indexOf(plain(count));
  return number > 0 && number <= MOST ? number : undefined;
}

const WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** More would take many calls. */
const MOST = 12;
