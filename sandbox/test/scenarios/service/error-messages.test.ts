import { createSandbox, type LogEntry } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";

const LINK = "shared_link=https://content.example/s/lease&shared_link_password=correct-horse";

test.each<[method: string, path: string, sent: { header?: object; body?: unknown }, messages: string[]]>([
  [
    "POST",
    "/terms_of_services",
    { body: { status: "enabled", text: 12 } },
    ["The request body at /text must be a string."],
  ],
  ["POST", "/terms_of_services", { body: [] }, ["The request body must be an object."]],
  ["PUT", "/files/4001", { body: { name: "" } }, ["The request body at /name must not be empty."]],
  [
    "GET",
    "/shared_items",
    { header: { serviceapi: "x" } },
    [`The header parameter ServiceApi must have the form of ${LINK}.`],
  ],
  ["GET", "/shared_items", {}, ["The header parameter ServiceApi is missing."]],
  ["GET", "/file_version_retentions?limit=0", {}, ["The query parameter limit must be at least 1."]],
  [
    "GET",
    "/file_version_retentions?disposition_after=x",
    {},
    ["The query parameter disposition_after must be a time with an offset, such as 2036-03-11T08:00:00+00:00."],
  ],
])(
  "says in plain words and once, also in the log, why %s %s with %j is a bad request [SB-9]",
  async (method, path, { header, body }, messages) => {
    const logged: LogEntry[] = [];
    const sandbox = await createSandbox({ onRequest: (entry) => logged.push(entry) });
    onTestFinished(() => sandbox.close());
    const response = await sandbox.fetch(`${sandbox.baseUrl}${path}`, {
      method,
      headers: { authorization: "Bearer token-admin", "content-type": "application/json", ...header },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const { context_info } = await response.json();
    expect(context_info.errors.map((one: { message: string }) => one.message)).toEqual(messages);
    expect(logged).toMatchObject([{ status: 400, errorCode: "bad_request", errorReason: messages.join(" ") }]);
  },
);
