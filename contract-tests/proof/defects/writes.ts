import { parseJson } from "../../src/contract.js";
import { type Contract, isJsonObject, type JsonObject } from "../../src/index.js";
import { type Call, changingJson, type Defect, hasMember, isSuccess, type PlainResponse } from "../defect.js";
import { errorOf } from "./statuses.js";

/** Writes that report success but are not done, are done twice, or differ from the request. */
export function writeDefects(contract: Contract): Defect[] {
  const writing = contract.operations.filter(({ isSafe, server }) => !isSafe && server === "base");
  return [
    // No operation returns an existing task or terms of service, so their loss cannot be observed.
    ...writing
      .filter(({ id }) => !UNOBSERVABLE.has(id) && id !== "updateFile")
      .map(({ id }) => doesNothing(id, undefined)),
    ...UPDATES.map((part) => doesNothing("updateFile", part)),
    ...writing
      .filter(({ responses }) => responses.some(({ status }) => status === "409"))
      .flatMap(({ id }) => doubles(id)),
    ...Object.entries(ECHOES).map(([id, name]) => returnsAnother(id, name)),
    ...Object.entries(DROPPED).flatMap(([id, names]) => names.map((name) => drops(id, name))),
    goneIsForbidden("getFileMetadata"),
  ];
}

const UNOBSERVABLE = new Set(["createTask", "createTermsOfService"]);
const UPDATES = ["name", "description", "tags", "lock", "parent", "permissions", "shared_link"];

/** Returns success, then restores the records from before. */
function doesNothing(id: string, part: string | undefined): Defect {
  const what = part === undefined ? "what was requested" : `a change of ${part}`;
  return {
    id: `${id}/does-not-do${part === undefined ? "" : `-${part}`}`,
    operation: id,
    category: id.startsWith("delete") ? "delete without effect" : "state not kept",
    rule: "state-kept",
    describe: `${id} returns success but does not do ${what}`,
    plant: () => async (call) => {
      const own = call.operation?.id === id && (part === undefined || hasMember(call.sent.body, part));
      if (!own) return call.healthy();
      const before = call.snapshot();
      const response = await call.healthy();
      if (isSuccess(response)) call.restore(before);
      return response;
    },
  };
}

/** Returns the first success again instead of 409. */
function doubles(id: string): Defect[] {
  // Their only conflict is a name in use; the others conflict when the same call is sent twice.
  if (id === "updateFile" || id === "restoreFolder") return [];
  return [
    {
      id: `${id}/accepts-a-duplicate`,
      operation: id,
      category: "duplicate accepted instead of 409",
      rule: "state-kept",
      describe: `${id} creates a duplicate instead of returning 409`,
      plant: () => {
        let last: PlainResponse | undefined;
        return async (call) => {
          const response = await call.healthy();
          if (call.operation?.id !== id) return response;
          if (isSuccess(response)) last = response;
          return response.status === 409 && last !== undefined ? last : response;
        };
      },
    },
  ];
}

/** By operation, a property of the request that the response must repeat. */
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

function returnsAnother(id: string, name: string): Defect {
  return {
    id: `${id}/returns-another-${name}`,
    operation: id,
    category: "response differs from request",
    rule: "state-kept",
    describe: `${id} returns another ${name} than the request set`,
    plant: () =>
      changingJson(id, (body) =>
        isJsonObject(body) && name in body ? { ...body, [name]: OTHERS[name] ?? "Something else" } : body,
      ),
  };
}

/** By operation, properties of the request that are ignored. */
const DROPPED: Readonly<Record<string, readonly string[]>> = {
  updateFile: ["description", "tags", "lock"],
  createWebLink: ["description"],
  createTask: ["due_at"],
  createMetadataTemplate: ["fields"],
};

function drops(id: string, name: string): Defect {
  return {
    id: `${id}/ignores-${name}`,
    operation: id,
    category: "part of a write ignored",
    rule: "state-kept",
    describe: `${id} ignores ${name}`,
    plant: () => async (call: Call) => {
      const sent = parseJson(call.sent.body);
      if (call.operation?.id !== id || !isJsonObject(sent) || !(name in sent)) return call.healthy();
      const { [name]: _, ...others }: JsonObject = sent;
      return call.healthy({ body: JSON.stringify(others) });
    },
  };
}

/** 403 for a deleted record would reveal that the record existed. */
function goneIsForbidden(id: string): Defect {
  return {
    id: `${id}/403-for-404`,
    operation: id,
    category: "wrong error status",
    rule: "state-kept",
    describe: `${id} returns 403 instead of 404`,
    plant: () => async (call) => {
      const response = await call.healthy();
      if (call.operation?.id !== id || response.status !== 404) return response;
      const { status, headers, body } = errorOf(id, 403);
      return { status, headers, body };
    },
  };
}
