import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { generateClient } from "../../codegen/src/generate-client.js";

const at = (name: string) => fileURLToPath(new URL(`documents/${name}`, import.meta.url));
const fromContract = (name: string, standalone = false) =>
  generateClient({ contract: at(name), overlays: [], title: name, standalone });
const fromOverlay = (title: string, overlay: unknown) =>
  generateClient({ contract: undefined, overlays: [{ path: title, overlay }], title });

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
      security: [{ unknown: [] }],
      requestBody: { content },
      responses: { 200: { description: "*/evil()", content }, '2"]evil()': { description: "", content } },
    },
    get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
  },
};
const evilOverlay = {
  overlay: "1.0.0",
  actions: [
    { target: "$.paths", update: paths },
    { target: "$.components.schemas", update: { 'A"evil()': { type: "object" } } },
  ],
};

export const generatePets = () => fromContract("pets.yaml");

/** What is generated from the documents of the tests. The last one tries to smuggle code in. */
export const generated = {
  pets: await generatePets(),
  comments: await fromContract("comments.yaml"),
  other: await fromContract("other.yaml", true),
  overlay: await fromOverlay("more.overlay.yaml", parse(readFileSync(at("more.overlay.yaml"), "utf8"))),
  evil: await fromOverlay("evil", evilOverlay),
};
