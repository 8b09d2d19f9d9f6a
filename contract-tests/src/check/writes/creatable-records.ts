import { isJsonObject, type JsonObject, objectAt, stringAt } from "content-service-contract";
import type { Check } from "../session/check.js";
import { givenValue } from "../session/target-input.js";
import { type Creatable, valuesCheck } from "./created-values.js";
import { parameterOf, tomorrow, withTag } from "./given-values.js";
import { joinedText, LETTERS, LINE_SAMPLES, longText, TEXT_SAMPLES } from "./texts.js";
import { ABSENT, atOffset, fixed, type ValidValue } from "./valid-values.js";
import { readWhole } from "./whole-file.js";
import { workspaceOf } from "./workspace-file.js";

/** The checks that create records with every valid value. */
export function createdValueChecks(): Check[] {
  return creatables.map(valuesCheck);
}

const creatables: readonly Creatable[] = [
  {
    operation: "createWebLink",
    values: async (session) => {
      return {
        url: [
          address("https", (own) => `https://contract-check.example/${own}`),
          address("http", (own) => `http://contract-check.example/${own}`),
          address("with a port, a query and a fragment", (own) => `https://c.example:8443/A/${own}/?q=a%20b&c=d+e#Top`),
        ],
        parent: [fixed({ id: workspaceOf(session).folderId })],
        name: [
          ABSENT,
          { kind: "with letters of several languages", make: (own) => `${own} ${LETTERS}` },
          { kind: "with all kinds of characters", make: (own) => `${own} ${joinedText(LINE_SAMPLES)}`, open: true },
        ],
      };
    },
    // Without a name, the name is the url. Without a description, it is empty.
    shows: (body) => ({ name: body["url"] ?? null, description: "", ...body }),
  },
  {
    operation: "createTask",
    values: async (session) => ({ item: [fixed({ type: "file", id: workspaceOf(session).fileId })] }),
  },
  {
    operation: "createTermsOfService",
    // Users do not have to accept disabled terms.
    values: async () => ({ status: [fixed("disabled")] }),
  },
  {
    operation: "createMetadataTemplate",
    values: async () => ({
      displayName: [
        { kind: "that is new", make: (own) => own },
        { kind: "with all kinds of characters", make: (own) => `${own} ${joinedText(LINE_SAMPLES)}` },
        { kind: "with 4096 characters", make: (own) => own + longText(4096 - own.length) },
      ],
      templateKey: [
        ABSENT,
        { kind: "with 64 characters", make: (own) => `_${own.replaceAll("-", "")}`.padEnd(64, "Ab-9_").slice(0, 64) },
        { kind: "in upper case", make: (own) => own.toUpperCase() },
      ],
      fields: [
        ABSENT,
        fixed([]),
        { kind: "of each type", make: () => FIELDS },
        { kind: "of full length", make: () => LONG },
      ],
    }),
    shows: ({ scope: _, ...body }) => ({ fields: [], ...body }),
  },
  {
    operation: "createCollaboration",
    values: async (session) => {
      const { folderId, fileId } = workspaceOf(session);
      const login = parameterOf(session, "createCollaboration", "login", "an address to invite");
      const group = givenValue(session.target, { id: "createCollaboration" }, "group_id");
      const user: ValidValue = { kind: "an address", make: (own) => ({ type: "user", login: withTag(login, own) }) };
      const grouped: ValidValue = { kind: "a group", make: () => ({ type: "group", id: group ?? "" }), open: true };
      const roles = ["editor", "viewer", "previewer", "uploader", "previewer uploader", "viewer uploader"];
      return {
        item: [fixed({ type: "file", id: fileId }), fixed({ type: "folder", id: folderId })],
        accessible_by: group === undefined ? [user] : [...roles.map(() => user), grouped],
        // Only owners can make others co-owners.
        role: [...roles.map(fixed), { ...fixed("co-owner"), open: true }],
        // A setting of the enterprise can forbid an expiry.
        expires_at: [
          ...roles.map(() => ABSENT),
          { ...fixed(tomorrow(session)), open: true },
          { kind: "with an offset", make: () => atOffset(tomorrow(session)), open: true },
        ],
        "?notify": [ABSENT, fixed(false), fixed(true)],
        "?fields": [ABSENT, fixed(["role", "item", "created_by", "created_at"])],
      };
    },
    shows: ({ can_view_path: _, accessible_by, ...body }, record) => {
      const invite_email = stringAt(objectAt({ accessible_by: accessible_by ?? null }, "accessible_by"), "login");
      const address = invite_email === undefined ? {} : { invite_email };
      return withoutNull({ ...body, ...address, accessible_by: typed(accessible_by) }, record, [
        ...["item", "accessible_by", "invite_email"],
      ]);
    },
  },
  {
    operation: "assignLegalHoldPolicy",
    values: async (session) => {
      const { folderId } = workspaceOf(session);
      const policy = parameterOf(session, "assignLegalHoldPolicy", "policy_id", "the id of a legal hold policy");
      const file = await readWhole(session);
      const version = stringAt(objectAt(file?.record ?? {}, "file_version"), "id");
      const target = (type: string, id: string): ValidValue => ({ ...fixed({ type, id }), open: true });
      return {
        policy_id: [fixed(policy)],
        assign_to: [target("folder", folderId), ...(version === undefined ? [] : [target("file_version", version)])],
      };
    },
    shows: ({ policy_id = null, assign_to = null }) => ({
      legal_hold_policy: { id: policy_id },
      assigned_to: assign_to,
    }),
  },
  {
    operation: "addEmailAlias",
    path: (session) => ({ user_id: parameterOf(session, "addEmailAlias", "user_id", "the id of a user") }),
    values: async (session) => {
      const email = parameterOf(session, "addEmailAlias", "email", "an address that can become an alias");
      return {
        email: [{ kind: "in upper and lower case", make: (own) => withTag(email, own.toUpperCase()) }],
      };
    },
    shows: (body) => ({ is_confirmed: false, ...body }),
  },
];

/** A field of each type. Their order, and that of the options, is not alphabetical. */
const FIELDS: JsonObject[] = [
  { type: "string", key: "party", displayName: "Other party", hidden: true, description: joinedText(TEXT_SAMPLES) },
  { type: "float", key: "Amount", displayName: joinedText(LINE_SAMPLES), hidden: false, description: "" },
  { type: "date", key: "signed_at", displayName: "Signed on" },
  { type: "enum", key: "status", displayName: "Status", options: LINE_SAMPLES.map(({ text }) => ({ key: text })) },
  { type: "multiSelect", key: "kinds", displayName: "Kinds", options: [{ key: "b" }, { key: "a" }, { key: "c" }] },
];

const LONG: JsonObject[] = [
  { type: "string", key: "k".repeat(256), displayName: longText(4096), description: longText(4096) },
];

function address(kind: string, make: (own: string) => string): ValidValue {
  return { kind, make };
}

function typed(who: JsonObject[string] | undefined): JsonObject {
  const { login: _, ...shown } = isJsonObject(who) ? who : {};
  return shown;
}

/** The expected values without those that a service can show as null, and does. */
function withoutNull(values: JsonObject, record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => !names.includes(name) || (record[name] !== null && name in record)),
  );
}
