import { type Contract, requestMedia } from "content-service-contract";
import { newBodies } from "../records/bodies.js";
import type { Plan } from "../records/records.js";
import { plain, singular } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { sentencesOf, sentencesOfResponses, wordPattern } from "../resources/sentences.js";
import { type Principle, rejecting } from "./principle.js";

/** The calls that create more records below another one than the contract allows. */
export function limitCalls({ session, recorder, records, resource }: Plan) {
  const { contract } = session;
  return { exceedLimit };

  async function exceedLimit(): Promise<void> {
    const { create: operation, parent } = resource;
    const limit = limitOf(contract, resource);
    const outer = limit !== undefined && parent !== undefined ? await records.pathAbove(parent) : undefined;
    const above = outer && parent && (await records.create(parent, outer));
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
    concerns: ["create"],
    statement: "a record above has no more records than its description allows",
    applies: ({ contract }, resource) => limitOf(contract, resource) !== undefined,
    told: ({ purpose }, { resource }) =>
      purpose?.kind === "beyond-limit"
        ? `beyond the ${purpose.limit} ${resource.name} that the description allows`
        : undefined,
  }),
];

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
