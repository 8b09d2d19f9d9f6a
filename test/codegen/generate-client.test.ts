import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { generateClient } from "../../codegen/src/generate-client.js";
import { compilePrograms } from "../../scripts/compile-programs.js";

const at = (name: string) => fileURLToPath(new URL(`documents/${name}`, import.meta.url));
const overlayAt = (name: string) => ({ path: name, overlay: parse(readFileSync(at(name), "utf8")) });

/** The programs that the generated files must compile with, by the name of their sources. */
const programs = {
  pets: `
    const pet = await client.getPetsByPetId({ path: { pet_id: "7" } });
    const nickname: string | null | undefined = pet.parent?.nickname;
    const header: string | undefined = pet.headers?.["x-tag"];
    const created: typeof pet | undefined = await client.postPets({ body: { name: "Rex", pin: "1234" } });
    const [first] = await client.getPets({ query: { tags: ["a"] }, header: { "X-Page": "2" } });
    const nothing: void = await client.deletePetsByPetId({ path: { pet_id: "7" } });
    // @ts-expect-error: an id of a path is text
    await client.getPetsByPetId({ path: { pet_id: 7 } });
    // @ts-expect-error: an object cannot be sent in the query
    await client.getPets({ query: { filter: {} } });
    // @ts-expect-error: misspelt
    await client.postPets({ body: { nam: "Rex" } });
    // @ts-expect-error: not JSON
    client.getPetsByPetIdPhoto;
    console.log(nickname, header, created, first?.name, nothing);`,
  comments: `
    for await (const { id, replies } of paginate(client.listComments, { path: { file_id: "4001" } }))
      console.log(id, replies?.[0]?.message);
    const comment = await client.getComment({ path: { comment_id: "9101" } });
    const message: string = comment.message;
    const history: string[] = await client.commentsHistory({ path: { comment_id: "9101" } });
    const labels = await client.setLabels({ path: { comment_id: "9101" }, body: { tone: "calm" as const } });
    const tone: "calm" = labels.tone;
    // @ts-expect-error: not among the values of the caller
    const none: "loud" = labels.tone;
    void [tone, none, labels.id];
    // The document describes the user, and its type replaces that of the contract.
    const me: { id: string } = await client.getCurrentUser();
    // @ts-expect-error: not in the document
    me.login;
    await client.asUser("1004").deleteOperation({ path: { comment_id: "9101" } });
    // @ts-expect-error: no list
    paginate(client.commentsHistory, { path: { comment_id: "9101" } });
    await client.updateFile({ path: { file_id: "4001" }, body: [{ op: "replace" }] });
    for await (const item of paginate(client.queryMetadata, { body: { from: "x" } })) console.log(item.length);
    console.log(message, history);`,
  overlay: `
    const comment = await client.getComment({ path: { comment_id: "9101" } });
    const message: string = comment.message;
    const me = await client.getCurrentUser({ query: { fields: ["login", "department"] } });
    const department: string = me.department;
    // @ts-expect-error: not in fields
    me.status;
    const partial = createPartialClient({ getCurrentUser: operations.getCurrentUser }, options);
    console.log(message, department, await partial.getCurrentUser());`,
} as const;

const imports = `import { type ClientOptions, createClient, createPartialClient, paginate } from "content-service-client";
import { operations } from "./operations.js";
declare const options: ClientOptions;
const client = createClient({ ...options, operations });
void [createPartialClient, paginate];
`;

const generated = {
  pets: await generateClient({ contract: at("pets.json"), overlays: [], title: "pets.json" }),
  comments: await generateClient({ contract: at("comments.yaml"), overlays: [], title: "comments.yaml" }),
  overlay: await generateClient({
    contract: undefined,
    overlays: [overlayAt("more.overlay.yaml")],
    title: "more.overlay.yaml",
  }),
};
const names = ["pets", "comments", "overlay"] as const;

