import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { operationTable } from "content-service-client/operations";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { generateClient } from "../../codegen/src/generate-client.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { generated, generatePets } from "./generated-clients.js";

/** The rows of the generated operations, each after its name. */
const rows = (name: keyof typeof generated) =>
  [...(generated[name].files["operations.ts"] ?? "").matchAll(/^export const (\w+): .*?\((\{ method.*)\);$/gm)].map(
    ([, method, row]) => `${method} ${row}`,
  );
const namesIn = (name: keyof typeof generated) => rows(name).map((row) => row.split(" ")[0]);

describe("the generated operations", () => {
  it("have the data of each operation in a row [OD-5]", () => {
    expect(rows("pets")).toEqual([
      'getPets { method: "GET", path: "/pets", explode: ["tags"], parameters: /* @__PURE__ */ styled({ in: "query", name: "filter", style: "deepObject" }, { in: "cookie", name: "session", style: "form", explode: true }) }',
      'postPets { method: "POST", path: "/pets", secrets: ["pin", "pins"], empty: true }',
      'getPetsByPetId { method: "GET", path: "/pets/{pet_id}" }',
      'deletePetsByPetId { method: "DELETE", path: "/pets/{pet_id}", empty: true }',
      'getPets2 { method: "GET", path: "/pets/-", empty: true }',
      'getPetsByName { method: "GET", path: "/pets" }',
      'getPetsByPetIdNotes { method: "GET", path: "/pets/{pet_id}/notes", as: "text", codec: bytes, hooks: [/* @__PURE__ */ accepting("text/plain, */*;q=0.1")] }',
      'putPetsByPetIdNotes { method: "PUT", path: "/pets/{pet_id}/notes", contentType: "text/plain", codec: bytes }',
      'postPetsByPetIdNotes { method: "POST", path: "/pets/{pet_id}/notes", empty: true, contentType: "application/x-www-form-urlencoded", optionalBody: true, codec: bytes }',
      'patchPetsByPetIdNotes { method: "PATCH", path: "/pets/{pet_id}/notes", empty: true, contentType: "application/octet-stream", optionalBody: true, codec: bytes }',
      'getPetsByPetIdPhoto { method: "GET", path: "/pets/{pet_id}/photo", as: "bytes", redirects: true, codec: bytes, hooks: [/* @__PURE__ */ accepting("image/png, */*;q=0.1")] }',
      'putPetsByPetIdPhoto { method: "PUT", path: "/pets/{pet_id}/photo", empty: true, contentType: "multipart/form-data", optionalBody: true, codec: bytes }',
    ]);
    expect(rows("comments")[0]).toBe(
      'listComments { method: "GET", path: "/files/{file_id}/comments", paging: { marker: "query", usemarker: true } }',
    );
    const words = `   * One\n   * See\n   * https://pets.example${"/of/many/words".repeat(6)}/of/many.\n   *`;
    expect(generated.other.files["operations.ts"]).toContain(`${words}\n   * @deprecated\n   */\n  getPet:`);
    expect(generated.other.files["types.ts"]).toContain("...boolean[]");
    // What the document does not say of an operation of the client is known.
    expect(rows("comments").filter((row) => /^(queryMetadata|updateFile) /.test(row))).toEqual([
      'queryMetadata { method: "POST", path: "/metadata_queries/execute_read", safe: true, paging: { marker: "body" } }',
      'updateFile { method: "PUT", path: "/files/{file_id}", empty: true, contentType: "application/json-patch+json", secrets: ["password"] }',
    ]);
    expect(rows("overlay")).toContain(
      'refreshAccessToken { method: "POST", path: "/oauth2/token", token: true, secrets: ["client_secret", "refresh_token"] }',
    );
  });

  it("of an overlay are those of the contract, with its additions and without its removals [OD-6]", () => {
    const names = new Set(Object.keys(operationTable)).add("getComment");
    names.delete("deleteUser");
    expect(namesIn("overlay").toSorted()).toEqual([...names].toSorted());
    expect(generated.overlay.count).toBe(names.size);
  });

  it("are the same each time, and name their source [OD-5]", async () => {
    const again = await generatePets();
    expect(again).toEqual(generated.pets);
    for (const text of Object.values(again.files))
      expect(text).toMatch(/^\/\/ Made from pets\.yaml by content-service-codegen\. Do not edit\.\n/);
  });

  it("contain no code that a document smuggles in [OD-5]", () => {
    for (const text of Object.values(generated.evil.files)) {
      const code = ts.transpile(text, { target: ts.ScriptTarget.ESNext, removeComments: true });
      expect(code.replaceAll(/"(\\.|[^"\\])*"/g, "")).not.toMatch(/evil\(/);
    }
  });

  it("come with a note for each operation that is renamed or skipped, for an undefined scheme and for allowReserved [OD-5]", () => {
    expect(generated.pets.notes).toEqual([
      "GET /pets/-: the method is getPets2, since GET /pets has the name getPets",
      "HEAD /pets/{pet_id} is skipped: this method is not supported",
    ]);
    expect(generated.comments.notes).toEqual([
      "DELETE /comments/{comment_id}: the method is deleteOperation, not delete",
      "GET /users/me: the method is getCurrentUser, not get_users_me",
      "GET /files#copy is skipped: its path has a fragment, which OpenAPI does not allow",
      "POST /avatar is skipped: its response is a redirect, which the client follows only for a GET",
    ]);
    expect(generated.overlay.notes).toEqual([]);
    expect(generated.other.notes).toEqual([
      "POST /pets: the method is grE, not größe",
      "GET /names: the method is callOperation, not call",
      "PUT /names: the method is contractOperation, not contract",
      "GET /owners: the method is getOwners2, since POST /owners has the name getOwners",
      "GET /pets: dry is escaped, since the client has no allowReserved",
    ]);
    expect(generated.evil.notes).toContain(
      "The document does not define the security scheme unknown: its credential is sent as Authorization",
    );
  });
});

const openapi = (...operations: string[]) =>
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${operations.join("\n")}\n`;
const operation = (method: string, id: string) =>
  `{ ${method}: { operationId: ${id}, responses: { "204": { description: D } } } }`;

const schemas = Array.from(
  { length: 3000 },
  (_, at) => `{ properties: { a: { $ref: "#/components/schemas/S${at + 1}" } } }`,
);
const chain = schemas.map((schema, at) => `    S${at}: ${schema}\n`).join("");

it.each([
  ["another kind of file", "hello: 1", "made.yaml"],
  ["Swagger 2.0", 'swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths: {}', '3.1; received version "2.0"'],
  [
    "a duplicate operationId",
    openapi(`  /a: ${operation("get", "one")}`, `  /b: ${operation("post", "one")}`),
    "made.yaml: Duplicate operation one: GET /a and POST /b. Give one another operationId.",
  ],
  [
    "the name of another operation of the client",
    openapi(`  /a: ${operation("get", "updateFile")}`),
    "made.yaml: Duplicate operation updateFile: PUT /files/{file_id} of the client and GET /a.",
  ],
  ["no operation", openapi("  {}"), "made.yaml: The document has no operations"],
  [
    "no operation that the client supports",
    openapi(`  /a: ${operation("trace", "one")}`),
    "The client supports no operation of the document:\nTRACE /a is skipped: this method is not supported",
  ],
  [
    "a reference without a target",
    openapi('  /a: { get: { responses: { "200": { $ref: "#/components/responses/None" } } } }'),
    "made.yaml",
  ],
  [
    "schemas in a chain of 3,000",
    `${openapi("  {}")}components:\n  schemas:\n${chain}`,
    "references are nested too deeply",
  ],
])("a document is rejected for %s [OD-7]", async (_, text, message) => {
  const contract = join(temporaryFolder(), "made.yaml");
  await writeFile(contract, text);
  await expect(generateClient({ contract, overlays: [], title: "made.yaml" })).rejects.toThrow(message);
});
