import { createContract } from "../src/contract.js";
import type { JsonObject } from "../src/json.js";

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
    BoxFields: {
      type: "object",
      additionalProperties: true,
      required: ["type", "id"],
      properties: {
        type: { type: "string", const: "box" },
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
    Box: { allOf: [{ $ref: "#/components/schemas/BoxFields" }, { type: "object", required: ["name", "owner"] }] },
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
    Boxes: list("Box"),
    BoxesFields: list("BoxFields"),
    Labels: { type: "object", additionalProperties: TEXT },
    BoxUpdate: {
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
  "/boxes": {
    get: {
      operationId: "listBoxes",
      parameters: [
        { $ref: "#/components/parameters/Fields" },
        { name: "limit", in: "query", schema: { type: "integer", format: "int64", minimum: 1 }, example: 2 },
        { name: "empty", in: "query", schema: { type: "boolean" }, example: true },
        { name: "color", in: "query", schema: { type: "array", items: TEXT }, example: ["red"] },
      ],
      responses: { "200": { description: "Boxes.", content: either("Boxes", "BoxesFields") }, ...errors() },
    },
    head: { operationId: "countBoxes", responses: { "200": { description: "Counted.", content: json("Page") } } },
  },
  "/boxes/{box_id}": {
    parameters: [{ name: "box_id", in: "path", required: true, schema: { type: "string", pattern: "^[0-9]+$" } }],
    get: {
      operationId: "getBox",
      parameters: [
        { $ref: "#/components/parameters/Fields" },
        { name: "If-None-Match", in: "header", schema: { type: "string", maxLength: 4 }, example: "1" },
        { name: "Box-Key", in: "header", required: true, schema: TEXT, example: "k" },
      ],
      responses: {
        "200": { description: "A box.", content: either("Box", "BoxFields") },
        "304": { description: "Unchanged." },
        ...errors(),
      },
    },
    put: {
      operationId: "updateBox",
      requestBody: { required: true, content: json("BoxUpdate") },
      responses: { "200": { description: "The box.", content: json("Box") }, ...errors() },
    },
    delete: { operationId: "deleteBox", responses: { "204": { description: "Gone." }, ...errors() } },
  },
  "/boxes/newest": {
    get: {
      operationId: "getNewest",
      responses: {
        "200": { description: "A box or a shelf.", content: { "application/json": { schema: oneOf("Box", "Shelf") } } },
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
  info: { title: "Boxes", version: "1.0.0" },
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
