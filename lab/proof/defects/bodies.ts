import { type Contract, isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { type Defect, dashed, hasStatus, isErrorResponse, planted, withHeader, without } from "./defect.js";

type BodyRow = readonly [
  category: string,
  rule: Defect["rule"],
  says: string,
  change: (body: string) => string | undefined,
];

const BROKEN_BODIES: readonly BodyRow[] = [
  ["missing body", "response-body", "sends an empty body in a success", () => undefined],
  ["truncated JSON", "response-json", "truncates the body of a success", (body) => body.slice(0, body.length / 2)],
  ["broken JSON", "response-json", "sends an extra comma in a success", (body) => body.replace(/.$/, ",}")],
  ["JSON of another type", "response-body", "wraps the body of a success in an array", (body) => `[${body}]`],
];

const CONTENT_TYPES = ["text/html; charset=utf-8", "text/plain", "application/xml", undefined];

type ErrorRow = readonly [category: string, name: string, says: string, change: (body: JsonObject) => Json];

const BROKEN_ERRORS: readonly ErrorRow[] = [
  ["error without its code", "lack-code", "errors without code", (body) => without(body, "code", "error")],
  ["error in another format", "are-a-string", "a string as error", () => "Something went wrong."],
  ["error in another format", "have-an-object-as-message", "errors with an object as message", withObjectAsMessage],
];

/** Unreadable bodies, wrong content types, unexpected bodies and malformed errors. */
export function bodyDefects({ operations }: Contract): Defect[] {
  const withBody = operations.filter(({ responses }) => {
    return responses.find(({ status }) => status.startsWith("2"))?.content.length !== 0;
  });
  return [
    ...withBody.flatMap(({ id }, number) =>
      halfOf(BROKEN_BODIES, number).map(([category, rule, says, change]) =>
        planted(id, [dashed(category), category, rule, says], {
          response: (response) => ({ ...response, body: change(response.body ?? "{}") }),
        }),
      ),
    ),
    ...withBody.map(({ id }, number) => {
      const type = CONTENT_TYPES[number % CONTENT_TYPES.length];
      const says = `sends a success with ${type === undefined ? "no content type" : `the content type ${type}`}`;
      return planted(id, ["content-type", "wrong content type", "response-content-type", says], {
        response: (response) => withHeader(response, "content-type", type),
      });
    }),
    // HTTP clients in Node hide a body with 204 or 304; recorded traffic shows it.
    ...operations.flatMap(({ id, responses }) =>
      responses
        .filter(({ content, status }) => content.length === 0 && /^\d+$/.test(status))
        .map(({ status }) =>
          planted(id, [`body-with-${status}`, "unexpected body", "response-empty", `sends a body with ${status}`], {
            only: hasStatus(status),
            response: (response) => ({ ...withHeader(response, "content-type", "application/json"), body: "{}" }),
          }),
        ),
    ),
    ...operations.flatMap(({ id, server }, number) =>
      halfOf(BROKEN_ERRORS, number).map(([category, name, says, change]) => {
        // Some services omit the code; RFC 6749 requires `error` of a token server.
        const rule = name === "lack-code" && server !== "auth" ? "response-body-listed" : "response-body";
        return planted(id, [`errors-${name}`, category, rule, `sends ${says}`], {
          only: isErrorResponse,
          json: (body) => (isJsonObject(body) ? change(body) : body),
        });
      }),
    ),
    ...everyThird(operations, 0).map(({ id }) =>
      planted(id, ["errors-as-html", "wrong content type", "response-content-type", "sends errors as HTML pages"], {
        only: isErrorResponse,
        response: (response) => ({ ...withHeader(response, "content-type", "text/html"), body: "<h1>Error</h1>" }),
      }),
    ),
    ...everyThird(operations, 1).map(({ id }) => {
      const says = "returns errors with status 200";
      return planted(id, ["errors-with-200", "error with a success status", "wrong-request-rejected", says], {
        only: isErrorResponse,
        response: (response) => ({ ...response, status: 200 }),
      });
    }),
  ];
}

/** Each operation gets every second row. */
function halfOf<Item>(rows: readonly Item[], number: number): Item[] {
  return rows.filter((_, index) => (index + number) % 2 === 0);
}

function everyThird<Item>(items: readonly Item[], start: number): Item[] {
  return items.filter((_, number) => number % 3 === start);
}

function withObjectAsMessage(body: JsonObject): Json {
  return { ...body, message: { text: body["message"] ?? "" }, error_description: { text: "no" } };
}
