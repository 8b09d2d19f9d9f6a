import { changing, changingErrors, isRefusal, isSuccess, without } from "../answers.js";
import type { Answer, Defect } from "../defect.js";
import { type Contract, isJsonObject, type Json, type Operation } from "../kit.js";

type Text = (body: string) => Answer["body"];

/** A way to spoil the body of a success as a whole, and the rule that must find it. */
const spoiled: readonly [category: string, rule: Defect["rule"], says: string, text: Text][] = [
  ["empty body where one must be", "response-body", "the body is empty", () => undefined],
  ["JSON that ends halfway", "response-json", "the body ends halfway", (body) => body.slice(0, body.length / 2)],
  ["broken JSON", "response-json", "the body has a comma too many", (body) => body.replace(/.$/, ",}")],
  ["JSON of another kind", "response-body", "the body is in a list", (body) => `[${body}]`],
];

const types: readonly (string | undefined)[] = ["text/html; charset=utf-8", "text/plain", "application/xml", undefined];

/** Bodies that cannot be read, that say they are something else, or that should not be there. */
export function bodyDefects(contract: Contract): Defect[] {
  const withBody = contract.operations.filter((one) => successOf(one)?.content.length !== 0);
  const whole = withBody.flatMap((operation, number) => {
    // Each operation gets two of the four ways.
    const ways = spoiled.filter((_, way) => (way + number) % 2 === 0);
    return ways.map(([category, rule, says, text]) => defect(operation, category, rule, says, text));
  });
  return [...whole, ...withBody.map(wrongMedia), ...contract.operations.flatMap(bodyTooMany), ...errorForms(contract)];
}

function successOf({ responses }: Operation) {
  return responses.find(({ status }) => status.startsWith("2"));
}

function defect({ id }: Operation, category: string, rule: Defect["rule"], says: string, text: Text): Defect {
  return {
    id: `${id}/${category.replaceAll(" ", "-")}`,
    operation: id,
    category,
    rule,
    describe: `In a success of ${id} ${says}`,
    plant: () => changing(id, isSuccess, (answer) => ({ ...answer, body: text(answer.body ?? "{}") })),
  };
}

function wrongMedia({ id }: Operation, number: number): Defect {
  const type = types[number % types.length];
  const { category, rule } = { category: "content type wrong", rule: "response-content-type" as const };
  return {
    id: `${id}/content-type`,
    operation: id,
    category,
    rule,
    describe: `A success of ${id} says that it is ${type ?? "of no type"}`,
    plant: () =>
      changing(id, isSuccess, (answer) => {
        const others = without(answer.headers, "content-type");
        return { ...answer, headers: type === undefined ? others : { ...others, "content-type": type } };
      }),
  };
}

/** With 204 and 304 there is no body. No HTTP client of Node shows one, so only what sees raw traffic can. */
function bodyTooMany({ id, responses }: Operation): Defect[] {
  return responses
    .filter(({ content, status }) => content.length === 0 && /^\d+$/.test(status))
    .map(({ status }) => ({
      id: `${id}/body-with-${status}`,
      operation: id,
      category: "body where none may be",
      rule: "response-empty",
      describe: `${id} sends a body with ${status}`,
      plant: () =>
        changing(
          id,
          (answer) => answer.status === Number(status),
          (answer) => ({ ...answer, headers: { ...answer.headers, "content-type": "application/json" }, body: "{}" }),
        ),
    }));
}

const forms: readonly [category: string, says: string, change: (body: Json) => Json][] = [
  ["error without its code", "have no code", (body) => (isJsonObject(body) ? without(body, "code", "error") : body)],
  [
    "error without its request id",
    "have no request_id",
    (body) => (isJsonObject(body) ? without(body, "request_id", "error_description") : body),
  ],
  ["error in another form", "are a text", () => "Something went wrong."],
  [
    "error in another form",
    "have an object as their message",
    (body) =>
      isJsonObject(body)
        ? { ...body, message: { text: body["message"] ?? "" }, error_description: { text: "no" } }
        : body,
  ],
];

/** The errors of each operation in a form that the contract does not have, each operation in two of four ways. */
function errorForms({ operations }: Contract): Defect[] {
  const perOperation = operations.flatMap((operation, number) =>
    forms.flatMap(([category, says, change], way): Defect[] => {
      if ((way + number) % 2 !== 0) return [];
      // An error of the token operation has neither, and two other properties in their place.
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
    id: `${id}/errors-as-a-page`,
    operation: id,
    category: "content type wrong",
    rule: "response-content-type",
    describe: `The errors of ${id} are pages for people`,
    plant: () =>
      changing(id, isRefusal, (answer) => ({
        ...answer,
        headers: { ...answer.headers, "content-type": "text/html" },
        body: "<h1>Error</h1>",
      })),
  };
}

function errorWith200(id: string): Defect {
  return {
    id: `${id}/errors-with-the-status-of-a-success`,
    operation: id,
    category: "error with the status of a success",
    // The status says that it was done, and the request was one to refuse.
    rule: "wrong-request-refused",
    describe: `${id} answers errors with the status 200`,
    plant: () => changing(id, isRefusal, (answer) => ({ ...answer, status: 200 })),
  };
}
