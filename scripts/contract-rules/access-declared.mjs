import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { entriesOf, isRecord, isText, listOf, nodeRule, operationRule } from "./reading.mjs";

const SCHEMA = new URL("../../contract-tests/src/check/document/facts.schema.json", import.meta.url);

/**
 * Checks the form of `x-filter`, `x-order`, `x-sets` and `x-infer`. Of `x-access` also that roles and rights are those of the
 * root, that each named error is an example of the operation, and that each expression finds a value of the request. An
 * operation that requires a role names the error.
 */
export function accessDeclared() {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(JSON.parse(readFileSync(SCHEMA, "utf8")), "x-access");
  let root = {};
  const formErrors = (kind, value, name = "x-access") =>
    value === undefined || ajv.validate({ $ref: `x-access#/$defs/${kind}` }, value)
      ? []
      : [ajv.errorsText(ajv.errors, { dataVar: name })];
  const factErrors = (node, kinds) => kinds.flatMap((kind) => formErrors(kind, node[`x-${kind}`], `x-${kind}`));
  const eachOperation = operationRule(function* ({ operation, parameters, requests, body, examples }) {
    const access = operation["x-access"];
    const names = new Set(examples.map(({ name }) => name));
    const sent = requests.flatMap(({ mediaType }) => Object.keys(mediaType.examples ?? {}));
    const problems = [
      ...formErrors("operation", access),
      ...factErrors(operation, ["order", "sets", "infer"]),
      ...roleProblems(operation, root.roles ?? {}),
      ...parameters.flatMap((one) => formErrors("parameter", one["x-access"])),
      ...parameters.flatMap((one) => factErrors(one, ["filter", "infer"])),
      ...errorNames(access, parameters, root)
        .filter((name) => !names.has(name))
        .map((name) => `The operation has no example ${name}`),
      ...[access?.locks?.add, access?.locks?.remove, access?.grants?.groupExample]
        .filter((name) => name !== undefined && !sent.includes(name))
        .map((name) => `The request has no example ${name}`),
      ...recordProblems(access, parameters, body, root.grants ?? {}),
    ];
    for (const message of problems) yield `${message}.`;
  });
  const eachRoot = nodeRule("Root", function* (document, { location: at }) {
    root = isRecord(document["x-access"]) ? document["x-access"] : {};
    const unknown = listOf(root.acting?.roles).filter((role) => !(role in (root.roles ?? {})));
    const problems = [...formErrors("root", document["x-access"]), ...unknown.map((role) => `Unknown role ${role}`)];
    for (const message of problems) yield { message: `${message}.`, location: at.child("x-access") };
  });
  return { ...eachOperation, ...eachRoot };
}

function* roleProblems(operation, known) {
  const roles = listOf(operation["x-access"]?.roles);
  for (const role of roles) if (!(role in known)) yield `Unknown role ${role} in \`x-access\``;
  if (roles.length > 0 && operation["x-access"]?.denied === undefined)
    yield "Name the example of the error for a caller without the role: `denied` in `x-access`";
  // A sentence about who may call, such as "Only admins and co-admins may create templates".
  const [sentence] = /\b(Only|Any|Every|All|Each)\b[^.]*\bmay\b/i.exec(operation.description ?? "") ?? [];
  if (sentence === undefined) return;
  const allowed = sentence.replace(/\b(but not|not|except|without)\b[^,]*/g, "");
  const said = Object.keys(known).filter((role) => new RegExp(`(?<![-\\w])${role}s?\\b`).test(allowed));
  if (String(said.sort()) !== String(roles.toSorted()))
    yield `The description lets ${said.join(", ") || "others"} call, \`x-access\` ${roles.join(", ") || "everyone"}`;
}

function errorNames(access, parameters, { acting }) {
  const records = entriesOf(access?.records).flatMap(([, one]) => [one.hidden, one.denied, one.locked]);
  const secrets = parameters.map((one) => one["x-access"]?.denied);
  const acts = parameters.some(({ name }) => name === acting?.parameter) ? [acting.denied] : [];
  return [access?.denied, ...records, ...secrets, ...acts].filter((name) => name !== undefined);
}

function* recordProblems(access, parameters, body, grants) {
  const records = entriesOf(access?.records);
  const rights = new Set(entriesOf(grants).flatMap(([, names]) => listOf(names)));
  const needed = [...records.map(([, { right }]) => right), ...Object.values(access?.grants?.rights ?? {})];
  for (const right of needed)
    if (right !== undefined && !rights.has(right)) yield `No role of the root has the right ${right}`;
  const types = records.map(([, { type }]) => type).filter((type) => String(type).startsWith("$"));
  const expressions = [
    ...records.map(([at]) => at),
    ...types,
    ...[access?.grants?.role, access?.grants?.caller].filter(isText),
  ];
  for (const at of expressions) {
    const [, place, name, property] = /^\$request\.(?:(path|query|header)\.(.+)|body#\/([^/]+).*)$/.exec(at) ?? [];
    const found = place ? parameters.some((one) => one.in === place && one.name === name) : body.includes(property);
    if (!found) yield `The request has no value ${at}`;
  }
}
