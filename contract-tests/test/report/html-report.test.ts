import { describe, expect, test } from "vitest";
import { htmlReport } from "../../src/report/html-report.js";
import type { CheckReport, Finding } from "../../src/report/report.js";
import { browserTest, graveFaults, useReportPages } from "../support/report-page.js";
import {
  exchange,
  healthyReport,
  SAMPLE_TOKEN,
  sampleCheck,
  sampleFinding,
  sampleReport,
} from "../support/sample-report.js";

const open = useReportPages();

const HOSTILE = `</script></style><script>alert(1)</script><img src="https://evil.example/x" onerror="alert(2)">&amp;'"\u0000\u001b[31m\u202e\ud800`;

function violatedBy(findings: readonly Finding[]): CheckReport {
  return sampleReport({ checks: [sampleCheck({ outcome: "failed", findings })] });
}

/** A report in which every text that can be foreign is hostile. */
function hostileReport(): CheckReport {
  const hostile = exchange("GET", `/users/me?${HOSTILE}`, 200, { [HOSTILE]: HOSTILE });
  const headers: [string, string][] = [[HOSTILE, HOSTILE]];
  const shown = {
    request: { ...hostile.request, method: HOSTILE, headers },
    response: { ...hostile.response, headers },
  };
  const finding = sampleFinding({
    exchange: shown,
    message: HOSTILE,
    at: `/response/body/${HOSTILE}`,
    contract: HOSTILE,
  });
  return sampleReport({
    subject: HOSTILE,
    startedAt: HOSTILE,
    leftBehind: [HOSTILE],
    checks: [
      sampleCheck({ id: HOSTILE, operation: HOSTILE, title: HOSTILE, outcome: "failed", findings: [finding] }),
      sampleCheck({ title: HOSTILE, outcome: "skipped", reason: HOSTILE }),
      sampleCheck({ title: HOSTILE, outcome: "errored", reason: HOSTILE }),
    ],
  });
}

