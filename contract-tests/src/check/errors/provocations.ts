import { isJsonObject, type JsonObject } from "content-service-contract";
import type { ExpectedError } from "../reads/expect-error.js";
import { QUERY, templateFields } from "../reads/query-data.js";
import type { Session } from "../session/check.js";
import { givenValue, NO_ID } from "../session/target-input.js";

/** A change of a valid request that causes a documented error. */
export interface Provocation extends ExpectedError {
  /** Other values of parameters in the path, of headers, and of properties of the body. */
  readonly path?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** How a client causes the errors of an operation. */
export const provocations: Readonly<
  Record<string, (session: Session) => readonly Provocation[] | Promise<readonly Provocation[]>>
> = {
  updateFile: () => [
    unknownId("file", "file_id"),
    { example: "destination_not_found", what: "an unknown folder", body: { parent: { id: NO_ID } } },
    {
      example: "precondition_failed",
      what: "an etag that the file never had",
      header: { "if-match": "no-such-etag" },
      body: { description: "text" },
    },
  ],
  getFileMetadata: () => [unknownId("file", "file_id")],
  deleteFileMetadata: () => [unknownId("file", "file_id")],
  createFileMetadata: () => [
    unknownId("file", "file_id"),
    { example: "instance_tuple_not_found", what: "an unknown template", path: { template_key: "no_such_template" } },
  ],
  createCollaboration: () => [
    { example: "item_not_found", what: "an unknown file", body: { item: { type: "file", id: NO_ID } } },
    {
      example: "collaborator_not_found",
      what: "an unknown user",
      body: { accessible_by: { type: "user", id: NO_ID } },
    },
  ],
  createWebLink: () => [{ example: "not_found", what: "an unknown folder", body: { parent: { id: NO_ID } } }],
  createTask: () => [{ example: "not_found", what: "an unknown file", body: { item: { type: "file", id: NO_ID } } }],
  createTermsOfService: () => [
    { example: "bad_request", what: "enabled terms without a text", body: { status: "enabled", text: "" } },
  ],
  createMetadataTemplate: () => [{ example: "global_scope", what: "the scope global", body: { scope: "global" } }],
  assignLegalHoldPolicy: ({ target }) => [
    { example: "policy_not_found", what: "an unknown policy", body: { policy_id: NO_ID } },
    ...(givenValue(target, { id: "assignLegalHoldPolicy" }, "policy_id") === undefined
      ? []
      : [{ example: "target_not_found", what: "an unknown file", body: { assign_to: { type: "file", id: NO_ID } } }]),
  ],
  addEmailAlias: () => [unknownId("user", "user_id")],
  deleteUser: () => [unknownId("user", "user_id")],
  restoreFolder: () => [unknownId("folder", "folder_id")],
  [QUERY]: wrongQueries,
};

function unknownId(kind: string, name: string): Provocation {
  return { example: "not_found", what: `an unknown ${kind}`, path: { [name]: NO_ID } };
}

async function wrongQueries(session: Session): Promise<Provocation[]> {
  const { body } = session.inputFor(QUERY).input;
  const from = isJsonObject(body) ? String(body["from"]) : "";
  const [scope = "", template = ""] = from.split(".");
  const fields = await templateFields(session, from);
  const key = fields[0]?.key;
  const unsortable = fields.find(({ type }) => type === "enum" || type === "multiSelect")?.key;
  return [
    { example: "template_not_found", what: "an unknown template", body: { from: `${scope}.no_such_template` } },
    { example: "folder_not_found", what: "an unknown folder", body: { ancestor_folder_id: NO_ID } },
    { example: "invalid_from", what: "the scope global", body: { from: `global.${template}` } },
    { example: "invalid_from", what: "the shorthand of a scope", body: { from: `enterprise.${template}` } },
    ...(key === undefined
      ? []
      : [
          { example: "missing_argument", what: "an argument without a value", query: `${key} = :missing` },
          { example: "invalid_query", what: "a condition without a value", query: `${key} = AND` },
        ].map(({ query, ...one }) => ({ ...one, body: { query, query_params: {} } }))),
    ...(unsortable === undefined
      ? []
      : [
          {
            example: "unsortable_field",
            what: "a sort by a field with options",
            body: { order_by: [{ field_key: unsortable, direction: "asc" }] },
          },
        ]),
  ];
}
