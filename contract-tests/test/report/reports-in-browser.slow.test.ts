import type { BrowserContextOptions, Page } from "playwright-core";
import { describe, expect } from "vitest";
import { accessibilityProblems } from "../../../support/axe.js";
import { browserTest, useChromium } from "../../../support/chromium.js";
import { htmlReport } from "../../src/report/html/html-report.js";
import { junitReport } from "../../src/report/junit-report.js";
import type { CheckReport, CheckResult, Finding } from "../../src/report/report.js";
import { exchange, healthyReport, sampleCheck, sampleFinding, sampleReport } from "../support/sample-report.js";

const ADDRESS = "http://report.example/";
const openPage = useChromium();

/** Shows a report in a page of its own. */
async function open(html: string, options?: BrowserContextOptions) {
  const { page, errors, outside } = await openPage(options);
  await page.route(ADDRESS, (route) => route.fulfill({ body: html, contentType: "text/html" }));
  await page.goto(ADDRESS);
  return { page, messages: errors, requests: outside.filter((url) => !url.endsWith("/favicon.ico")) };
}

const violationsOn = (page: Page) =>
  accessibilityProblems(page, { impacts: ["minor", "moderate", "serious", "critical", null, undefined] });

const HOSTILE = `</script></style><script>alert(1)</script><img src="https://evil.example/x" onerror="alert(2)">&amp;'"\u0000\u001b[31m\u202e\ud800`;

/** A report in which every text that can be foreign is hostile. */
function hostileReport(): CheckReport {
  const hostile = exchange("GET", `/users/me?${HOSTILE}`, 200, { [HOSTILE]: HOSTILE });
  const headers: [string, string][] = [[HOSTILE, HOSTILE]];
  const request = { ...hostile.request, method: HOSTILE, headers };
  const shown = { request, response: { ...hostile.response, headers } };
  const at = `/response/body/${HOSTILE}`;
  const finding = sampleFinding({ exchange: shown, message: HOSTILE, at, contract: HOSTILE });
  return sampleReport({
    ...{ subject: HOSTILE, startedAt: HOSTILE, leftBehind: [HOSTILE] },
    checks: checksWith(HOSTILE, finding, { id: HOSTILE, operation: HOSTILE }),
  });
}

/** A check of each outcome but passed, with a title and a reason. */
const checksWith = (text: string, finding: Finding, failed: Partial<CheckResult>) => [
  sampleCheck({ title: text, outcome: "failed", findings: [finding], ...failed }),
  sampleCheck({ title: text, outcome: "skipped", reason: text }),
  sampleCheck({ title: text, operation: undefined, outcome: "errored", reason: text }),
];