describe("the generated operations", () => {
  it("compile with strict settings, and have the types of their document [OD-5]", () => {
    const files = names.flatMap((name) => [
      ...Object.entries(generated[name].files).map(([file, text]) => [`${name}/${file}`, text] as const),
      [`${name}/program.ts`, `${imports}${programs[name]}`] as const,
    ]);
    expect(compilePrograms(new Map(files))).toEqual([]);
  });

  it("have the data of each operation in a row [OD-5]", () => {
    const rows = (name: (typeof names)[number]) =>
      [...(generated[name].files["operations.ts"] ?? "").matchAll(/^export const (\w+) = .*\((\{ method.*)\);$/gm)].map(
        ([, method, row]) => `${method} ${row}`,
      );
    expect(rows("pets")).toEqual([
      'getPets { method: "GET", path: "/pets", explode: ["tags"] }',
      'postPets { method: "POST", path: "/pets", secrets: ["pin"], empty: true }',
      'getPetsByPetId { method: "GET", path: "/pets/{pet_id}" }',
      'deletePetsByPetId { method: "DELETE", path: "/pets/{pet_id}", empty: true }',
    ]);
    expect(rows("comments")[0]).toBe(
      'listComments { method: "GET", path: "/files/{file_id}/comments", paging: { marker: "query", usemarker: true } }',
    );
    // What the document does not say of an operation of the client is known.
    expect(rows("comments").slice(-2)).toEqual([
      'queryMetadata { method: "POST", path: "/metadata_queries/execute_read", safe: true, paging: { marker: "body" } }',
      'updateFile { method: "PUT", path: "/files/{file_id}", empty: true, contentType: "application/json-patch+json", secrets: ["password"] }',
    ]);
    expect(rows("overlay")).toContain(
      'refreshAccessToken { method: "POST", path: "/oauth2/token", token: true, secrets: ["client_secret", "refresh_token"] }',
    );
    expect(rows("overlay").join()).not.toContain("deleteUser");
    expect(generated.overlay.count).toBe(25);
  });

  it("are the same each time, and name their source [OD-5]", async () => {
    const again = await generateClient({ contract: at("pets.json"), overlays: [], title: "pets.json" });
    expect(again).toEqual(generated.pets);
    for (const text of Object.values(again.files))
      expect(text).toMatch(/^\/\/ Made from pets\.json by content-service-codegen\. Do not edit\.\n/);
  });

  it("contain no code that a document smuggles in [OD-5]", async () => {
    const evil = '"]; } evil(); /*';
    const schema = { $ref: `#/components/schemas/${encodeURIComponent('A"evil()')}` };
    const content = { [`application/json; ${evil}`]: { schema: { type: "string" } } };
    const paths = {
      "/*/evil()": {
        parameters: [{ name: evil, in: "query", schema: { type: "string" } }],
        post: {
          summary: "*/ evil(); /*",
          description: "*/\nevil();",
          operationId: "a*/evil",
          requestBody: { content },
          responses: { 200: { description: "*/evil()", content }, '2"]evil()': { description: "", content } },
        },
        get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
      },
    };
    const overlay = {
      overlay: "1.0.0",
      actions: [
        { target: "$.paths", update: paths },
        { target: "$.components.schemas", update: { 'A"evil()': { type: "object" } } },
      ],
    };
    const { files } = await generateClient({
      contract: undefined,
      overlays: [{ path: "evil", overlay }],
      title: "evil",
    });
    for (const text of Object.values(files)) {
      const code = ts.transpile(text, { target: ts.ScriptTarget.ESNext, removeComments: true });
      expect(code.replaceAll(/"(\\.|[^"\\])*"/g, "")).not.toMatch(/evil\(/);
    }
    expect(compilePrograms(new Map(Object.entries(files).map(([file, text]) => [`evil/${file}`, text])))).toEqual([]);
  });

  it("come with a note for each operation that is renamed or skipped [OD-5]", () => {
    expect(generated.pets.notes).toEqual([
      "HEAD /pets/{pet_id} is skipped: this method is not supported",
      "GET /pets/{pet_id}/photo is skipped: its response is image/png; only JSON is supported",
      "PUT /pets/{pet_id}/photo is skipped: its request is multipart/form-data; only JSON is supported",
    ]);
    expect(generated.comments.notes).toEqual([
      "DELETE /comments/{comment_id}: the method is deleteOperation, not delete",
      "GET /users/me: the method is getCurrentUser, not get_users_me",
      "POST /uploads is skipped: it has a server of its own, https://upload.example",
      "GET /files#copy is skipped: its path has a character that no template may have",
      "GET /avatar is skipped: its response is a redirect, which the client does not follow",
    ]);
    expect(generated.overlay.notes).toEqual([]);
  });
});
