import { readFileSync } from "node:fs";
import { parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { controlPages } from "../reference/control-pages.js";

describe("the reference of the control API", () => {
  const pages = new Map(controlPages().map(({ path, html }) => [path, parse(html)]));
  const document: { paths: Record<string, Record<string, { operationId: string }>> } = parseYaml(
    readFileSync(new URL("../../sandbox/openapi/sandbox.yaml", import.meta.url), "utf8"),
  );

  test("has a page for each operation, with its request and responses, and lists it [DS-8]", () => {
    const listed = pages.get("sandbox/index.html")?.text ?? "";
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, { operationId }] of Object.entries(item).filter(([name]) => name !== "parameters")) {
        const page = pages.get(`sandbox/${operationId}.html`);
        expect(page?.querySelector(".request-line")?.text, operationId).toContain(`${method.toUpperCase()} ${path}`);
        expect(page?.querySelectorAll(".response").length, operationId).toBeGreaterThan(0);
        expect(listed).toContain(operationId);
      }
    }
  });

  test("links only to schemas that its own page describes [DS-8]", () => {
    const links = [...pages.values()].flatMap((page) =>
      page.querySelectorAll('a[href^="schemas.html#"]').map((link) => link.getAttribute("href")?.split("#")[1] ?? ""),
    );
    expect(links.length).toBeGreaterThan(20);
    const schemas = pages.get("sandbox/schemas.html");
    expect(links.filter((name) => schemas?.getElementById(name) === null)).toEqual([]);
  });
});
