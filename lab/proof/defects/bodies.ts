import { type Contract, isJsonObject, type Json, type JsonObject, type Operation } from "content-service-contract";
import {
  changingJson,
  changingResponses,
  type Defect,
  hasStatus,
  isErrorResponse,
  isSuccess,
  type PlainResponse,
  planted,
  without,
} from "./defect.js";

type Change = (body: string) => PlainResponse["body"];

const brokenBodies: readonly [category: string, rule: Defect["rule"], says: string, change: Change][] = [
  ["missing body", "response-body", "sends an empty body in a success", () => undefined],
  ["truncated JSON", "response-json", "truncates the body of a success", (body) => body.slice(0, body.length / 2)],
  ["broken JSON", "response-json", "sends an extra comma in a success", (body) => body.replace(/.$/, ",}")],
  ["JSON of another type", "response-body", "wraps the body of a success in an array", (body) => `[${body}]`],
];

const contentTypes = ["text/html; charset=utf-8", "text/plain", "application/xml", undefined];

type ErrorRow = readonly [category: string, name: string, says: string, change: (body: JsonObject) => Json];

const brokenErrors: readonly ErrorRow[] = [
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
      halfOf(brokenBodies, number).map(([category, rule, says, change]) =>
        planted(id, [category.replaceAll(" ", "-"), category, rule, says], () =>
          changingResponses(id, isSuccess, (response) => ({ ...response, body: change(response.body ?? "{}") })),
        ),
      ),
    ),
    ...withBody.map(({ id }, number) => wrongContentType(id, contentTypes[number % contentTypes.length])),
    ...operations.flatMap(unexpectedBodies),
    ...operations.flatMap(({ id }, number) =>
      halfOf(brokenErrors, number).map(([category, name, says, change]) =>
        planted(id, [`errors-${name}`, category, "response-body", `sends ${says}`], () =>
          changingJson(id, (body) => (isJsonObject(body) ? change(body) : body), isErrorResponse),
        ),
      ),
    ),
    ...operations.filter((_, number) => number % 3 === 0).map(({ id }) => htmlErrors(id)),
    ...operations.filter((_, number) => number % 3 === 1).map(({ id }) => errorsWith200(id)),
  ];
}

/** Each operation gets every second row. */
function halfOf<Item>(rows: readonly Item[], number: number): Item[] {
  return rows.filter((_, index) => (index + number) % 2 === 0);
}

function wrongContentType(id: string, type: string | undefined): Defect {
  const says = `sends a success with ${type === undefined ? "no content type" : `the content type ${type}`}`;
  return planted(id, ["content-type", "wrong content type", "response-content-type", says], () =>
    changingResponses(id, isSuccess, (response) => {
      const headers = without(response.headers, "content-type");
      return { ...response, headers: type === undefined ? headers : { ...headers, "content-type": type } };
    }),
  );
}

/** A body with 204 or 304. HTTP clients in Node hide such a body; recorded traffic shows it. */
function unexpectedBodies({ id, responses }: Operation): Defect[] {
  const empty = responses.filter(({ content, status }) => content.length === 0 && /^\d+$/.test(status));
  return empty.map(({ status }) =>
    planted(id, [`body-with-${status}`, "unexpected body", "response-empty", `sends a body with ${status}`], () =>
      changingResponses(id, hasStatus(Number(status)), (response) => {
        return { ...response, headers: { ...response.headers, "content-type": "application/json" }, body: "{}" };
      }),
    ),
  );
}

function htmlErrors(id: string): Defect {
  const says = "sends errors as HTML pages";
  return planted(id, ["errors-as-html", "wrong content type", "response-content-type", says], () =>
    changingResponses(id, isErrorResponse, (response) => {
      return { ...response, headers: { ...response.headers, "content-type": "text/html" }, body: "<h1>Error</h1>" };
    }),
  );
}

function errorsWith200(id: string): Defect {
  const says = "returns errors with status 200";
  return planted(id, ["errors-with-200", "error with a success status", "wrong-request-rejected", says], () =>
    changingResponses(id, isErrorResponse, (response) => ({ ...response, status: 200 })),
  );
}

function withObjectAsMessage(body: JsonObject): Json {
  return { ...body, message: { text: body["message"] ?? "" }, error_description: { text: "no" } };
}