describe("the HTML report", () => {
  describe.each(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
    describe.each([1280, 390])("%i pixels wide", (width) => {
      browserTest.each([
        ["of a service with faults", sampleReport],
        ["of a healthy service", healthyReport],
        ["of a run without a single check", () => sampleReport({ checks: [] })],
      ])("keeps nobody out and fits: %s", async (_, report) => {
        const { page, messages } = await open(htmlReport(report()), { colorScheme, viewport: { width, height: 800 } });
        expect(await graveFaults(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(messages).toEqual([]);
      });
    });
  });

  browserTest("asks nobody for anything, and takes all that a service sends as text", async () => {
    const { page, messages, requests } = await open(htmlReport(hostileReport()));
    expect(await page.locator("script, img, iframe, object, embed, link, form").count()).toBe(0);
    expect(
      await page.evaluate(() =>
        [...document.querySelectorAll("*")].flatMap((one) =>
          one.getAttributeNames().filter((name) => name.startsWith("on") || name === "style"),
        ),
      ),
    ).toEqual([]);
    expect(await page.locator("style").count()).toBe(1);
    expect(await page.getByText("<img src=").count()).toBeGreaterThan(8);
    expect(requests).toEqual([]);
    expect(messages).toEqual([]);
    expect(await graveFaults(page)).toEqual([]);
  });

  browserTest("applies its own style and no other, and runs no script, should one ever get in", async () => {
    const html = htmlReport(sampleReport()).replace(
      "</main>",
      "<style>h1{color:red}</style><script>document.title='run'</script></main>",
    );
    const { page, messages } = await open(html);
    expect(await page.title()).not.toBe("run");
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector(".verdict") ?? document.body).borderRadius),
    ).toBe("14px");
    expect(messages.filter((message) => message.includes("Content Security Policy"))).toHaveLength(2);
  });

  browserTest("has its headings in order, and a row for each operation with what was seen of it", async () => {
    const { page } = await open(htmlReport(sampleReport()));
    const levels = await page
      .locator("h1, h2, h3, h4, h5")
      .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([]);
    const row = page.getByRole("row", { name: "getCurrentUser" });
    expect(await row.getByRole("img").getAttribute("aria-label")).toBe("1 failed, 5 passed");
    expect(await row.getByRole("cell").nth(2).textContent()).toMatch(/^\d+\/6$/);
    expect(await page.getByRole("rowheader").count()).toBe(25);
  });

  browserTest("leads from the matrix to each violation", async () => {
    const { page } = await open(htmlReport(sampleReport()));
    await page.getByRole("row", { name: "updateFile" }).getByRole("link").click();
    expect(await page.locator(":target h4").textContent()).toBe(
      "The file was changed although If-Match named an etag that it has not",
    );
    const dead = await page
      .locator("a[href^='#']")
      .evaluateAll(
        (links) =>
          links.filter((one) => document.getElementById(one.getAttribute("href")?.slice(1) ?? "") === null).length,
      );
    expect(dead).toBe(0);
  });

  browserTest("shows what was sent and answered, marks the place, and quotes the contract", async () => {
    const { page } = await open(htmlReport(sampleReport()));
    const violation = page.getByRole("article", { name: "The response body at /id must be string" });
    const text = (await violation.innerText()).replace(/\s+/g, " ");
    for (const part of [
      "response-body",
      "/response/body/id",
      "/components/schemas/UserFields/properties/id/type",
      "The id of the user.",
      "id: type: string",
      "GET https://api.content.example/2.0/users/me",
      "authorization: Bearer [redacted]",
      'request-id: r-20260311-4 { "type": "user", "id": 1001, ← here "name"',
    ])
      expect(text).toContain(part);
  });

  test("marks a header, a query and an empty body, and says when something is missing", () => {
    const shown = exchange("GET", "/users/me?limit=5", 200, {});
    const bare = { ...shown, response: { status: 204 } };
    const page = (at: string, which = shown) => htmlReport(violatedBy([sampleFinding({ at, exchange: which })]));
    expect(page("/request/query/limit")).toMatch(/limit=5 <span class="tag">← here/);
    expect(page("/request/headers/accept")).toMatch(/accept:<\/span> application\/json <span class="tag">← here/);
    expect(page("/response/headers/retry-after")).toMatch(/retry-after: … <span class="tag">← missing/);
    expect(page("/response/body", bare)).toMatch(/\(no body\) <span class="tag">← missing/);
    expect(page("/response/status", bare)).toMatch(/204 <span class="tag">← here/);
  });

  test("has no token", () => {
    expect(htmlReport(sampleReport())).not.toContain(SAMPLE_TOKEN);
  });

  test("is small for 10,000 findings in one place, and bounded for 10,000 in as many", () => {
    const body = { entries: Array.from({ length: 10_000 }, (_, id) => ({ id, text: "<&>\"'".repeat(60) })) };
    const shown = exchange("GET", "/users/me", 200, body);
    const same = Array.from({ length: 10_000 }, (_, index) =>
      sampleFinding({ exchange: shown, at: `/response/body/entries/${index}/id` }),
    );
    const html = htmlReport(violatedBy(same));
    expect(html).toContain("in 10,000 places");
    expect(html.length).toBeLessThan(200_000);
    const many = same.map((finding, index) => ({
      ...finding,
      contract: `/nowhere/${index}`,
      message: "<".repeat(10_000),
    }));
    const large = htmlReport(violatedBy(many));
    expect(large).toContain("And 9,640 other violations, found 9,640 times");
    expect(large.length).toBeLessThan(5_000_000);
  });

  test("cuts long bodies and says so, and still shows the faulty place", () => {
    const body = Array.from({ length: 5_000 }, (_, index) => ({ id: index === 4_000 ? "the culprit" : index }));
    const html = htmlReport(
      violatedBy([sampleFinding({ exchange: exchange("GET", "/users/me", 200, body), at: "/response/body/4000/id" })]),
    );
    expect(html).toMatch(/the culprit&quot; <span class="tag">← here/);
    expect(html).toContain("more lines");
    const text = { ...exchange("GET", "/users/me", 200, {}), response: { status: 200, body: "x".repeat(2_000_000) } };
    const page = htmlReport(violatedBy([sampleFinding({ exchange: text })]));
    expect(page).toContain("1,950,000 more characters");
    expect(page.length).toBeLessThan(200_000);
  });
});
