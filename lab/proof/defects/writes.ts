import { type Contract, isJsonObject, parseJson } from "content-service-contract";
import { type Defect, hasStatus, isSuccess, type PlainResponse, planted, without } from "./defect.js";
import { errorOf } from "./statuses.js";

/** Writes that report success but are not done, are done twice, or differ from the request. */
export function writeDefects({ operations }: Contract): Defect[] {
  const writing = operations.filter(({ isSafe, server }) => !isSafe && server === "base");
  const creating = writing.filter(({ responses }) => responses.some(({ status }) => status === "409"));
  return [
    ...writing.filter(({ id }) => !UNOBSERVABLE.has(id) && id !== "updateFile").map(({ id }) => doesNothing(id)),
    ...UPDATES.map((part) => doesNothing("updateFile", part)),
    ...creating.filter(({ id }) => !OTHER_CONFLICT.has(id)).map(({ id }) => duplicates(id)),
    ...REPEATED.map(([id, name, other]) => {
      const says = `returns another ${name} than the request set`;
      return planted(id, [`returns-another-${name}`, "response differs from request", "state-kept", says], {
        members: (body) => (name in body ? { ...body, [name]: other } : body),
      });
    }),
    ...DROPPED.map(([id, name]) =>
      planted(id, [`ignores-${name}`, "part of a write ignored", "state-kept", `ignores ${name}`], {
        request({ sent: { body } }) {
          const sent = parseJson(body);
          return isJsonObject(sent) ? { body: JSON.stringify(without(sent, name)) } : undefined;
        },
      }),
    ),
    // 403 for a deleted record would reveal that the record existed.
    planted("getFileMetadata", ["403-for-404", "wrong error status", "state-kept", "returns 403 instead of 404"], {
      only: hasStatus(404),
      response: () => errorOf("getFileMetadata", 403),
    }),
  ];
}

/** No operation returns an existing task or terms of service, so their loss cannot be observed. */
const UNOBSERVABLE = new Set(["createTask", "createTermsOfService"]);
const UPDATES = ["name", "description", "tags", "lock", "parent", "shared_link"];
/** Their conflicts are names in use and running operations; the others conflict when the same call is sent twice. */
const OTHER_CONFLICT = new Set(["updateFile", "restoreFolder", "deleteUser"]);

/** By operation, a property of the request that the response must repeat, and the value in its place. */
const REPEATED: readonly (readonly [id: string, name: string, other: string])[] = [
  ["addEmailAlias", "email", "somebody.else@example.com"],
  ["createWebLink", "url", "https://elsewhere.example.com/"],
  ["createCollaboration", "role", "uploader"],
  ["createMetadataTemplate", "displayName", "Something else"],
  ["createTask", "message", "Something else"],
  ["createTermsOfService", "text", "Something else"],
  ["createFileMetadata", "status", "ended"],
];

/** By operation, a property of the request that is ignored. */
const DROPPED: readonly (readonly [id: string, name: string])[] = [
  ["updateFile", "description"],
  ["updateFile", "tags"],
  ["updateFile", "lock"],
  ["createWebLink", "description"],
  ["createTask", "due_at"],
  ["createMetadataTemplate", "fields"],
];

/** Returns success, then restores the records from before. */
function doesNothing(id: string, part?: string): Defect {
  const name = `does-not-do${part === undefined ? "" : `-${part}`}`;
  const category = id.startsWith("delete") ? "delete without effect" : "state not kept";
  const says = `returns success but does not do ${part === undefined ? "what was requested" : `a change of ${part}`}`;
  return planted(id, [name, category, "state-kept", says], () => async (call) => {
    const sent = parseJson(call.sent.body);
    const isChanged = part === undefined || (isJsonObject(sent) && part in sent);
    if (call.operation?.id !== id || !isChanged) return call.healthy();
    const before = call.snapshot();
    const response = await call.healthy();
    if (isSuccess(response)) call.restore(before);
    return response;
  });
}

/** Returns the first success again instead of 409. */
function duplicates(id: string): Defect {
  const says = "creates a duplicate instead of returning 409";
  return planted(id, ["accepts-a-duplicate", "duplicate accepted instead of 409", "state-kept", says], () => {
    let last: PlainResponse | undefined;
    return {
      only: (response) => isSuccess(response) || response.status === 409,
      response(response) {
        if (isSuccess(response)) last = response;
        return last ?? response;
      },
    };
  });
}
