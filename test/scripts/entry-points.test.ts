import { expect, test } from "vitest";
import { entryPoints } from "../../scripts/entry-points.js";
import tsconfig from "../../tsconfig.json" with { type: "json" };

test("tsconfig.json maps each entry point of the packages to its source", () => {
  const paths = Object.fromEntries(entryPoints().map(({ specifier, source }) => [specifier, [`./${source}`]]));
  expect(tsconfig.compilerOptions.paths, 'copy the expected value to "paths" in tsconfig.json').toEqual({
    ...paths,
    // Internal: the kit reads documents with it.
    "content-service-codegen/documents": ["./codegen/src/documents.ts"],
    "content-service-client/openapi.json": ["./generated/openapi.json"],
  });
});
