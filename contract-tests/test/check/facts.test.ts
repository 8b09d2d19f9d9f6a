import { createContract, type Json, loadContract, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { requireFacts } from "../../src/check/document/facts.js";
import { planChecks } from "../../src/check/run-checks.js";
import { shelves } from "../support/shelves.js";

const BOOKS = "/paths/~1shelves~1{shelf_id}~1books";
const TOTAL = `${BOOKS}/get/responses/200/content/application~1json/schema/properties/total`;
const TITLE = "/components/schemas/BookChange/properties/title";
const FIELDS = { property: "fields", name: "name", type: "type", options: "options", option: "key" };
const ERRORS = { name: "a", type: "b", option: "c" };
const TYPES = {
  create: "createBook",
  list: "listBooks",
  key: { a: "b" },
  fields: FIELDS,
  kinds: { a: "text" },
  errors: ERRORS,
};
const withFact = (at: string, value: Json) => createContract(withValue(parse(shelves), at, value));

test.each<[message: string, at: string, value: Json]>([
  [
    "Invalid x-filter of genre in listBooks: /relation must be one of",
    `${BOOKS}/get/parameters/2/x-filter`,
    { property: "genre", relation: "like" },
  ],
  ["Invalid x-filter of genre in listBooks: /property is missing", `${BOOKS}/get/parameters/2/x-filter`, {}],
  [
    "Invalid x-filter of genre in listBooks: /by is not documented",
    `${BOOKS}/get/parameters/2/x-filter`,
    { property: "genre", by: "genre" },
  ],
  [
    "Invalid x-filter of genre in listBooks: the schema has no property kind",
    `${BOOKS}/get/parameters/2/x-filter`,
    { property: "kind" },
  ],
  [
    "Invalid x-filter of genre in listBooks: the schema has no property /kind/id",
    `${BOOKS}/get/parameters/2/x-filter`,
    { property: "/kind/id" },
  ],
  ["Invalid x-infer of genre in listBooks: it must be boolean", `${BOOKS}/get/parameters/2/x-infer`, "no"],
  ["Invalid x-order in listBooks: it must match", `${BOOKS}/get/x-order`, "--pages"],
  ["Invalid x-order in listBooks: the schema has no property kind", `${BOOKS}/get/x-order`, "-kind"],
  ["Invalid x-sets in lendBook: /state must be object", `${BOOKS}~1{book_id}~1lend/post/x-sets`, { state: "lent" }],
  [
    "Invalid x-sets in lendBook: the schema has no property lent_to",
    `${BOOKS}~1{book_id}~1lend/post/x-sets`,
    { lent_to: true },
  ],
  ["Invalid x-access in listBooks: /scope must be one of", `${BOOKS}/get/x-access`, { scope: "mine" }],
  ['Invalid x-counts in listBooks: the contract has no operation "books"', `${TOTAL}/x-counts`, "books"],
  [
    'Invalid x-removes in clearShelf: the contract has no operation "books"',
    "/paths/~1shelves~1{shelf_id}~1clear/post/x-removes",
    "books",
  ],
  [
    "Invalid x-takes in holdBooks: /seconds is missing",
    "/paths/~1shelves~1{shelf_id}~1hold/post/x-takes",
    { from: "listBooks" },
  ],
  [
    'Invalid x-changes in lendBook: the contract has no operation "shelf"',
    `${BOOKS}~1{book_id}~1lend/post/x-changes`,
    { shelf: ["label"] },
  ],
  ["Invalid x-expires in createBook: it must", "/components/schemas/Book/properties/expires_at/x-expires", "gone"],
  [
    "Invalid x-cause of gone in readBook: it must match",
    `${BOOKS}~1{book_id}/get/responses/404`,
    {
      description: "Gone.",
      content: { "application/json": { examples: { gone: { value: {}, "x-cause": { genre: "prose" } } } } },
    },
  ],
  ["Invalid x-unique at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-unique`, "yes"],
  ["Invalid x-shows at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-shows`, "label"],
  ["Invalid x-default at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-default`, "genre"],
  ["Invalid x-rejected at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-rejected`, 7],
  ["Invalid x-open at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-open`, true],
  [
    "Invalid x-access in readBook: /records/$request.path.book_id/once must be boolean",
    `${BOOKS}~1{book_id}/get/x-access`,
    { records: { "$request.path.book_id": { type: "book", hidden: "gone", once: "yes" } } },
  ],
  ["Invalid x-record at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-record`, ["book"]],
  ["Invalid x-avoid at /components/schemas/BookChange/properties/title: it must", `${TITLE}/x-avoid`, "lent"],
  [
    'Invalid x-instance in createBook: the contract has no operation "kinds"',
    `${BOOKS}/post/x-instance`,
    { types: { ...TYPES, list: "kinds" } },
  ],
  [
    "Invalid x-instance in createBook: /types/kinds/a must be one of",
    `${BOOKS}/post/x-instance`,
    { types: { ...TYPES, kinds: { a: "b" } } },
  ],
  ["Invalid x-query in listBooks: /instances is missing", `${BOOKS}/get/x-query`, { language: "sql-where" }],
  ["Invalid x-partial in lendBook: it must", `${BOOKS}~1{book_id}~1lend/post/x-partial`, "yes"],
  [
    "Invalid x-changes-with at /components/schemas/Book/properties/title: it must",
    "/components/schemas/Book/properties/title/x-changes-with",
    "name",
  ],
  [
    "Invalid x-may-reject at /components/schemas/Book/properties/title: it must",
    "/components/schemas/Book/properties/title/x-may-reject",
    [],
  ],
  [
    "Invalid x-admits at /components/schemas/Book/properties/title: /open must",
    "/components/schemas/Book/properties/title/x-admits",
    { open: "all" },
  ],
  ["Invalid x-access: /roles is missing", "/x-access", {}],
])("rejects: %s", (message, at, value) => {
  const plan = () => planChecks(withFact(at, value), { baseUrl: "http://127.0.0.1:9", token: "t" });
  expect(plan).toThrow(TypeError);
  expect(plan).toThrow(message);
});

test("takes the facts of this package's contract, and names of properties in any style", () => {
  expect(() => requireFacts(loadContract())).not.toThrow();
  expect(() => requireFacts(withFact(`${BOOKS}/get/parameters/3/x-filter`, { property: "Pages" }))).not.toThrow();
});
