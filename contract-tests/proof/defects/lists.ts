import { isSuccess, jsonIn } from "../answers.js";
import type { Answer, Call, Defect } from "../defect.js";
import { type Contract, isJsonObject, type Operation } from "../kit.js";
import { AGAIN, askedIn, asking } from "./list-requests.js";
import { type Spoil, type Turn, type Way, ways } from "./list-ways.js";

/** Every list with every way to page wrongly that it can have. */
export function listDefects({ operations }: Contract): Defect[] {
  const lists = operations.filter(
    ({ reads, parameters, id }) => reads && (hasQuery(parameters, "limit") || id === QUERY),
  );
  return lists.flatMap((operation) => {
    const byOffset = hasQuery(operation.parameters, "offset");
    return ways.filter(({ only }) => only !== "offset" || byOffset).map((way) => defect(operation, way));
  });
}

/** The one list whose wishes are in the body. */
const QUERY = "queryMetadata";

function hasQuery(parameters: Operation["parameters"], name: string): boolean {
  return parameters.some((one) => one.in === "query" && one.name === name);
}

function defect({ id }: Operation, { category, rule, orRules, says, make }: Way): Defect {
  return {
    id: `${id}/${says.replaceAll(" ", "-")}`,
    operation: id,
    category,
    rule,
    ...(orRules === undefined ? {} : { orRules }),
    describe: `${id} ${says}`,
    plant: () => {
      const spoil = make();
      return async (call) => {
        if (call.operation?.id !== id) return call.healthy();
        const asked = askedIn(call.sent);
        if (asked.marker?.startsWith(AGAIN)) return emptyPage(call, spoil);
        const answer = await call.healthy();
        return isSuccess(answer) ? spoiled(call, answer, spoil) : answer;
      };
    },
  };
}

async function spoiled(call: Call, answer: Answer, spoil: Spoil): Promise<Answer> {
  const page = jsonIn(answer.body);
  if (!isJsonObject(page) || !Array.isArray(page["entries"])) return answer;
  const ask: Turn["ask"] = async (changed) => {
    const other = await call.healthy(asking(call.sent, changed));
    const json = jsonIn(other.body);
    return isSuccess(other) && isJsonObject(json) ? json : undefined;
  };
  const turn = { call, asked: askedIn(call.sent), page, entries: page["entries"], ask };
  return { ...answer, body: JSON.stringify(await spoil(turn)) };
}

async function emptyPage(call: Call, spoil: Spoil): Promise<Answer> {
  const first = await call.healthy(asking(call.sent, { marker: undefined }));
  const page = jsonIn(first.body);
  if (!isSuccess(first) || !isJsonObject(page)) return first;
  const empty = JSON.stringify({ ...page, entries: [], next_marker: null });
  return spoiled(call, { ...first, body: empty }, spoil);
}
