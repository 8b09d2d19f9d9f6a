import { spawnSync } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { exitCodeOf, type Finding } from "../../src/report/report.js";
import { summaryText } from "../../src/report/summary-text.js";
import {
  exchange,
  healthyReport,
  sampleCheck,
  sampleFinding,
  sampleReport,
  violatedBy,
} from "../support/sample-report.js";

const URL = "https://api.content.example/2.0/users/me";
const BODY = "it's\r\n\u0001é\u202e `x`\\";

/** A request that a command sends again. */
interface Sent {
  readonly method?: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The summary of a report with a failed check for each finding. */
const summaryOf = (...findings: Finding[]) =>
  summaryText(sampleReport({ checks: findings.map((one) => sampleCheck({ outcome: "failed", findings: [one] })) }));

describe("the summary", () => {
  test("has a line for each operation with its counts", () => {
    const text = summaryText(sampleReport());
    expect(text).toMatch(/^✗ getCurrentUser +1 failed, 5 passed$/m);
    expect(text).toMatch(/^✓ addEmailAlias +6 passed$/m);
    expect(text).toMatch(/^○ refreshAccessToken +6 skipped$/m);
    expect(text).toMatch(/^! queryMetadata +1 errored, 5 passed$/m);
  });

  test("says which operations of a resource worked, and why the others did not, without secrets", () => {
    expect(summaryText(sampleReport())).toContain(`
Inferred resources: all operations worked on 1 of 2
  /tasks: listed; not created by createTask: 403 Not with [redacted]; not read by readTask: there
  was no record
  /terms: listed
  1 operation not called: the run permits no undone effects
`);
  });

  test("shows the message, the received body, a hint and a command that sends the request again", () => {
    expect(summaryText(sampleReport())).toContain(`
FAIL  getCurrentUser  response-body
  The response body at /id must be string
    check    getCurrentUser responds as the contract says
    request  GET https://api.content.example/2.0/users/me
    expected type: string, by /components/schemas/UserFields/properties/id/type
    received 1001, at /response/body/id, with status 200
             | {
             |   "type": "user",
             >   "id": 1001,
             |   "name": "Enterprise Admin",
             |   "login": "admin@example.com",
             |   "created_at": "yesterday",
             | … 3 more lines
    hint     The id of the user.
    rerun    curl -i 'https://api.content.example/2.0/users/me' -H 'accept: application/json' -H "authorization: Bearer $CONTENT_TOKEN"
`);
  });

  test("marks nothing in the received body where the request is wrong", () => {
    expect(summaryOf(sampleFinding({ at: "/request/body/id" }))).not.toMatch(/^ +> /m);
  });

  test.each<[what: string, request: Sent, words: string[]]>([
    ["an empty bearer", { headers: { authorization: "Bearer" } }, ["-i", URL, "-H", "authorization: Bearer"]],
    ["a bearer token", { headers: { authorization: "Bearer secret" } }, ["-i", URL, "-H", "authorization: Bearer T"]],
    ["Basic", { headers: { authorization: "Basic c2VjcmV0" } }, ["-i", URL, "-u", "T"]],
    ["an API key", { headers: { "x-api-key": "secret" } }, ["-i", URL, "-H", "x-api-key: T"]],
    [
      "two credentials",
      { headers: { authorization: "Basic c2VjcmV0", "x-api-key": "secret" } },
      ["-i", URL, "-u", "T", "-H", "x-api-key: K"],
    ],
    ["a list in the query", { url: `${URL}?a[b]=c`, headers: {} }, ["-i", "--globoff", `${URL}?a[b]=c`]],
    ["an empty header", { headers: { "if-match": "" } }, ["-i", URL, "-H", "if-match;"]],
    ["headers that curl sets itself", { headers: { host: "a.example", "accept-encoding": "br" } }, ["-i", URL]],
    ["an empty body", { headers: {}, body: "" }, ["-i", URL]],
    ["HEAD", { method: "HEAD", headers: {} }, ["--head", URL]],
    ["a GET with a body", { headers: {}, body: "a=1" }, ["-i", "-X", "GET", URL, "--data-raw", "a=1"]],
    [
      "quotes, lines, control characters and expansions",
      { method: "PUT", url: `${URL}?a='b'`, headers: { "if-match": "$(x)" }, body: BODY },
      ["-i", "-X", "PUT", `${URL}?a='b'`, "-H", "if-match: $(x)", "--data-raw", BODY],
    ],
  ])("has a command that the shell reads as it was sent: %s", (_, request, words) => {
    const sent = exchange("GET", "/users/me", 500, { code: "internal_server_error" });
    const text = summaryOf(sampleFinding({ exchange: { ...sent, request: { method: "GET", url: URL, ...request } } }));
    const command = /^ +rerun +curl (.*)$/m.exec(text)?.[1] ?? "";
    expect(command).not.toMatch(/\p{Cc}/u);
    const options = { env: { CONTENT_TOKEN: "T", X_API_KEY: "K" }, encoding: "utf8" } as const;
    const read = spawnSync("bash", ["-c", `printf '%s\\036' ${command}`], options);
    expect(read.stdout.split("\u001e").slice(0, -1)).toEqual(words);
  });

  test.each([
    ["has a command with an invalid token when that of the request was rejected", 401, "Basic [redacted]'\n"],
    ["names a missing response", 0, "received no response, at /response\n"],
  ])("%s", (_, status, shown) => {
    const request = { method: "GET", url: URL, headers: { authorization: "Basic dXNlcjpzZWNyZXQ=" } };
    expect(summaryOf(sampleFinding({ at: "/response", exchange: { request, response: { status } } }))).toContain(shown);
  });

  test.each([
    ["/request/query/limit", 1],
    ["/response/status", 0],
  ])("says how to fix a request when the request is wrong: %s", (at, hints) => {
    const rejected = exchange("GET", "/users/me", 400, { code: "bad_request" });
    const text = summaryOf(sampleFinding({ at, contract: "/paths", exchange: rejected }));
    expect(text.match(/^ +hint +Read `context_info.errors`/gm) ?? []).toHaveLength(hints);
  });

  test("says that the run may have deleted the record of a command", () => {
    const created = { operation: "addUser", role: "created" } as const;
    const operations = [created, { operation: "getCurrentUser", role: "read" } as const];
    const report = { ...violatedBy([sampleFinding()]), resources: [{ collection: "/users", operations }] };
    expect(summaryText(report)).toMatch(/^ +rerun .* # 404 if the run has deleted its record$/m);
  });

  test("has one section for a cause, with its operations and places", () => {
    const text = summaryText(sampleReport());
    expect(text).toContain("FAIL  listFileVersionRetentions  response-body  100 places\n");
    expect(text).toContain("    places   listFileVersionRetentions (100): /response/body/entries/*/id\n");
    expect(text).not.toContain("/entries/1/id");
    const wrong = Array.from({ length: 63 }, (_, index) =>
      sampleFinding({
        ...{ operation: `getThing${index % 20}`, contract: `/paths/${index}` },
        ...{ rule: "call-succeeds", at: "/response/status" },
        message: `Expected a 404 response for an unknown \`id_${index}\`; received 403`,
      }),
    );
    const merged = summaryOf(...wrong);
    expect(merged.match(/^FAIL/gm)).toHaveLength(1);
    expect(merged).toContain("FAIL  getThing0 and 19 other operations  call-succeeds  63 places\n");
    expect(merged).toContain("    places   getThing0 (4): an unknown `id_0`, an unknown `id_20`,");
    expect(merged).toContain("             … and 8 more operations (24)\n");
    expect(merged).toContain("63 of 63 checks failed (1 contract violation in 63 places).");
    expect(merged.split("\n").length).toBeLessThan(60);
  });

  test("begins with what was not checked and why, the largest group first", () => {
    const text = summaryText(sampleReport(), { width: 200 });
    expect(text.split("\n").slice(0, 6)).toEqual([
      expect.stringMatching(/^https:.*, 412 exchanges in 1 min 23 s$/),
      "",
      "Not checked: 19 of 60 checks",
      "  12 skipped: It makes what no operation removes, and only what can be undone is allowed. (deleteUser, createTermsOfService)",
      "  6 skipped: The target has no credentials for a refresh: give --refresh-token. (refreshAccessToken)",
      "  1 errored: No response came within 30 s: connect ECONNREFUSED 192.0.2.1:443 (queryMetadata responds as the contract says)",
    ]);
    expect(text).toContain("Not cleaned up\n  The folder contract-check-7");
  });

  test("lists what was left behind once, with its ids", () => {
    const records = ["7", "8", "8"].map((id) => `A record of createRoom: ${id}`);
    const text = summaryText(sampleReport({ leftBehind: [...records, "Room 9 was changed.", "Room 9 was changed."] }));
    expect(text).toContain("Not cleaned up\n  3 × A record of createRoom: 7, 8\n  2 × Room 9 was changed.\n\n");
  });

  test("takes reasons that differ in the operation for one", () => {
    const late = ["listA", "listB", "listC", "listD"].map((operation) =>
      sampleCheck({ operation, outcome: "skipped", reason: `${operation} used up its share (--max-time)` }),
    );
    const text = summaryText(sampleReport({ checks: [sampleCheck(), ...late] }));
    expect(text).toContain("  4 skipped: an operation used up its share (--max-time) (4 operations)\n");
    expect(text).toContain("\nLeft out by --max-time: 4 of 5 checks.\nCoverage: ");
  });

  test.each([
    [100, 2, "Contract tests incomplete. 41 of 60 checks passed; 19 skipped. Only 68.3% of 60 checks passed or failed"],
    [68.4, 2, "(--min-checked 68.4%)."],
    [68.3, 0, "Contract tests passed. 41 of 60 checks passed; 19 skipped."],
  ])("with at least %d%% to check, ends with %i and says why", (minChecked, code, verdict) => {
    const outcomes = { failed: "passed", errored: "skipped", passed: "passed", skipped: "skipped" } as const;
    const checks = sampleReport().checks.map((check) => ({ ...check, outcome: outcomes[check.outcome], findings: [] }));
    const report = sampleReport({ checks, minChecked });
    expect(exitCodeOf(report)).toBe(code);
    expect(summaryText(report, { width: 200 }).trimEnd().split("\n").at(-1)).toContain(verdict);
  });

  const [skipped, errored] = [sampleCheck({ outcome: "skipped" }), sampleCheck({ outcome: "errored" })];
  test.each([
    ["Contract tests failed. 5 of 60 checks failed", sampleReport()],
    ["Contract tests passed. 60 of 60 checks passed.", healthyReport()],
    ["Contract tests incomplete. No checks ran.", sampleReport({ checks: [] })],
    ["Contract tests incomplete. 1 check skipped; none passed.", sampleReport({ checks: [skipped] })],
    ["Contract tests incomplete. 1 of 2 checks errored; 1 passed.", sampleReport({ checks: [sampleCheck(), errored] })],
  ])("ends with the coverage and the verdict: %s", (verdict, report) => {
    const [coverage, last] = summaryText(report, { width: 200 }).trimEnd().split("\n").slice(-2);
    expect(coverage).toMatch(/^Coverage: [\d.]+% \([\d,]+ of [\d,]+ documented parts\)\.$/);
    expect(last).toContain(verdict);
  });

  test.each([60, 80, 140])("with colors and %i columns has the lines of the one without colors", (width) => {
    const colored = summaryText(sampleReport(), { color: true, width });
    expect(colored).toContain("\u001b[31mFAIL\u001b[0m  ");
    expect(colored).toContain("\u001b[31mContract tests failed.\u001b[0m");
    const plain = summaryText(sampleReport(), { width });
    expect(stripVTControlCharacters(colored)).toBe(plain);
    expect(plain.split("\n").filter((line) => line.length > width && !line.startsWith("    rerun "))).toEqual([]);
    for (const code of ["\u001b", "\\u001b"]) expect(plain).not.toContain(code);
  });

  test("escapes control characters", () => {
    const hostile = "\u001b]0;title\u0007\u001b[2J\r\nok\u009b1m\u202e";
    const shown = exchange("GET", `/${hostile}`, 200, {});
    const findings = [sampleFinding({ message: hostile, at: hostile, exchange: shown })];
    const checks = [
      sampleCheck({ title: hostile, operation: hostile, outcome: "failed", findings }),
      sampleCheck({ title: hostile, outcome: "errored", reason: hostile }),
    ];
    const text = summaryText(sampleReport({ subject: hostile, leftBehind: [hostile], checks }));
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(text).toContain("\\u001b[2J ok\\u009b1m\\u202e");
  });
});
