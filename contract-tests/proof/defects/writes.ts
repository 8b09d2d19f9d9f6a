import { changingJson, hasMember, isSuccess, jsonIn } from "../answers.js";
import type { Answer, Call, Defect } from "../defect.js";
import { type Contract, isJsonObject, type JsonObject } from "../kit.js";
import { errorOf } from "./statuses.js";

/** Writes that are answered well and not done, done twice, or not as they were asked for. */
export function writeDefects(contract: Contract): Defect[] {
  const writing = contract.operations.filter(({ reads, server }) => !reads && server === "base");
  return [
    // No operation shows a task or terms once they are made, so nobody could see that they are not there.
    ...writing.filter(({ id }) => !UNSEEN.has(id) && id !== "updateFile").map(({ id }) => forgets(id, undefined)),
    ...UPDATES.map((part) => forgets("updateFile", part)),
    ...writing
      .filter(({ responses }) => responses.some(({ status }) => status === "409"))
      .flatMap(({ id }) => doubles(id)),
    ...Object.entries(ECHOES).map(([id, name]) => answersAnother(id, name)),
    ...Object.entries(DROPPED).flatMap(([id, names]) => names.map((name) => drops(id, name))),
    goneIsForbidden("getFileMetadata"),
  ];
}

const UNSEEN = new Set(["createTask", "createTermsOfService"]);
const UPDATES = ["name", "description", "tags", "lock", "parent", "permissions", "shared_link"];

/** Answers as if it had been done, and puts the world back to what it was. */
function forgets(id: string, part: string | undefined): Defect {
  const what = part === undefined ? "what it was asked for" : `a change of ${part}`;
  return {
    id: `${id}/does-not-do${part === undefined ? "" : `-${part}`}`,
    operation: id,
    category: id.startsWith("delete") ? "delete that does not delete" : "state not kept",
    rule: "state-kept",
    describe: `${id} answers well and does not do ${what}`,
    plant: () => async (call) => {
      const own = call.operation?.id === id && (part === undefined || hasMember(call.sent.body, part));
      if (!own) return call.healthy();
      const before = call.remember();
      const answer = await call.healthy();
      if (isSuccess(answer)) call.restore(before);
      return answer;
    },
  };
}

/** Takes a second one where there may be one alone: answered with the first, as if it had been made again. */
function doubles(id: string): Defect[] {
  // A name that is taken is their only conflict; the others have one that comes of doing the same twice.
  if (id === "updateFile" || id === "restoreFolder") return [];
  return [
    {
      id: `${id}/takes-a-second`,
      operation: id,
      category: "second one accepted in place of 409",
      rule: "state-kept",
      describe: `${id} makes a second one where it must say 409`,
      plant: () => {
        let last: Answer | undefined;
        return async (call) => {
          const answer = await call.healthy();
          if (call.operation?.id !== id) return answer;
          if (isSuccess(answer)) last = answer;
          return answer.status === 409 && last !== undefined ? last : answer;
        };
      },
    },
  ];
}

/** A text of the request that the answer must show, by operation. */
const ECHOES: Readonly<Record<string, string>> = {
  addEmailAlias: "email",
  createWebLink: "url",
  createCollaboration: "role",
  createMetadataTemplate: "displayName",
  createTask: "message",
  createTermsOfService: "text",
  createFileMetadata: "status",
};

const OTHERS: Readonly<Record<string, string>> = {
  email: "somebody.else@example.com",
  url: "https://elsewhere.example.com/",
  role: "uploader",
  status: "ended",
};

function answersAnother(id: string, name: string): Defect {
  return {
    id: `${id}/answers-another-${name}`,
    operation: id,
    category: "answer shows something else than was sent",
    rule: "state-kept",
    describe: `${id} answers with another ${name} than it was sent`,
    plant: () =>
      changingJson(id, (body) =>
        isJsonObject(body) && name in body ? { ...body, [name]: OTHERS[name] ?? "Something else" } : body,
      ),
  };
}

/** Parts of a request that are passed over: the call is done as if they had not been sent. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  updateFile: ["description", "tags", "lock"],
  createWebLink: ["description"],
  createTask: ["due_at"],
  createMetadataTemplate: ["fields"],
};

function drops(id: string, name: string): Defect {
  return {
    id: `${id}/passes-over-${name}`,
    operation: id,
    category: "part of a write passed over",
    rule: "state-kept",
    describe: `${id} does not do anything with ${name}`,
    plant: () => async (call: Call) => {
      const sent = jsonIn(call.sent.body);
      if (call.operation?.id !== id || !isJsonObject(sent) || !(name in sent)) return call.healthy();
      const { [name]: _, ...others }: JsonObject = sent;
      return call.healthy({ body: JSON.stringify(others) });
    },
  };
}

/** What is no longer there is 404; to say 403 tells that there is something. */
function goneIsForbidden(id: string): Defect {
  return {
    id: `${id}/403-for-404`,
    operation: id,
    category: "wrong status of a refusal",
    rule: "state-kept",
    describe: `${id} answers 403 where it must say 404`,
    plant: () => async (call) => {
      const answer = await call.healthy();
      if (call.operation?.id !== id || answer.status !== 404) return answer;
      const { status, headers, body } = errorOf(id, 403);
      return { status, headers, body };
    },
  };
}
