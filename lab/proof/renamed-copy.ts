import type { Contract, Json, JsonObject } from "content-service-contract";
import { createContract, isJsonObject, objectAt, parseJson, stringAt } from "content-service-contract";
import type { CheckTarget } from "content-service-contract-tests";
import schema from "../../contract-tests/src/check/document/facts.schema.json" with { type: "json" };

/**
 * Copies a contract, and gives every name peculiar to it another one: of operations, segments of paths, schemas, roles,
 * types, properties and parameters. Each word of a name gets a mark before it, unless it is a common one, so that a name is
 * the former one without marks.
 */
export function renamedCopy({ document, operations }: Contract, isCommon: (name: string) => boolean) {
  const rename = (name: string) =>
    isCommon(name)
      ? name
      : name.replace(/[A-Z]?[a-z\d]+|[A-Z]+/g, (word) => {
          const singular = word.replace(/ies$/, "y").replace(/s$/, "");
          const isKept = PARTS.test(word) || [word, word.toLowerCase(), singular].some(isCommon);
          return isKept ? word : word.replace(/^[A-Za-z]/, (first) => (first < "a" ? `Qzxj${first}` : `qzxj${first}`));
        });
  const names = new Map([...namesIn(document, operations)].map((name) => [name, rename(name)]));
  const renamed = (text: string) => names.get(text) ?? text;
  const inside = (text: string) => text.replace(/[A-Za-z$_][\w$-]*/g, renamed);
  /** Names in pointers, in expressions, in the first part of `metadata.scope.key`, and alone. */
  const textIn = (text: string, place: string) => {
    if (POINTER.test(text) || place === "errors" || /^\^\(\w+\|/.test(text)) return inside(text);
    const started = text.replace(/^[a-z_]+(?=(\.[\w{}]+)+$)/, renamed);
    return started.includes("{") ? started.replace(/\{[^{}]+\}/g, inside) : renamed(started);
  };
  /** Names of members, and texts that are names or have them at their places. */
  const renameIn = (value: Json, place = "", inFact = false): Json => {
    if (typeof value === "string") return textIn(value, place);
    if (Array.isArray(value)) return value.map((one) => renameIn(one, place, inFact));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(([key, one]): [string, Json] => [
      inFact && FACT_MEMBERS.has(key) ? key : POINTER.test(key) ? inside(key) : renamed(key),
      KEPT.has(key)
        ? one
        : renameIn(one, place === "errors" && key === "name" ? place : key, inFact || key.startsWith("x-")),
    ]);
    return Object.fromEntries(members);
  };
  /** The name of a value of the target, such as `restoreFolder.other_folder_id` or `createTask.item_id`. */
  const known = (name: string) => {
    const [operation = "", own] = name.split(".");
    const ids = own === undefined ? [operation] : [operation, own];
    return ids
      .map((one) =>
        one.replace(/^(other_)?(.*?)(_id)?$/, (whole, other = "", base = "", id = "") =>
          names.has(whole) ? renamed(whole) : other + (names.has(base + id) ? renamed(base + id) : renamed(base) + id),
        ),
      )
      .join(".");
  };
  const byType = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value), (_, one: Json) =>
      isJsonObject(one)
        ? Object.fromEntries(Object.entries(one).map(([key, inner]) => [FACTS.has(key) ? key : renamed(key), inner]))
        : one,
    );
  return {
    contract: createContract(renameIn(document)),
    target: <Known extends Partial<CheckTarget>>(target: Known): Known => ({
      ...target,
      callers: target.callers?.map(({ facts = {}, ...one }) => ({
        ...one,
        // It has the same members, with other names of types and roles.
        facts: { ...(byType(facts) as typeof facts), ...(facts.roles && { roles: facts.roles.map(renamed) }) },
      })),
      workspace: Object.fromEntries(
        Object.entries(target.workspace ?? {}).map(([key, id]) => [`${renamed(key.slice(0, -2))}Id`, id]),
      ),
      parameters: Object.fromEntries(
        Object.entries(target.parameters ?? {}).map(([key, id]) => [known(key), renamed(id)]),
      ),
    }),
    /** Sends requests with the new names to a service with the former ones. */
    fetch: (send: (url: string, init: RequestInit) => Promise<Response>) => async (url: string, init: RequestInit) => {
      const { headers, body, ...others } = init;
      const sent = Object.fromEntries([...new Headers(headers)].map(([name, value]) => [former(name), value]));
      const response = await send(former(url), {
        ...others,
        headers: sent,
        body: typeof body === "string" ? former(body) : (body ?? null),
      });
      const text = await response.text();
      const json = parseJson(text);
      const received = json === undefined ? text : JSON.stringify(renameIn(json));
      return new Response(text === "" ? null : received, response);
    },
    renamed,
    former,
  };
}

function former(text: string): string {
  return text.replaceAll(/qzxj/gi, "");
}

/** Parts of names that mean the same in any contract, and words of JSON Schema. */
const PARTS =
  /^(at|to|of|is|can|has|count|after|before|since|until|ids?|enum|schema|string|number|integer|boolean|object|array|null)$/i;
const POINTER = /^(#?\/|\$(request|response))/;
/** Members with texts for readers. */
const KEPT: ReadonlySet<string> = new Set(["description", "summary", "message"]);
const FACTS = new Set(["hidden", "visible", "grants", "groups", "roles", "tenant", "id", "actsForOthers"]);

const FACT_MEMBERS = new Set(
  [...JSON.stringify(schema).matchAll(/"properties":(\{.*?\})\}/g)].flatMap(([, text = ""]) =>
    [...text.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name),
  ),
);

function* namesIn(document: JsonObject, operations: Contract["operations"]): Generator<string> {
  for (const { id, path } of operations) {
    yield id;
    yield* path.split("/").filter((one) => one !== "" && !one.includes("{"));
  }
  yield* Object.keys(objectAt(objectAt(document, "components"), "schemas"));
  const access = objectAt(document, "x-access");
  yield* [...Object.keys(objectAt(access, "roles")), ...Object.keys(objectAt(access, "grants"))];
  yield* membersIn(document);
}

function* membersIn(node: Json): Generator<string> {
  if (Array.isArray(node)) for (const one of node) yield* membersIn(one);
  if (!isJsonObject(node)) return;
  const name = stringAt(node, "name");
  if (typeof node["in"] === "string" && name !== undefined) yield name;
  for (const [key, one] of Object.entries(objectAt(node, "properties"))) {
    yield key;
    if (key !== "type" || !isJsonObject(one)) continue;
    for (const type of [one["const"], one["enum"], one["example"]].flat()) if (typeof type === "string") yield type;
  }
  for (const one of Object.values(node)) yield* membersIn(one);
}
