import type { Exchange, Json } from "content-service-contract";
import { expect, test } from "vitest";
import { evaluate } from "../../src/check/resources/links.js";

const exchange: Exchange = {
  request: { method: "POST", url: "http://127.0.0.1/shelves/7/books?draft=true", headers: { "If-Match": "1" } },
  response: { status: 201, headers: { "X-Book": "b-1" }, body: '{"book":{"id":12},"authors":["Ovid"]}' },
};
const input = { path: { shelf_id: 7 }, query: { draft: true }, body: { title: "Odes" } };

test.each<[expression: Json | undefined, value: Json | undefined]>([
  ["$url", exchange.request.url],
  ["$method", "POST"],
  ["$statusCode", 201],
  ["$request.path.shelf_id", 7],
  ["$request.query.draft", true],
  ["$request.header.if-match", "1"],
  ["$request.body", { title: "Odes" }],
  ["$request.body#/title", "Odes"],
  ["$response.header.x-book", "b-1"],
  ["$response.body#/book/id", 12],
  ["$response.body#/authors/0", "Ovid"],
  ["$response.body#/pages", undefined],
  ["$response.header.location", undefined],
  ["$request.path.id", undefined],
  ["$price", undefined],
  ["{$request.path.shelf_id}-{$response.header.X-Book}-{$response.body#/pages}", "7-b-1-"],
  ["Odes", "Odes"],
  [12, 12],
  [undefined, undefined],
])("the value of the runtime expression %j is %j", (expression, value) => {
  expect(evaluate(expression, { input, exchange })).toEqual(value);
});
