import { expect, test } from "vitest";
import { read } from "../../support/repository.js";

test("the README of the contract tests has no link out of the package", () => {
  expect([...read("contract-tests/README.md").matchAll(/\]\((?!#)[^)]*\)/g)].map(([link]) => link)).toEqual([]);
});

test("the packages have one version and one license, and need the same Node", () => {
  const [client, ...others] = ["", "contract-tests/", "sandbox/", "codegen/"].map((folder) =>
    JSON.parse(read(`${folder}package.json`)),
  );
  for (const manifest of others)
    expect(manifest).toMatchObject({ version: client.version, license: client.license, engines: client.engines });
});
