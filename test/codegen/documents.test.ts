import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyOverlay, bundleDocument } from "../../codegen/src/documents.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { serve } from "../support/serve.js";

const SCHEMA = JSON.stringify({ Pet: { type: "object", title: "Pet" } });

/** A document with one `$ref`, in a folder with `near.json` and `link.json`, beside `far.json` outside the folder. */
async function documentWith(ref: string): Promise<{ path: string; outside: string }> {
  const outside = temporaryFolder();
  const folder = join(outside, "api");
  await mkdir(folder);
  await writeFile(join(outside, "far.json"), SCHEMA);
  await writeFile(join(folder, "near.json"), SCHEMA);
  await symlink(join(outside, "far.json"), join(folder, "link.json"));
  const components = { schemas: { Pet: { $ref: `${ref}#/Pet` } } };
  const document = { openapi: "3.1.0", info: { title: "Pets", version: "1.0.0" }, paths: {}, components };
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  return { path: join(folder, "openapi.json"), outside };
}

const titleOf = (document: unknown) => JSON.stringify(document).includes('"title":"Pet"');

it("a $ref leads to files in the folder of the document, and elsewhere only if that is allowed [OD-8]", async () => {
  expect(titleOf(await bundleDocument((await documentWith("./near.json")).path))).toBe(true);
  for (const ref of ["../far.json", "./link.json"]) {
    const { path, outside } = await documentWith(ref);
    await expect(bundleDocument(path)).rejects.toThrow("outside the folder of the document. Allow it with --allow-ref");
    expect(titleOf(await bundleDocument(path, [outside]))).toBe(true);
  }
});

it("a $ref without a target is an error with its place, and two targets of one name are none [OD-8]", async () => {
  const { path } = await documentWith("./pet.json");
  const place = /pet\.json' \(at .*openapi\.json#\/components\/schemas\/Pet\)$/;
  await expect(bundleDocument(path)).rejects.toThrow(place);
  const properties = { a: { $ref: "./one.json" }, b: { $ref: "./b/one.json" } };
  await mkdir(join(path, "../b"));
  for (const [name, file] of Object.entries({ "pet.json": { Pet: { properties } }, "one.json": {}, "b/one.json": [] }))
    await writeFile(join(path, "..", name), JSON.stringify(file));
  expect(await bundleDocument(path)).toHaveProperty("components.schemas.one-2", []);
});

it("a $ref sends no request, except to an allowed address [OD-8]", async () => {
  const { url, requests } = await serve((_, response) => {
    response.setHeader("Content-Type", "application/json").end(SCHEMA);
  });
  const { path } = await documentWith(`${url}/pets.json`);
  for (const allowed of [[], ["/"], [`${url}0/`], [`${url}/other/`]])
    await expect(bundleDocument(path, allowed)).rejects.toThrow("outside the folder");
  expect(requests).toEqual([]);
  expect(titleOf(await bundleDocument(path, [url]))).toBe(true);
  expect(requests.map((request) => request.url)).toEqual(["/pets.json"]);
});

const document = () => ({
  tags: [{ name: "files" }, { name: "internal" }, { name: "users" }],
  paths: {
    "/it's": { get: { summary: "Old", parameters: [{ name: "a" }] } },
    "/b": { get: { "x-internal": true, summary: "B" } },
  },
});
const overlayOf = (...actions: object[]) => ({ overlay: "1.0.0", info: { title: "Test", version: "1" }, actions });

function applied(...actions: object[]) {
  const target = document();
  const missed = applyOverlay(target, overlayOf(...actions));
  return { target, missed };
}

describe("an overlay", () => {
  it("merges objects at any depth and appends to arrays [OD-6]", () => {
    const update = { get: { summary: "New", parameters: [{ name: "b" }] } };
    const { target } = applied(
      { target: '$.paths["/it\'s"]', update },
      { target: "$.tags", update: { name: "comments" } },
    );
    expect(target.paths["/it's"]).toEqual({ get: { summary: "New", parameters: [{ name: "a" }, { name: "b" }] } });
    expect(target.tags.map(({ name }) => name)).toEqual(["files", "internal", "users", "comments"]);
  });

  it("removes what its target matches, several entries of an array included [OD-6]", () => {
    const { target } = applied(
      { target: "$.tags[?@.name != 'internal']", remove: true },
      { target: '$.paths["/it\'s"]', remove: true },
      { target: "$.paths[*][?@['x-internal']].summary", remove: true },
    );
    expect(target).toEqual({ tags: [{ name: "internal" }], paths: { "/b": { get: { "x-internal": true } } } });
  });

  it("applies its actions in their order, with a copy for each match [OD-6]", () => {
    const { target } = applied(
      { target: "$.paths[*].get", update: { responses: { 200: {} } } },
      { target: "$.paths['/b'].get.responses", update: { 404: {} } },
    );
    expect(target.paths).toMatchObject({ "/it's": { get: { responses: { 200: {} } } } });
    expect(Object.keys(Reflect.get(target.paths["/it's"].get, "responses"))).toEqual(["200"]);
  });

  it.each([
    ["no overlay", { openapi: "3.1.0" }, "Expected an overlay of version 1.0 with a list of actions"],
    ["no text", undefined, "Expected an overlay of version 1.0 with a list of actions"],
    ["an action without a target", overlayOf({ update: {} }), "actions[0] has no target"],
    ["a misspelled member", overlayOf({ target: "$", udpate: {} }), "actions[0] has an unknown member udpate"],
    ["a wrong path", overlayOf({ target: "paths" }), "actions[0]: paths is not a JSONPath (RFC 9535)"],
    ["a text", overlayOf({ target: "$.tags[0].name", update: "x" }), "actions[0] cannot update $.tags[0].name"],
    ["the removal of everything", overlayOf({ target: "$", remove: true }), "cannot remove the whole document"],
  ])("is rejected for %s [OD-6]", (_, overlay, message) => {
    expect(() => applyOverlay(document(), overlay)).toThrow(message);
  });
});
