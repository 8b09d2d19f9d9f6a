import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { services } from "../services/services.js";

describe.each(services)("the $name service", (service) => {
  it("has a place for each of its 20 defects, and no others", () => {
    const source = readFileSync(new URL(`../services/${service.name}.ts`, import.meta.url), "utf8");
    const placed = new Set([...source.matchAll(/has\("([^"]+)"\)/g)].map(([, id]) => id));
    expect([...placed].toSorted()).toEqual(Object.keys(service.defects).toSorted());
    expect(placed.size).toBe(20);
    expect(() => service.create({ defect: "another", now: Date.now })).toThrow(
      `The ${service.name} has no defect another`,
    );
  });
});
