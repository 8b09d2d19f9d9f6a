import { describe, expect, test } from "vitest";
import { junitReport } from "../../src/report/junit-report.js";
import { browserTest, useReportPages } from "../support/report-page.js";
import { exchange, SAMPLE_TOKEN, sampleCheck, sampleFinding, sampleReport } from "../support/sample-report.js";

const open = useReportPages();
const HOSTILE = `]]></failure><x a="1">&nope;'"\u0000\u0008\u001b\ufffe\ud800\n\r\té😀--`;

/** What XML 1.0 cannot hold. */
const UNREADABLE = ["\u0000", "\u0008", "\u001b", "\ufffe", "\ud800"];

/** What the readers of the format know: elements, their parents and their attributes. */
const SCHEMA: Readonly<Record<string, { readonly parent: string; readonly attributes: readonly string[] }>> = {
  testsuites: { parent: "", attributes: ["name", "tests", "failures", "errors", "time"] },
  testsuite: {
    parent: "testsuites",
    attributes: ["name", "tests", "failures", "errors", "time", "skipped", "timestamp"],
  },
  testcase: { parent: "testsuite", attributes: ["name", "classname", "time"] },
  failure: { parent: "testcase", attributes: ["message", "type"] },
  error: { parent: "testcase", attributes: ["message", "type"] },
  skipped: { parent: "testcase", attributes: ["message"] },
};

interface Element {
  readonly name: string;
  readonly parent: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Reads XML with the strict parser of the browser. */
async function elementsOf(xml: string): Promise<Element[]> {
  const { page } = await open("<!doctype html><title>XML</title>");
  return page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, "application/xml");
    const broken = document.querySelector("parsererror");
    if (broken !== null) throw new Error(broken.textContent ?? "broken");
    return [...document.querySelectorAll("*")].map((one) => ({
      name: one.tagName,
      parent: one.parentElement?.tagName ?? "",
      attributes: Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
      text: one.textContent ?? "",
    }));
  }, xml);
}

describe("the JUnit report", () => {
  browserTest("is well-formed and has nothing that readers of the format do not know", async () => {
    const elements = await elementsOf(junitReport(sampleReport()));
    expect(elements.length).toBeGreaterThan(150);
    for (const { name, parent, attributes } of elements) {
      expect(SCHEMA[name]?.parent, name).toBe(parent);
      expect(Object.keys(attributes), name).toEqual(SCHEMA[name]?.attributes);
      for (const key of ["tests", "failures", "errors", "skipped"])
        expect(attributes[key] ?? "0", key).toMatch(/^\d+$/);
      expect(attributes["time"] ?? "0.000").toMatch(/^\d+\.\d{3}$/);
    }
  });

  browserTest("counts in every suite what stands in it", async () => {
    const elements = await elementsOf(junitReport(sampleReport()));
    const total = (key: string) =>
      elements
        .filter(({ name }) => name === "testsuite")
        .reduce((sum, { attributes }) => sum + Number(attributes[key]), 0);
    const all = (wanted: string) => elements.filter(({ name }) => name === wanted).length;
    expect([total("tests"), total("failures"), total("errors"), total("skipped")]).toEqual([
      all("testcase"),
      all("failure"),
      all("error"),
      all("skipped"),
    ]);
    expect(all("testsuite")).toBe(25);
    expect(elements[0]?.attributes).toMatchObject({ tests: "150", failures: "5", errors: "1", time: "83.400" });
  });

  browserTest("stays well-formed, whatever a service sends, and keeps what XML can hold", async () => {
    const finding = sampleFinding({ message: HOSTILE, at: HOSTILE, exchange: exchange("GET", `/${HOSTILE}`, 200, {}) });
    const checks = [
      sampleCheck({ title: HOSTILE, operation: HOSTILE, outcome: "failed", findings: [finding] }),
      sampleCheck({ title: HOSTILE, operation: undefined, outcome: "errored", reason: HOSTILE }),
      sampleCheck({ title: HOSTILE, outcome: "skipped", reason: HOSTILE }),
    ];
    const elements = await elementsOf(junitReport(sampleReport({ subject: HOSTILE, checks })));
    expect(elements.map(({ name }) => name).toSorted()).toEqual(
      [
        "testsuites",
        ...Array(3).fill("testsuite"),
        ...Array(3).fill("testcase"),
        "failure",
        "error",
        "skipped",
      ].toSorted(),
    );
    const skipped = elements.find(({ name }) => name === "skipped");
    expect(skipped?.attributes["message"]).toBe(UNREADABLE.reduce((text, one) => text.replace(one, "\ufffd"), HOSTILE));
  });

  test("tells of a failure what is wrong, where, and in answer to what", () => {
    const xml = junitReport(sampleReport());
    expect(xml).toContain('message="The response body at /id must be string, and 1 other" type="response-body"');
    expect(xml).toContain("GET https://api.content.example/2.0/users/me was answered with 200");
    expect(xml).toContain("in the contract: /components/schemas/UserFields/properties/id/type");
    expect(xml).not.toContain(SAMPLE_TOKEN);
  });

  test("stays of a bounded size", () => {
    const findings = Array.from({ length: 10_000 }, (_, index) =>
      sampleFinding({ contract: `/nowhere/${index}`, message: "&".repeat(5_000) }),
    );
    const xml = junitReport(sampleReport({ checks: [sampleCheck({ outcome: "failed", findings })] }));
    expect(xml.length).toBeLessThan(200_000);
  });
});
