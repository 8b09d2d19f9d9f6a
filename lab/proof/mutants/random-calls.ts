import type { CallInput, Contract, Json, JsonObject, Operation } from "content-service-contract";
import { callInput, isJsonObject, parseJson } from "content-service-contract";
import { workingCall } from "content-service-sandbox";
import { seededRandom } from "../../support/seeded-random.js";
import type { PlainRequest } from "../defects/defect.js";
import { type DefectServer, requestTo } from "../defects/defect-server.js";

type Send = (sent: PlainRequest) => Promise<string>;

/**
 * Sends random calls of all operations by several users: valid values of all properties and parameters, and ids of
 * existing records. Independent of the kit's checks. The same seed sends the same calls as long as the responses are the
 * same.
 */
export async function randomCalls(server: DefectServer, contract: Contract, seed: number, count: number, send: Send) {
  const random = seededRandom(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const ids = Object.values(server.sandbox.snapshot()).flatMap((records) =>
    Array.isArray(records) ? records.slice(0, 12).flatMap((record) => ("id" in record ? [String(record.id)] : [])) : [],
  );
  let marker: Json | undefined;

  for (let index = 0; index < count; index += 1) {
    const operation = pick(contract.operations);
    const request = requestTo(server, operation.id, inputOf(operation));
    const token = random() < 0.6 ? "token-admin" : pick(TOKENS);
    const headers = { ...request.headers, ...(operation.secured ? { authorization: `Bearer ${token}` } : {}) };
    const body = parseJson(await send({ ...request, headers }));
    const next = isJsonObject(body) ? body["next_marker"] : undefined;
    if (typeof next === "string") marker = next;
  }

  function inputOf(operation: Operation): CallInput {
    const works = random() < 0.5 ? workingCall(contract, operation.id) : callInput(operation);
    const parameters = (place: "path" | "query" | "header") =>
      Object.fromEntries(
        operation.parameters
          .filter((one) => one.in === place && (one.required || random() < 0.35))
          .map(({ name, schema, example }) => [
            name,
            random() < 0.4 && example !== undefined
              ? (works[place]?.[name] ?? example)
              : randomValue(contract.schemaAt(schema), name),
          ]),
      );
    const media = operation.requestBody?.content[0];
    const body =
      media?.schema === undefined
        ? undefined
        : random() < 0.5
          ? changed(contract.schemaAt(media.schema), works.body ?? {})
          : randomValue(contract.schemaAt(media.schema), "");
    return {
      path: parameters("path"),
      query: parameters("query"),
      header: parameters("header"),
      ...(body === undefined ? {} : { body }),
    };
  }

  /** An example with some other properties. */
  function changed(schema: JsonObject, body: Json): Json {
    if (!isJsonObject(body)) return body;
    const properties = Object.entries(propertiesOf(schema)).filter(() => random() < 0.25);
    return { ...body, ...Object.fromEntries(properties.map(([name, one]) => [name, randomValue(one, name)])) };
  }

  function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
    const all = isJsonObject(schema["properties"]) ? schema["properties"] : {};
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, one]) => (isJsonObject(one) ? [[name, resolved(one)]] : [])),
    );
  }

  function resolved(schema: JsonObject): JsonObject {
    const reference = schema["$ref"];
    return typeof reference === "string" ? contract.schemaAt(reference.slice(1)) : schema;
  }

  function randomValue(raw: JsonObject, name: string): Json {
    const schema = resolved(raw);
    const choices = ["oneOf", "anyOf"].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
    if (choices.length > 0) return randomValue(pick(choices.filter(isJsonObject)), name);
    if ("const" in schema) return schema["const"] ?? null;
    if (Array.isArray(schema["enum"])) return pick(schema["enum"]);
    const type = Array.isArray(schema["type"]) ? pick(schema["type"]) : schema["type"];
    if (type === "null") return null;
    if (type === "boolean") return random() < 0.5;
    if (type === "integer" || type === "number") return pick([0, 1, 2, 7, 100, 2000]);
    if (type === "array") {
      const items = isJsonObject(schema["items"]) ? schema["items"] : {};
      return Array.from({ length: pick([1, 1, 2, 3]) }, () => randomValue(items, name));
    }
    if (type === "object" || schema["properties"] !== undefined) {
      const required = Array.isArray(schema["required"]) ? schema["required"] : [];
      const kept = Object.entries(propertiesOf(schema)).filter(([key]) => required.includes(key) || random() < 0.4);
      const known = Object.fromEntries(kept.map(([key, one]) => [key, randomValue(one, key)]));
      return kept.length === 0 ? { status: pick(["open", "signed"]), amount: pick([1, 2.5]) } : known;
    }
    return randomText(schema, name);
  }

  function randomText(schema: JsonObject, name: string): string {
    if (name === "marker") return typeof marker === "string" && random() < 0.8 ? marker : "unknown";
    if (/(^|_)id$|^As-User$/.test(name) && name !== "client_id") return pick([...ids, "0", "999999"]);
    const [, texts = OTHERS] = TEXTS.find(([kind]) => kind.test(`${name} ${schema["format"] ?? ""}`)) ?? [];
    return pick(texts);
  }
}

const TOKENS = ["admin", "co-admin", "owner", "reviewer", "member", "service", "partner", "expired"].map(
  (name) => `token-${name}`,
);

/** Texts by the name of a parameter or property, and the format. */
const TEXTS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^fields /, ["name", "etag", "tags", "lock", "parent", "permissions", "shared_link", "description", "modified_at"]],
  [
    /^query /,
    [
      ...["amount >= :value", "amount < :value AND status = :status", "status = :status OR NOT (amount = :value)"],
      ...["party LIKE :text", "party ILIKE :text", "status IN (:status, :other)", "tags HASANY (:text)"],
      ...["signed_at IS NULL", "amount IS NOT NULL AND amount <> :value", "status"],
    ],
  ],
  [/^(field_)?key /, ["amount", "status", "signed_at", "party", "tags"]],
  [/^from /, ["enterprise_7001.contract", "enterprise_7001.none", "global.properties"]],
  [/^scope /, ["enterprise_7001", "enterprise", "global"]],
  [/template_?key/i, ["contract", "properties", "none"]],
  [
    /^ServiceApi /,
    ["lease", "leases", "register", "invoice", "none"].map((one) => `shared_link=https://content.example/s/${one}`),
  ],
  [/^If-(None-)?Match /, ["0", "1", "2", "3"]],
  [/^refresh_token /, TOKENS.map((one) => one.replace("token-", "refresh-"))],
  [/^client_id /, ["sandbox-client", "sandbox-client", "other-client"]],
  [/^client_secret /, ["sandbox-secret", "sandbox-secret", "wrong"]],
  [/ date-time$/, ["2026-01-01T00:00:00Z", "2036-01-01t00:00:00.1234567890z", "9999-12-31T23:59:59-07:00"]],
  [/ email$|^login /, ["reviewer@example.com", "new@example.org"]],
  [/url /, ["https://content.example/a", "http://content.example/b?c=d"]],
];

const OTHERS = [
  ...["lease.pdf", "Plan 7", "  spaced ", "Ünï\u0308cøde 日本", "x".repeat(256), "y".repeat(300)],
  ...["one", "two\r\nlines", "Leases"],
];
