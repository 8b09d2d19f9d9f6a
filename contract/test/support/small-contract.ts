import { parse } from "yaml";
import { createContract } from "../../src/model/contract.js";
import type { JsonObject } from "../../src/model/json.js";

/** A contract with one of each thing that the rules look at, so that every pointer in a test is easy to follow. */
export const smallDocument: JsonObject = parse(
  `
openapi: 3.1.0
x-conventions: [errors, fields, records, any-success]
info: { title: Crates, version: 1.0.0 }
jsonSchemaDialect: https://json-schema.org/draft/2020-12/schema
servers: [{ url: "https://{host}/v1", variables: { host: { default: api.small.example } } }]
security: [{ accessToken: [] }]
paths:
  /crates:
    get:
      operationId: listCrates
      parameters:
        - $ref: "#/components/parameters/Fields"
        - { name: limit, in: query, schema: { type: integer, format: int64, minimum: 1 }, example: 2 }
        - { name: empty, in: query, schema: { type: boolean }, example: true }
        - { name: color, in: query, schema: { type: array, items: { type: string } }, example: [red] }
      responses:
        "200":
          description: Crates.
          content:
            application/json: { schema: { anyOf: [{ $ref: "#/components/schemas/Crates" }, { $ref: "#/components/schemas/CratesFields" }] } }
        <<: &errors
          "429": { $ref: "#/components/responses/TooMany" }
          default: { $ref: "#/components/responses/Unexpected" }
    head:
      operationId: countCrates
      responses:
        "200": { description: Counted., content: { application/json: { schema: { $ref: "#/components/schemas/Page" } } } }
  /crates/{crate_id}:
    parameters: [{ name: crate_id, in: path, required: true, schema: { type: string, pattern: "^[0-9]+$" } }]
    get:
      operationId: getCrate
      parameters:
        - $ref: "#/components/parameters/Fields"
        - { name: If-None-Match, in: header, schema: { type: string, maxLength: 4 }, example: "1" }
        - { name: Crate-Key, in: header, required: true, schema: { type: string }, example: k }
      responses:
        "200":
          description: A crate.
          content:
            application/json: { schema: { anyOf: [{ $ref: "#/components/schemas/Crate" }, { $ref: "#/components/schemas/CrateFields" }] } }
        "304": { description: Unchanged. }
        <<: *errors
    put:
      operationId: updateCrate
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/CrateUpdate" } } }
      responses:
        "200": { description: The crate., content: { application/json: { schema: { $ref: "#/components/schemas/Crate" } } } }
        <<: *errors
    delete:
      operationId: deleteCrate
      responses: { "204": { description: Gone. }, <<: *errors }
  /crates/newest:
    get:
      operationId: getNewest
      responses:
        "200":
          description: A crate or a shelf.
          content:
            application/json: { schema: { oneOf: [{ $ref: "#/components/schemas/Crate" }, { $ref: "#/components/schemas/Shelf" }] } }
        2XX: { description: Labels., content: &labels { application/json: { schema: { $ref: "#/components/schemas/Labels" } } } }
        "304": { description: "Unchanged, with a body that HTTP does not allow.", content: *labels }
  /token:
    post:
      operationId: refresh
      servers: [{ url: https://auth.small.example }]
      security: []
      requestBody:
        required: true
        content: { application/x-www-form-urlencoded: { schema: { $ref: "#/components/schemas/Grant" } } }
      responses:
        "200": { description: A token., content: *labels }
        <<: *errors
components:
  schemas:
    Color: { anyOf: [{ type: string, enum: [red, blue] }, { type: string }] }
    Owner: { type: object, required: [type, id], properties: { type: { type: string, const: user }, id: { type: string } } }
    CrateFields:
      type: object
      additionalProperties: true
      required: [type, id]
      properties:
        type: { type: string, const: crate }
        id: { type: string }
        name: { type: string, maxLength: 8 }
        color: { $ref: "#/components/schemas/Color" }
        owner: { anyOf: [{ $ref: "#/components/schemas/Owner" }, { type: "null" }] }
        created_at: { type: string, format: date-time }
        size: { type: integer, format: int64 }
        # A property may be called like a keyword, and an example may hold an $id.
        example: { type: string }
        $id: { type: string }
    Crate: { allOf: [{ $ref: "#/components/schemas/CrateFields" }, { type: object, required: [name, owner] }] }
    Shelf:
      type: object
      additionalProperties: true
      required: [type, id]
      properties: { type: { type: string, const: shelf }, id: { type: string }, boards: { type: integer } }
    Page: { type: object, additionalProperties: true, required: [limit], properties: { limit: { type: integer } } }
    Crates:
      allOf: [{ $ref: "#/components/schemas/Page" }, { type: object, required: [entries] }]
      properties: { entries: { type: array, items: { $ref: "#/components/schemas/Crate" } } }
    CratesFields:
      allOf: [{ $ref: "#/components/schemas/Page" }, { type: object, required: [entries] }]
      properties: { entries: { type: array, items: { $ref: "#/components/schemas/CrateFields" } } }
    Labels: { type: object, additionalProperties: { type: string } }
    CrateUpdate:
      type: object
      additionalProperties: false
      required: [name]
      properties:
        name: { type: string, minLength: 1, maxLength: 8 }
        owner:
          type: object
          additionalProperties: false
          properties: { id: { type: string }, login: { type: string } }
          anyOf: [{ type: object, required: [id] }, { type: object, required: [login] }]
    Grant: { type: object, required: [grant_type], properties: { grant_type: { type: string, const: refresh_token } } }
    Error: { type: object, additionalProperties: true, required: [code], properties: { code: { type: string } } }
  parameters:
    Fields:
      { name: fields, in: query, explode: false, schema: { type: array, items: { type: string, minLength: 1 } }, example: [color] }
  responses:
    Unexpected: { description: Any other error., content: &error { application/json: { schema: { $ref: "#/components/schemas/Error" } } } }
    TooMany:
      description: Too many requests.
      headers: { Retry-After: { required: true, schema: { type: integer, minimum: 1 }, example: 2 } }
      content: *error
  securitySchemes: { accessToken: { type: http, scheme: bearer } }
`,
  { merge: true },
);

export const smallContract = createContract(smallDocument);
