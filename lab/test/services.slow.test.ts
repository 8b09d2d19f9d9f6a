import { describe, expect, it } from "vitest";
import { services } from "../services/services.js";
import { playScenario } from "./service-scenarios.js";

describe.each(services)("the $name service", (service) => {
  it.each(Object.keys(service.defects))("shows a client the defect %s, and matches its document", async (defect) => {
    const [healthy, defective] = await Promise.all([playScenario(service), playScenario(service, defect)]);
    expect(defective.violations).toEqual([]);
    expect(defective.responses).not.toEqual(healthy.responses);
  });
});
