import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleDocument } from "../../codegen/src/documents.js";
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
    await expect(bundleDocument(path)).rejects.toThrow(
      "is outside the folder of the document. Allow it with --allow-ref",
    );
    expect(titleOf(await bundleDocument(path, [outside]))).toBe(true);
  }
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
