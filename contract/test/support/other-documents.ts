/** Documents of other services, of four kinds, with what the contract of the content service does not use. */
export const documents = {
  /** OpenAPI 3.0 without operationIds and examples: `nullable`, `exclusiveMinimum: true`, a discriminator. */
  pets: `
openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: /v1 }]
security: [{ key: [] }]
paths:
  /pets:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } }, application/xml: {} } }
      responses:
        "201":
          description: Created.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Api-Key } }
  schemas:
    Base:
      type: object
      required: [id, name, kind]
      properties:
        id: { type: integer, readOnly: true }
        kind: { type: string }
        name: { type: string, minLength: 2 }
        owner: { allOf: [{ $ref: "#/components/schemas/Owner" }], nullable: true }
        price: { type: number, nullable: true, minimum: 0, exclusiveMinimum: true }
    Owner: { type: object, required: [name], properties: { name: { type: string }, pin: { type: string, writeOnly: true } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, required: [lives], properties: { lives: { type: integer, maximum: 9 } } }] }
    Dog: { allOf: [{ $ref: "#/components/schemas/Base" }, { type: object, required: [breed], properties: { breed: { type: string } } }] }
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
      discriminator: { propertyName: kind, mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } }
`,
  /** OpenAPI 3.1 with basic authentication, forms with objects, `deepObject`, several servers and `4XX`. */
  payments: `
openapi: 3.1.0
info: { title: Payments, version: "1" }
servers: [{ url: "https://pay.example/v1" }, { url: "https://test.pay.example/v1" }]
security: [{ secret: [] }]
paths:
  /charges:
    get:
      operationId: charges.list
      parameters:
        - { name: created, in: query, style: deepObject, explode: true, schema: { type: object, properties: { gte: { type: integer }, lte: { type: integer } } }, example: { gte: 1 } }
        - { name: expand, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: string, enum: [card, owner] } }, example: [card, owner] }
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }
      responses:
        "200": { description: Charges., content: { application/json: { schema: { type: object, required: [data], properties: { data: { type: array, items: { $ref: "#/components/schemas/Charge" } } } } } } }
        4XX: { description: Rejected., content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
    post:
      operationId: charges.create
      parameters: [{ name: Idempotency-Key, in: header, required: true, schema: { type: string, format: uuid } }]
      requestBody:
        required: true
        content:
          application/x-www-form-urlencoded:
            encoding: { metadata: { style: deepObject, explode: true } }
            schema:
              type: object
              required: [amount, currency, metadata]
              properties:
                amount: { type: integer, exclusiveMinimum: 0 }
                currency: { type: string, pattern: "^[a-z]{3}$" }
                metadata: { type: object, required: [order], properties: { order: { type: integer } } }
      responses:
        "200": { description: The charge., content: { application/json: { schema: { $ref: "#/components/schemas/Charge" } } } }
        4XX: { description: Rejected., content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } } }
components:
  securitySchemes: { secret: { type: http, scheme: basic } }
  schemas:
    Charge: { type: object, required: [id, amount], properties: { id: { type: string, pattern: "^ch_[0-9]+$", examples: [ch_1] }, amount: { type: integer }, paid: { type: [boolean, "null"] } } }
    Problem: { type: object, required: [title], properties: { title: { type: string }, status: { type: integer } } }
`,
  /** Code hosting: public, parts of segments as parameters, texts and files, an extra server, duplicate ids. */
  code: `
openapi: 3.0.0
info: { title: Code, version: "1" }
servers: [{ url: "https://code.example" }]
paths:
  /repos/{repo}/compare/{base}...{head}:
    get:
      operationId: compare
      parameters: [{ $ref: "#/components/parameters/repo" }, { $ref: "#/components/parameters/base" }, { $ref: "#/components/parameters/head" }]
      responses: { "200": { description: The difference., content: { application/json: { schema: { type: object, required: [ahead], properties: { ahead: { type: integer } } } } } } }
  /repos/{repo}/readme:
    get:
      operationId: readme
      parameters: [{ $ref: "#/components/parameters/repo" }, { name: filter, in: query, content: { application/json: { schema: { type: object, properties: { lang: { type: string } } } } }, example: { lang: en } }]
      responses: { "200": { description: The text., content: { text/plain: { schema: { type: string }, example: Read me } } } }
  /repos/{repo}/assets:
    servers: [{ url: "https://uploads.code.example" }]
    post:
      operationId: readme
      parameters: [{ $ref: "#/components/parameters/repo" }]
      requestBody: { content: { application/octet-stream: { schema: { type: string, format: binary } } } }
      responses: { "201": { description: Uploaded. } }
components:
  parameters:
    repo: { name: repo, in: path, required: true, schema: { type: string }, example: demo }
    base: { name: base, in: path, required: true, schema: { type: string }, example: main }
    head: { name: head, in: path, required: true, schema: { type: string }, example: next }
`,
  /** Chat: a token in the header, the query or a cookie, `const` and `null` in choices, and named examples. */
  chat: `
openapi: 3.1.0
info: { title: Chat, version: "1" }
security: [{ bearer: [] }, { query: [] }, { cookie: [] }]
paths:
  /channels/{channel}/messages:
    parameters: [{ name: channel, in: path, required: true, schema: { type: string, pattern: "^C\\\\d{3}$" } }]
    post:
      operationId: say
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Message" }, examples: { plain: { value: { text: Hello } }, reply: { value: { text: Yes, reply_to: C1 } } } } }
      responses:
        "200": { description: Said., content: { application/json: { schema: { $ref: "#/components/schemas/Message" }, examples: { said: { value: { text: Hello, reply_to: null } } } } } }
        "401": { description: No token. }
components:
  securitySchemes: { bearer: { type: http, scheme: bearer }, query: { type: apiKey, in: query, name: key }, cookie: { type: apiKey, in: cookie, name: sid } }
  schemas:
    Message: { type: object, additionalProperties: false, required: [text], properties: { text: { type: string, maxLength: 9 }, reply_to: { oneOf: [{ type: "null" }, { type: string }] } } }
`,
} as const;
