import type { Contract, JsonObject, Operation, Parameter } from "content-service-contract";
import { plain, propertiesOfEntries } from "../resources/payload.js";

/** A state whose records a list leaves out, unless a flag such as `include_archived` asks for them. */
export interface HiddenState {
  readonly parameter: Parameter;
  /** Without the style of its name. */
  readonly state: string;
  isHeld(record: JsonObject): boolean;
}

/** The states that a list hides: a flag of the entries, a time such as `archived_at`, or a documented value. */
export function hiddenStates(contract: Contract, list: Operation): HiddenState[] {
  const properties = propertiesOfEntries(contract, list);
  return list.parameters.flatMap((parameter): HiddenState[] => {
    const state = askedBy(contract, parameter);
    const holders = properties.flatMap(([name, at]): HiddenState["isHeld"][] => {
      const isOwn = plain(name).replace(/^is/, "") === state && contract.hasType(at, "boolean");
      const value = contract.enumAt(at).find((one) => plain(one) === state);
      return isOwn || value !== undefined ? [(record) => record[name] === (value ?? true)] : [];
    });
    // Beside a state, a time can be history.
    const times = properties.filter(([name]) => plain(name) === `${state}at`);
    const [isHeld] = [
      ...holders,
      ...times.map(
        ([name]) =>
          (record: JsonObject) =>
            (record[name] ?? null) !== null,
      ),
    ];
    const isUsual = contract.schemaAt(parameter.schema)["default"] === true;
    return state === undefined || isUsual || isHeld === undefined ? [] : [{ parameter, state, isHeld }];
  });
}

/** What a flag of a list asks for, without the style of its name: `archived` of `include_archived`. Undefined for another parameter. */
export function askedBy(contract: Contract, { name, schema }: Parameter): string | undefined {
  const [, asked] = /^(?:include|with|show)(.+)$/.exec(plain(name)) ?? [];
  return contract.hasType(schema, "boolean") ? asked : undefined;
}
