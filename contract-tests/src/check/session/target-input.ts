import {
  type CallInput,
  type Contract,
  callInput,
  exampleResponses,
  isJsonObject,
  type Json,
  type NamedExample,
  type Operation,
  type Parameter,
} from "content-service-contract";
import { fieldsFor } from "../../cases/positive-cases.js";
import type { CheckTarget, Session } from "./check.js";

export interface TargetChoice {
  /** Send the optional parameters that the target gives, or that are valid in any service. @default false */
  readonly optional?: boolean | undefined;
  /** Send `fields`. @default false */
  readonly fields?: boolean | undefined;
  /** The example for the body. @default the first one */
  readonly requestExample?: NamedExample | undefined;
}

/** The input of a call. It is `known` when the target gave every id in it. */
export interface TargetInput {
  readonly input: CallInput;
  readonly known: boolean;
}

/** Creates the input of a call from the contract's examples, with the values of the target in their place. */
export function targetInput(
  contract: Contract,
  operation: Operation,
  target: CheckTarget,
  { optional = false, fields = false, requestExample }: TargetChoice = {},
): TargetInput {
  const whole = withTargetExamples(contract, operation, target);
  const isSent = ({ required, name }: Parameter) => required || optional || (fields && name === "fields");
  const own = { ...whole, parameters: whole.parameters.filter(isSent) };
  const input = callInput(own, {
    fields: fields ? narrowedFields(contract, operation) : undefined,
    requestExample: own.requestMedia?.examples.find(({ name }) => name === requestExample?.name),
  });
  const given = missingIds(contract, operation, target).length === 0;
  return { input, known: given && bodyKnown(contract, operation, input.body, target) };
}

export function noIdsReason({ contract, target }: Session, { operation }: { readonly operation: Operation }): string {
  const names = missingIds(contract, operation, target).join(" and ");
  return `${operation.id} needs ids: give ${names || "those of its body"} in --parameters`;
}

function missingIds(contract: Contract, operation: Operation, target: CheckTarget): string[] {
  return operation.parameters
    .filter((one) => one.required && !fitsAnywhere(contract, one))
    .map(({ name }) => name)
    .filter((name) => givenValue(target, operation, name) === undefined);
}

/** The operation with the values of a target as its examples. An optional id that the target does not give has none. */
export function withTargetExamples(contract: Contract, operation: Operation, target: CheckTarget): Operation {
  const parameters = operation.parameters.map((parameter): Parameter => {
    const given = givenValue(target, operation, parameter.name);
    const stays = parameter.required || fitsAnywhere(contract, parameter);
    return { ...parameter, example: given ?? (stays ? parameter.example : undefined) };
  });
  const { requestBody, requestMedia } = operation;
  if (requestBody === undefined) return { ...operation, parameters };
  const content = requestBody.content.map((media) => ({
    ...media,
    examples: media.examples.map((one) => ({ ...one, value: bodyFor(contract, operation, one.value, target) })),
  }));
  const own = content.find(({ type }) => type === requestMedia?.type);
  return { ...operation, parameters, requestBody: { ...requestBody, content }, requestMedia: own };
}

/** The target's value of a name: that of the operation (`restoreFolder.folder_id`), or the default (`folder_id`). */
export function givenValue({ parameters = {} }: CheckTarget, operation: Pick<Operation, "id"> & OwnIds, name: string) {
  return parameters[`${operation.id}.${name}`] ?? (needsOwn(operation, name) ? undefined : parameters[name]);
}

type OwnIds = Partial<Pick<Operation, "access" | "isSafe">>;

/** Whether a default must never fill a parameter: a call succeeds once for its record, or no fact says what a write changes. */
function needsOwn({ access, isSafe = true }: OwnIds, name: string): boolean {
  const at = `$request.path.${name.replace(/^other_/, "")}`;
  const isUnknown = !isSafe && access?.records.length === 0;
  return isUnknown || access?.records.some((one) => one.once && one.at === at) === true;
}

/** The id of the record of a type that the checks may change. Skips the check when the target has none. */
export function ownId({ target, skip }: Session, type: string): string {
  return target.workspace?.[`${type}Id`] ?? skip(`Missing a ${type} to work on: give --workspace ${type}=ID`);
}

