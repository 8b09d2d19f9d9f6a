import { createContract } from "../../src/model/contract.js";
import type { JsonObject } from "../../src/model/json.js";

const TEXT: JsonObject = { type: "string" };

const components: JsonObject = {
  schemas: {
    Color: { anyOf: [{ type: "string", enum: ["red", "blue"] }, { type: "string" }] },
    Owner: {
      type: "object",
      additionalProperties: true,
      required: ["type", "id"],
      properties: { type: { type: "string", const: "user" }, id: TEXT },
    },
    CrateFields: {
      type: "object",
      additionalProperties: true,
      required: ["type", "id"],
      properties: {
        type: { type: "string", const: "crate" },
        id: TEXT,
        name: { type: "string", maxLength: 8 },
        color: { $ref: "#/components/schemas/Color" },
        owner: { anyOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] },
        created_at: { type: "string", format: "date-time" },
        size: { type: "integer", format: "int64" },
        // A property may be called like a keyword, and an example may hold an `$id`.
        example: TEXT,
        $id: TEXT,
      },
    },
    Crate: { allOf: [{ $ref: "#/components/schemas/CrateFields" }, { type: "object", required: ["name", "owner"] }] },
    Shelf: {
      type: "object",
      additionalProperties: true,
      required: ["type", "id"],
      properties: { type: { type: "string", const: "shelf" }, id: TEXT, boards: { type: "integer" } },
    },
    Page: {
      type: "object",
      additionalProperties: true,
      required: ["limit"],
      properties: { limit: { type: "integer" } },
    },
    Crates: list("Crate"),
    CratesFields: list("CrateFields"),
    Labels: { type: "object", additionalProperties: TEXT },
    CrateUpdate: {
      type: "object",
      additionalProperties: false,
      required: ["name"],
      properties: {
        name: { type: "string", minLength: 1, maxLength: 8 },
        owner: {
          type: "object",
          additionalProperties: false,
          properties: { id: TEXT, login: TEXT },
          anyOf: [
            { type: "object", required: ["id"] },
            { type: "object", required: ["login"] },
          ],
        },
      },
    },
    Grant: {
      type: "object",
      additionalProperties: false,
      required: ["grant_type"],
      properties: { grant_type: { type: "string", const: "refresh_token" } },
    },
    Error: {
      type: "object",
      additionalProperties: true,
      required: ["code"],
      properties: { code: TEXT },
    },
  },
  parameters: {
    Fields: {
      name: "fields",
      in: "query",
      style: "form",
      explode: false,
      schema: { type: "array", items: { type: "string", minLength: 1 } },
      example: ["color"],
    },
  },
  responses: {
    Unexpected: { description: "Any other error.", content: json("Error") },
    TooMany: {
      description: "Too many requests.",
      headers: { "Retry-After": { required: true, schema: { type: "integer", minimum: 1 }, example: 2 } },
      content: json("Error"),
    },
  },
  securitySchemes: { accessToken: { type: "http", scheme: "bearer" } },
};

const paths: JsonObject = {
  "/crates": {
    get: {
      operationId: "listCrates",
      parameters: [
        { $ref: "#/components/parameters/Fields" },
        { name: "limit", in: "query", schema: { type: "integer", format: "int64", minimum: 1 }, example: 2 },
        { name: "empty", in: "query", schema: { type: "boolean" }, example: true },
        { name: "color", in: "query", schema: { type: "array", items: TEXT }, example: ["red"] },
      ],
      responses: { "200": { description: "Crates.", content: either("Crates", "CratesFields") }, ...errors() },
    },
    head: { operationId: "countCrates", responses: { "200": { description: "Counted.", content: json("Page") } } },
  },
  "/crates/{crate_id}": {
    parameters: [{ name: "crate_id", in: "path", required: true, schema: { type: "string", pattern: "^[0-9]+$" } }],
    get: {
      operationId: "getCrate",
      parameters: [
        { $ref: "#/components/parameters/Fields" },
        { name: "If-None-Match", in: "header", schema: { type: "string", maxLength: 4 }, example: "1" },
        { name: "Crate-Key", in: "header", required: true, schema: TEXT, example: "k" },
      ],
      responses: {
        "200": { description: "A crate.", content: either("Crate", "CrateFields") },
        "304": { description: "Unchanged." },
        ...errors(),
      },
    },
    put: {
      operationId: "updateCrate",
      requestBody: { required: true, content: json("CrateUpdate") },
      responses: { "200": { description: "The crate.", content: json("Crate") }, ...errors() },
    },
    delete: { operationId: "deleteCrate", responses: { "204": { description: "Gone." }, ...errors() } },
  },
  "/crates/newest": {
    get: {
      operationId: "getNewest",
      responses: {
        "200": {
          description: "A crate or a shelf.",
          content: { "application/json": { schema: oneOf("Crate", "Shelf") } },
        },
        "2XX": { description: "Labels.", content: json("Labels") },
        "304": { description: "Unchanged, with a body that HTTP does not allow.", content: json("Labels") },
      },
    },
  },
  "/token": {
    post: {
      operationId: "refresh",
      servers: [{ url: "https://auth.small.example" }],
      security: [],
      requestBody: { required: true, content: { "application/x-www-form-urlencoded": { schema: ref("Grant") } } },
      responses: { "200": { description: "A token.", content: json("Labels") }, ...errors() },
    },
  },
};

/** A contract with one of each thing that the rules look at, so that every pointer in a test is easy to follow. */
export const smallDocument: JsonObject = {
  openapi: "3.1.0",
  "x-conventions": ["errors", "fields", "records", "any-success"],
  info: { title: "Crates", version: "1.0.0" },
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  servers: [{ url: "https://{host}/v1", variables: { host: { default: "api.small.example" } } }],
  security: [{ accessToken: [] }],
  paths,
  components,
};

/** The contract made of it. */
export const smallContract = createContract(smallDocument);

function ref(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

function json(name: string): JsonObject {
  return { "application/json": { schema: ref(name) } };
}

function either(standard: string, fields: string): JsonObject {
  return { "application/json": { schema: { anyOf: [ref(standard), ref(fields)] } } };
}

function oneOf(...names: string[]): JsonObject {
  return { oneOf: names.map(ref) };
}

function list(of: string): JsonObject {
  const entries: JsonObject = { type: "array", items: ref(of) };
  const own: JsonObject = {
    type: "object",
    additionalProperties: true,
    required: ["entries"],
    properties: { entries },
  };
  return { allOf: [ref("Page"), own] };
}

function errors(): JsonObject {
  return {
    "429": { $ref: "#/components/responses/TooMany" },
    default: { $ref: "#/components/responses/Unexpected" },
  };
}
