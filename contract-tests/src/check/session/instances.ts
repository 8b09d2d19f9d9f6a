import { arrayAt, type Contract, isJsonObject, type Operation, remembered, stringAt } from "content-service-contract";
import { pathParameter } from "../runtime-expressions.js";
import { objectOf, type Session } from "./check.js";
import { isSuccess } from "./expectations.js";
import { givenValue, ownId } from "./target-input.js";

/** Records below another one under keys that their caller chooses, such as `/files/{file_id}/labels/{key}`. */
export interface Instances extends Facts {
  readonly create: Operation;
  readonly read: Operation;
  readonly remove: Operation;
  /** The parameter with the id of the record above, and the type of that record. */
  readonly above: { readonly parameter: string; readonly type: string };
  /** The keys of an instance that takes any names and values, by parameter (`x-open`). */
  readonly open: Keys;
}

/** What `x-instance` says. */
interface Facts {
  /** What an instance shows of its path. */
  readonly shows?: Keys;
  readonly types?: Types;
}

export type Keys = Readonly<Record<string, string>>;

/** The records that define which values an instance has. */
export interface Types {
  /** The operations that create and list them. */
  readonly create: string;
  readonly list: string;
  /** The property that has the value of a parameter of an instance. */
  readonly key: Keys;
  /** The property with the fields, and the members of a field. */
  readonly fields: Readonly<Record<"property" | "name" | "type" | "options" | "option", string>>;
  readonly kinds: Readonly<Record<string, Kind>>;
  /** The examples of the errors for wrong values. */
  readonly errors: Readonly<Record<"name" | "type" | "option", string>>;
}

export type Kind = "text" | "number" | "time" | "option" | "options";

export interface Field {
  readonly key: string;
  readonly kind: Kind;
}

/** The instances of a contract: POST, GET and DELETE on one path below a record that `x-access` names. */
export const instancesOf = remembered((contract: Contract): Instances[] => {
  return contract.operations.flatMap((create): Instances[] => {
    const at = (method: string) => contract.operations.find((one) => one.path === create.path && one.method === method);
    const [read, remove] = [at("get"), at("delete")];
    const record = create.access.records.find((one) => pathParameter(one.at) !== undefined);
    const parameter = pathParameter(record?.at);
    if (create.method !== "post" || read === undefined || remove === undefined || !create.path.endsWith("}")) return [];
    if (record === undefined || parameter === undefined || create.path.endsWith(`{${parameter}}`)) return [];
    // requireFacts has checked its form.
    const facts = contract.objectIn(create.pointer, "x-instance") as unknown as Facts;
    const open = create.parameters.flatMap((one) => {
      const value = stringAt(contract.nodeAt(one.pointer), "x-open");
      return value === undefined ? [] : [[one.name, value]];
    });
    const above = { parameter, type: record.type };
    return [{ ...facts, create, read, remove, above, open: Object.fromEntries(open) }];
  });
});

export function instancesWith(contract: Contract, operation: string): Instances | undefined {
  return instancesOf(contract).find(({ create, remove }) => create.id === operation || remove.id === operation);
}

/** The path of the instance that checks create: below the target's record, with keys that any service has, or the target's. */
export function pathOf(session: Session, { above, open, create }: Instances): Keys {
  const { target, skip } = session;
  return Object.fromEntries(
    [...create.path.matchAll(/(?<=\{)[^{}]+/g)].map(([name]) => {
      const own = name === above.parameter ? ownId(session, above.type) : open[name];
      const missing = `Missing parameter ${name}: give it in --parameters`;
      return [name, own ?? givenValue(target, create, name) ?? skip(missing)];
    }),
  );
}

/** The fields of the type with these keys. Undefined where the caller does not see it. */
export async function fieldsOf(session: Session, types: Types, keys: Keys): Promise<Field[] | undefined> {
  const listed = await session.call(types.list, { query: { limit: 1000 } });
  const body = isSuccess(listed.response.status) ? objectOf(listed) : {};
  const all = arrayAt(body, "entries").filter(isJsonObject);
  const found = all.find((one) => Object.entries(types.key).every(([name, property]) => one[property] === keys[name]));
  const { property, name, type } = types.fields;
  const fields = found && arrayAt(found, property).filter(isJsonObject);
  return fields?.flatMap((one) => {
    const [key, kind] = [stringAt(one, name), types.kinds[stringAt(one, type) ?? ""]];
    return key === undefined || kind === undefined ? [] : [{ key, kind }];
  });
}

/** The keys that each creation of a type sends: a shorthand, such as that of the caller's own scope. */
export function shortKeys(contract: Contract, { create, key }: Types): Keys {
  const properties = contract.propertiesOf(contract.operation(create).requestMedia?.schema ?? "");
  return Object.fromEntries(
    Object.entries(key).flatMap(([name, property]) => {
      const at = properties.get(property);
      const [only, ...others] = at === undefined ? [] : contract.enumAt(at);
      return only === undefined || others.length > 0 ? [] : [[name, only]];
    }),
  );
}

export function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
