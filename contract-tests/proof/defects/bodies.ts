import { type Contract, isJsonObject, type Json, type Operation } from "../../src/index.js";
import {
  changingErrors,
  changingResponses,
  type Defect,
  isErrorResponse,
  isSuccess,
  type PlainResponse,
  without,
} from "../defect.js";

type Text = (body: string) => PlainResponse["body"];

/** Ways to break the whole body of a success response, with the rule that must find each. */
const brokenBodies: readonly [category: string, rule: Defect["rule"], says: string, text: Text][] = [
  ["missing body", "response-body", "the body is empty", () => undefined],
  ["truncated JSON", "response-json", "the body is truncated", (body) => body.slice(0, body.length / 2)],
  ["broken JSON", "response-json", "the body has an extra comma", (body) => body.replace(/.$/, ",}")],
  ["JSON of another type", "response-body", "the body is wrapped in an array", (body) => `[${body}]`],
];

const types: readonly (string | undefined)[] = ["text/html; charset=utf-8", "text/plain", "application/xml", undefined];

/** Unreadable bodies, wrong content types, unexpected bodies and malformed errors. */
export function bodyDefects(contract: Contract): Defect[] {
  const withBody = contract.operations.filter((one) => successResponse(one)?.content.length !== 0);
  const whole = withBody.flatMap((operation, number) => {
    // Each operation gets two of the four.
    const ways = brokenBodies.filter((_, way) => (way + number) % 2 === 0);
    return ways.map(([category, rule, says, text]) => defect(operation, category, rule, says, text));
  });
  return [...whole, ...withBody.map(wrongMedia), ...contract.operations.flatMap(bodyTooMany), ...errorForms(contract)];
}

function successResponse({ responses }: Operation) {
  return responses.find(({ status }) => status.startsWith("2"));
}

function defect({ id }: Operation, category: string, rule: Defect["rule"], says: string, text: Text): Defect {
  return {
    id: `${id}/${category.replaceAll(" ", "-")}`,
    operation: id,
    category,
    rule,
    describe: `In a success of ${id} ${says}`,
    plant: () => changingResponses(id, isSuccess, (response) => ({ ...response, body: text(response.body ?? "{}") })),
  };
}

function wrongMedia({ id }: Operation, number: number): Defect {
  const type = types[number % types.length];
  const { category, rule } = { category: "wrong content type", rule: "response-content-type" as const };
  return {
    id: `${id}/content-type`,
    operation: id,
    category,
    rule,
    describe: `A success of ${id} has ${type === undefined ? "no content type" : `the content type ${type}`}`,
    plant: () =>
      changingResponses(id, isSuccess, (response) => {
        const others = without(response.headers, "content-type");
        return { ...response, headers: type === undefined ? others : { ...others, "content-type": type } };
      }),
  };
}

/** A body with 204 or 304. HTTP clients in Node hide such a body; recorded traffic shows it. */
function bodyTooMany({ id, responses }: Operation): Defect[] {
  return responses
    .filter(({ content, status }) => content.length === 0 && /^\d+$/.test(status))
    .map(({ status }) => ({
      id: `${id}/body-with-${status}`,
      operation: id,
      category: "unexpected body",
      rule: "response-empty",
      describe: `${id} sends a body with ${status}`,
      plant: () =>
        changingResponses(
          id,
          (response) => response.status === Number(status),
          (response) => ({
            ...response,
            headers: { ...response.headers, "content-type": "application/json" },
            body: "{}",
          }),
        ),
    }));
}

const forms: readonly [category: string, says: string, change: (body: Json) => Json][] = [
  ["error without its code", "lack code", (body) => (isJsonObject(body) ? without(body, "code", "error") : body)],
  [
    "error without its request id",
    "lack request_id",
    (body) => (isJsonObject(body) ? without(body, "request_id", "error_description") : body),
  ],
  ["error in another format", "are a string", () => "Something went wrong."],
  [
    "error in another format",
    "have an object as message",
    (body) =>
      isJsonObject(body)
        ? { ...body, message: { text: body["message"] ?? "" }, error_description: { text: "no" } }
        : body,
  ],
];

/** Errors in undocumented formats. Each operation gets two of the four. */
function errorForms({ operations }: Contract): Defect[] {
  const perOperation = operations.flatMap((operation, number) =>
    forms.flatMap(([category, says, change], way): Defect[] => {
      if ((way + number) % 2 !== 0) return [];
      return [
        {
          id: `${operation.id}/errors-${says.replaceAll(" ", "-")}`,
          operation: operation.id,
          category,
          rule: "response-body",
          describe: `The errors of ${operation.id} ${says}`,
          plant: () => changingErrors(operation.id, change),
        },
      ];
    }),
  );
  const asHtml = operations.filter((_, number) => number % 3 === 0).map(({ id }) => htmlError(id));
  const asSuccess = operations.filter((_, number) => number % 3 === 1).map(({ id }) => errorWith200(id));
  return [...perOperation, ...asHtml, ...asSuccess];
}

function htmlError(id: string): Defect {
  return {
    id: `${id}/errors-as-html`,
    operation: id,
    category: "wrong content type",
    rule: "response-content-type",
    describe: `The errors of ${id} are HTML pages`,
    plant: () =>
      changingResponses(id, isErrorResponse, (response) => ({
        ...response,
        headers: { ...response.headers, "content-type": "text/html" },
        body: "<h1>Error</h1>",
      })),
  };
}

function errorWith200(id: string): Defect {
  return {
    id: `${id}/errors-with-200`,
    operation: id,
    category: "error with a success status",
    rule: "wrong-request-rejected",
    describe: `${id} returns errors with status 200`,
    plant: () => changingResponses(id, isErrorResponse, (response) => ({ ...response, status: 200 })),
  };
}