/** An id that no record has: longer than any assigned one, and within 53 bits. */
export const NO_ID = "909090909090909";

/** A valid value that no record has. Undefined where the schema allows no other value. */
export function unlike(contract: Contract, schema: string, value: Json | undefined): string | undefined {
  const text = String(value ?? "");
  const candidates = [text.replace(/\d+$/, NO_ID), `${text}_of_nobody`];
  return candidates.find((one) => one !== text && contract.isValid(schema, one));
}

/** Whether an example is valid in every service: a number, a boolean, an enum value or a date. */
export function fitsAnywhere(contract: Contract, { schema, in: place }: Pick<Parameter, "schema" | "in">): boolean {
  const node = contract.schemaAt(schema);
  // A text or a number in a path is an id, and so is what can be either.
  if (place === "path") return "enum" in node || contract.hasType(schema, "boolean");
  return !contract.hasType(schema, "string") || "enum" in node || node["format"] === "date-time";
}

/** A metadata query of another template than the example's drops the example's conditions. */
function bodyFor(contract: Contract, operation: Operation, body: Json, target: CheckTarget): Json {
  const schema = operation.requestMedia?.schema;
  if (!isJsonObject(body) || schema === undefined) return body;
  const given = Object.fromEntries(
    [...contract.propertiesOf(schema, body).keys()].flatMap((name) => {
      const value = name in body ? givenValue(target, operation, name) : undefined;
      return value === undefined || typeof body[name] !== "string" ? [] : [[name, value]];
    }),
  );
  const { marker: _, ...kept } = { ...body, ...given };
  const another = Object.entries(given).some(([name, value]) => body[name] !== value);
  if (!another || !operation.isSafe) return kept;
  const required = contract.requiredAt(schema);
  return Object.fromEntries(Object.entries(kept).filter(([name]) => required.includes(name) || name in given));
}

function bodyKnown(contract: Contract, operation: Operation, body: Json | undefined, target: CheckTarget): boolean {
  const schema = operation.requestMedia?.schema;
  if (!isJsonObject(body) || schema === undefined) return body === undefined;
  const required = contract.requiredAt(schema).filter((name) => typeof body[name] === "string");
  if (operation.isSafe) return required.every((name) => givenValue(target, operation, name) !== undefined);
  return Object.keys(body).every((name) => !name.endsWith("_id") || givenValue(target, operation, name) !== undefined);
}

/**
 * The ids of the contract's examples, as `parameters` of a target that has them, such as a sandbox with its default
 * seed. The first operation with a name gives its default. An operation with another value has an entry of its own, such
 * as `listFileVersionRetentions.policy_id`. `As-User` is not included, since it depends on the token.
 */
export function exampleParameters(contract: Contract): Record<string, string> {
  const found: Record<string, string> = {};
  for (const operation of contract.operations) {
    for (const [name, value] of idsOf(contract, operation)) {
      const own = `${operation.id}.${name}`;
      if (!needsOwn(operation, name) && (found[name] ?? value) === value) found[name] = value;
      else found[own] = value;
    }
  }
  return found;
}

function idsOf(contract: Contract, operation: Operation): [string, string][] {
  const parameters = operation.parameters
    .filter((one) => !fitsAnywhere(contract, one) && one.name !== "marker" && (one.in !== "header" || one.required))
    .map(({ name, example }): [string, unknown] => [name, example]);
  const media = operation.isSafe ? operation.requestMedia : undefined;
  const body = media?.examples[0]?.value;
  const required = media?.schema === undefined ? [] : contract.requiredAt(media.schema);
  const properties = isJsonObject(body) ? required.map((name): [string, unknown] => [name, body[name]]) : [];
  return [...parameters, ...properties].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

/** The names for `fields`: those of the first example with fewer attributes, since a record can lack those of the parameter. */
export function narrowedFields(contract: Contract, operation: Operation): string[] | undefined {
  for (const response of exampleResponses(operation)) {
    const fields = fieldsFor(contract, operation, response);
    if (fields !== undefined) return fields;
  }
  return undefined;
}
