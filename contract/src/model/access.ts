import { arrayAt, isJsonObject, type JsonObject, objectAt, stringAt, stringsAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";

/** Who may act for others, and which rights a role on a record gives (`x-access` at the root). */
export interface AccessRules {
  /**
   * The parameter with the id of the user to act for, the type of the record of a user, the roles that may send the parameter,
   * and the example of the error for others.
   */
  readonly acting:
    | {
        readonly parameter: string;
        readonly type: string;
        readonly roles: readonly string[];
        readonly denied: string;
      }
    | undefined;
  /** The rights that each role on a record gives. */
  readonly grants: ReadonlyMap<string, readonly string[]>;
}

/** Who may call an operation, on which records (`security` and `x-access`). */
export interface Access {
  /** The roles that a caller needs: alternatives, each with all its roles. Empty when no role is needed. */
  readonly roles: readonly (readonly string[])[];
  /** The example of the error for a caller without a role. */
  readonly denied: string | undefined;
  /**
   * `tenant`: a list has only records of the caller's tenant. `own`: the records are those of the caller alone. `caller`: the
   * response is the user who calls. `any`: it has records that the caller may not see elsewhere.
   */
  readonly scope: string | undefined;
  /** The records whose ids a request has. */
  readonly records: readonly RecordAccess[];
  /** The request examples that lock and unlock a record of a type. */
  readonly locks: { readonly type: string; readonly add: string; readonly remove: string } | undefined;
  /**
   * Where a request that gives a caller a role on its record has the role and the caller's id, as runtime expressions; the
   * example that gives a group the role; and the rights that giving some roles needs in addition.
   */
  readonly grants:
    | {
        readonly role: string;
        readonly caller: string;
        readonly groupExample: string | undefined;
        readonly rights: ReadonlyMap<string, string>;
      }
    | undefined;
}

/** A record whose id a request has. */
export interface RecordAccess {
  /** The place of the id: a runtime expression such as `$request.path.file_id`. */
  readonly at: string;
  /** The type of the record, or the place of the type. */
  readonly type: string;
  /** The right that the call needs on the record. */
  readonly right: string | undefined;
  /** The example of the error for a caller who may not see the record. */
  readonly hidden: string;
  /** The example of the error for an id that no record has, where it is not `hidden`. */
  readonly unknown?: string | undefined;
  /** The example of the error for a caller who lacks the right. */
  readonly denied: string | undefined;
  /** The example of the error while another caller holds a lock on the record. */
  readonly locked: string | undefined;
  /** Whether the call succeeds once for a record, such as a deletion. */
  readonly once: boolean;
}

export function readAccessRules(document: JsonObject): AccessRules {
  const node = objectAt(document, "x-access");
  const acting = objectAt(node, "acting");
  const rights = objectAt(node, "grants");
  const [parameter, denied] = [stringAt(acting, "parameter"), stringAt(acting, "denied")];
  return {
    acting:
      parameter === undefined || denied === undefined
        ? undefined
        : { parameter, denied, type: stringAt(acting, "type") ?? "user", roles: stringsAt(acting, "roles") },
    grants: new Map(Object.keys(rights).map((role) => [role, stringsAt(rights, role)])),
  };
}

/** Reads the access to an operation. Names in `security` are roles in OpenAPI 3.1, except for the scopes of OAuth 2.0. */
export function readAccess(document: JsonObject, owner: JsonObject, operation: JsonObject): Access {
  const node = objectAt(operation, "x-access");
  const locks = objectAt(node, "locks");
  const grants = objectAt(node, "grants");
  const alternatives = arrayAt(owner, "security").filter(isJsonObject);
  const declared = stringsAt(node, "roles").map((role) => [role]);
  const required = alternatives.map((one) =>
    Object.keys(one).flatMap((scheme) => (hasScopes(document, scheme) ? [] : stringsAt(one, scheme))),
  );
  const [type, add, remove] = ["type", "add", "remove"].map((name) => stringAt(locks, name));
  const [role, caller] = ["role", "caller"].map((name) => stringAt(grants, name));
  return {
    roles: declared.length === 0 && required.every((all) => all.length > 0) ? required : declared,
    denied: stringAt(node, "denied"),
    scope: stringAt(node, "scope"),
    records: Object.entries(objectAt(node, "records")).flatMap(([at, one]): RecordAccess[] => {
      const [kind, hidden] = isJsonObject(one) ? [stringAt(one, "type"), stringAt(one, "hidden")] : [];
      if (!isJsonObject(one) || kind === undefined || hidden === undefined) return [];
      const [right, denied, locked, unknown] = ["right", "denied", "locked", "unknown"].map((name) =>
        stringAt(one, name),
      );
      return [{ at, type: kind, hidden, right, denied, locked, unknown, once: one["once"] === true }];
    }),
    locks: type === undefined || add === undefined || remove === undefined ? undefined : { type, add, remove },
    grants:
      role === undefined || caller === undefined
        ? undefined
        : {
            role,
            caller,
            groupExample: stringAt(grants, "groupExample"),
            rights: textsByName(objectAt(grants, "rights")),
          },
  };
}

function hasScopes(document: JsonObject, scheme: string): boolean {
  if (!Object.hasOwn(objectAt(objectAt(document, "components"), "securitySchemes"), scheme)) return false;
  const { node } = placeAt(document, pointer("/components/securitySchemes", scheme));
  return ["oauth2", "openIdConnect"].includes(stringAt(node, "type") ?? "");
}

function textsByName(node: JsonObject): Map<string, string> {
  return new Map(Object.entries(node).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