describe("the HTML report", () => {
  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    describe.each([1280, 390])("%i pixels wide", (width) => {
      browserTest.each([
        ["of a service with violations", sampleReport],
        ["of a healthy service", healthyReport],
        ["of a run without a single check", () => sampleReport({ checks: [] })],
      ])("is accessible and fits: %s", async (_, report) => {
        const { page, messages } = await open(htmlReport(report()), { colorScheme, viewport: { width, height: 800 } });
        expect(await violationsOn(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(messages).toEqual([]);
      });
    });
  });

  browserTest("loads nothing, and escapes all text of the service", async () => {
    const { page, messages, requests } = await open(htmlReport(hostileReport()));
    expect(await page.locator("img, iframe, object, embed, link, form").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(1);
    const attributes = () => [...document.querySelectorAll("*")].flatMap((one) => one.getAttributeNames());
    expect((await page.evaluate(attributes)).filter((name) => name.startsWith("on") || name === "style")).toEqual([]);
    expect(await page.locator("style").count()).toBe(1);
    expect(await page.getByText("<img src=").count()).toBeGreaterThan(8);
    expect(requests).toEqual([]);
    expect(messages).toEqual([]);
    expect(await violationsOn(page)).toEqual([]);
  });

  browserTest("applies only its own style and runs no injected script", async () => {
    const injected = "<style>h1{color:red}</style><script>document.title='run'</script></main>";
    const { page, messages } = await open(htmlReport(sampleReport()).replace("</main>", injected));
    expect(await page.title()).not.toBe("run");
    const radius = () => getComputedStyle(document.querySelector(".verdict") ?? document.body).borderRadius;
    expect(await page.evaluate(radius)).toBe("14px");
    expect(messages.filter((message) => message.includes("Content Security Policy"))).toHaveLength(2);
  });

  browserTest("has a row for each operation with its coverage", async () => {
    const { page } = await open(htmlReport(sampleReport()));
    const row = page.getByRole("row", { name: "getCurrentUser" });
    expect(await row.getByRole("cell").first().textContent()).toContain("1 failed, 5 passed");
    expect(await row.getByRole("cell").nth(2).textContent()).toMatch(/^\d+\/6$/);
    expect(await page.getByRole("rowheader").count()).toBe(10);
  });

  browserTest("has the violations first, and filters by operation, rule, outcome and text", async () => {
    const { page, messages } = await open(htmlReport(sampleReport()));
    expect(await page.locator("h2").first().textContent()).toBe("Violations");
    const shown = () => page.locator("article:visible h4").allTextContents();
    const all = await shown();
    expect(all.length).toBeGreaterThan(2);
    await page.getByRole("combobox", { name: "Operation" }).selectOption("updateFile");
    expect(await shown()).toEqual(["Expected 412 for a stale If-Match; received 200"]);
    expect(await page.locator("h3:visible").allTextContents()).toEqual(["updateFile"]);
    expect(await page.getByRole("rowheader").count()).toBe(1);
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("errored");
    expect(await shown()).toEqual([]);
    await page.getByRole("combobox", { name: "Operation" }).selectOption("all");
    await page.getByRole("combobox", { name: "Outcome" }).selectOption("all");
    await page.getByRole("combobox", { name: "Rule" }).selectOption("response-body");
    await page.getByRole("searchbox").fill("userfields/properties/id STRING");
    expect(await shown()).toEqual(["The response body at /id must be string"]);
    expect(await page.getByRole("status").textContent()).toBe(`1 of ${all.length} causes shown`);
    expect(messages).toEqual([]);
  });

  browserTest("links the matrix to each violation", async () => {
    const { page } = await open(htmlReport(sampleReport()));
    await page.getByRole("row", { name: "updateFile" }).getByRole("link").click();
    expect(await page.locator(":target h4").textContent()).toBe("Expected 412 for a stale If-Match; received 200");
    const dead = await page.evaluate(() => {
      const links = [...document.querySelectorAll("a[href^='#']")].map((one) => `${one.getAttribute("href")}`);
      return links.filter((href) => document.getElementById(href.slice(1)) === null);
    });
    expect(dead).toEqual([]);
  });

  browserTest("shows request and response, marks the violation, and quotes the contract", async () => {
    const { page } = await open(htmlReport(sampleReport()));
    const violation = page.getByRole("article", { name: "The response body at /id must be string" });
    const text = (await violation.innerText()).replace(/\s+/g, " ");
    for (const part of [
      ...["response-body", "/response/body/id", "/components/schemas/UserFields/properties/id/type"],
      ...["The id of the user.", '"id": { "type": "string"', "GET https://api.content.example/2.0/users/me"],
      ...["authorization: Bearer [redacted]", 'request-id: r-20260311-4 { "type": "user", "id": 1001, ← here "name"'],
    ])
      expect(text).toContain(part);
  });
});

const HOSTILE_XML = `]]></failure><x a="1">&nope;'"\u0000\u0008\u001b\ufffe\ud800\n\r\té😀--`;

/** What XML 1.0 cannot hold. */
const UNREADABLE = ["\u0000", "\u0008", "\u001b", "\ufffe", "\ud800"];

/** What the readers of the format know: elements, their parents and their attributes. */
const COUNTS = ["name", "tests", "failures", "errors", "time"];
const SCHEMA: Readonly<Record<string, { readonly parent: string; readonly attributes: readonly string[] }>> = {
  testsuites: { parent: "", attributes: COUNTS },
  testsuite: { parent: "testsuites", attributes: [...COUNTS, "skipped", "timestamp"] },
  testcase: { parent: "testsuite", attributes: ["name", "classname", "time"] },
  failure: { parent: "testcase", attributes: ["message", "type"] },
  error: { parent: "testcase", attributes: ["message", "type"] },
  skipped: { parent: "testcase", attributes: ["message"] },
};

interface Element {
  readonly name: string;
  readonly parent: string;
  readonly attributes: Readonly<Record<string, string>>;
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
    }));
  }, xml);
}

describe("the JUnit report", () => {
  browserTest("is well-formed, has only elements and attributes of the format, and correct counts", async () => {
    const elements = await elementsOf(junitReport(sampleReport()));
    expect(elements.length).toBeGreaterThan(60);
    for (const { name, parent, attributes } of elements) {
      expect(SCHEMA[name]?.parent, name).toBe(parent);
      expect(Object.keys(attributes), name).toEqual(SCHEMA[name]?.attributes);
      expect(attributes["time"] ?? "0.000").toMatch(/^\d+\.\d{3}$/);
    }
    const all = (wanted: string) => elements.filter(({ name }) => name === wanted);
    const total = (key: string) => all("testsuite").reduce((sum, { attributes }) => sum + Number(attributes[key]), 0);
    const kinds = { tests: "testcase", failures: "failure", errors: "error", skipped: "skipped" };
    for (const [key, element] of Object.entries(kinds)) expect(total(key), key).toBe(all(element).length);
    expect(elements[0]?.attributes).toMatchObject({ tests: "60", failures: "5", errors: "1", time: "83.400" });
  });

  browserTest("stays well-formed with any text, and keeps all XML characters", async () => {
    const shown = exchange("GET", `/${HOSTILE_XML}`, 200, {});
    const finding = sampleFinding({ message: HOSTILE_XML, at: HOSTILE_XML, exchange: shown });
    const checks = checksWith(HOSTILE_XML, finding, { operation: HOSTILE_XML });
    const elements = await elementsOf(junitReport(sampleReport({ subject: HOSTILE_XML, checks })));
    const names = ["failure", "error", "skipped"].flatMap((name) => ["testsuite", "testcase", name]);
    expect(elements.map(({ name }) => name).toSorted()).toEqual(["testsuites", ...names].toSorted());
    const skipped = elements.find(({ name }) => name === "skipped");
    const readable = UNREADABLE.reduce((text, one) => text.replace(one, "\ufffd"), HOSTILE_XML);
    expect(skipped?.attributes["message"]).toBe(readable);
  });
});
