import { createContract, isJsonObject, type Json, loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { ownInput, ownNames, plannedSource } from "../../../src/check/session/own-request.js";

const text = { type: "string" };
/** A contract with one operation, whose request has records of each kind. */
const loans = createContract({
  openapi: "3.1.0",
  info: { title: "Loans", version: "1" },
  paths: {
    "/readers/{reader_id}/loans": {
      post: {
        operationId: "lend",
        "x-access": {
          records: {
            "$request.path.reader_id": { type: "reader", hidden: "unknown", once: true },
            "$request.body#/item/id": { type: "$request.body#/item/type", hidden: "unknown" },
          },
        },
        parameters: [{ name: "reader_id", in: "path", required: true, schema: text, example: "1" }],
        requestBody: {
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  item: { type: "object", properties: { type: { enum: ["map", "book"] }, id: { type: "integer" } } },
                  helper: { type: "object", properties: { id: { ...text, "x-record": { person: "helper_number" } } } },
                  shelf_id: { ...text, "x-record": "shelf" },
                  label: { ...text, maxLength: 20, "x-unique": true },
                  site: { ...text, format: "uri", "x-unique": true },
                  email: { ...text, format: "email", "x-unique": true },
                  state: { ...text, enum: ["public", "private"], "x-avoid": ["public"] },
                  note: text,
                },
              },
              example: {
                item: { type: "map", id: 1 },
                helper: { type: "person", id: "1" },
                ...{ shelf_id: "1", label: "Odes", site: "https://a.example", email: "a@b.example" },
                ...{ state: "public", note: "as it is" },
              },
            },
          },
        },
        responses: { "201": { description: "Lent." } },
      },
    },
  },
});

const inputFor = (parameters: Record<string, string>, workspace: Record<string, string>, contract = loans) => {
  const target = { baseUrl: "https://a.example", token: "t", parameters, workspace };
  return (id: string) => ownInput(plannedSource(contract, target, "check-0123456789ab"), contract.operation(id));
};

test("an own request has records to change, new texts and no value to avoid", () => {
  const parameters = { reader_id: "2", "lend.reader_id": "3", "lend.helper_number": "4", "lend.email": "c@d.example" };
  expect(inputFor(parameters, { readerId: "5", bookId: "6", shelfId: "7" })("lend")).toEqual({
    path: { reader_id: "3" },
    body: {
      item: { type: "book", id: 6 },
      helper: { type: "person", id: "4" },
      ...{ shelf_id: "7", label: "check-0123456789ab", site: "https://contract-check.example/check-0123456789ab" },
      ...{ email: "c+0123456789ab@d.example", state: "private", note: "as it is" },
    },
  });
});

test("an own request has no id of the examples, and no default of other operations", () => {
  const { path, body } = inputFor({ reader_id: "2", "lend.note": "given" }, { readerId: "5" })("lend");
  expect(path).toEqual({ reader_id: "909090909090909" });
  expect(body).toMatchObject({ helper: { id: "909090909090909" }, shelf_id: "909090909090909", note: "given" });
  expect(isJsonObject(body) && body["email"]).toBe("nobody+0123456789ab@contract-check.example");
});

test("a target can name the ids in a body", () => {
  expect(ownNames(loans, loans.operation("lend"))).toEqual(
    expect.arrayContaining(["item_id", "helper_number", "shelf_id", "label", "email"]),
  );
});

test("the writing operations of this package's contract name no record of its examples", () => {
  const contract = loadContract();
  const own = inputFor({}, { fileId: "own", folderId: "own" }, contract);
  const idsIn = (value: Json): Json[] => {
    if (!isJsonObject(value)) return [];
    return Object.entries(value).flatMap(([name, one]) => (/(^|_)id$/.test(name) ? [one] : idsIn(one)));
  };
  const writing = contract.operations.filter(({ isSafe, server }) => !isSafe && server === "base");
  const ids = writing.flatMap(({ id }) => [...idsIn(own(id).path ?? {}), ...idsIn(own(id).body ?? {})]);
  expect(new Set(ids)).toEqual(new Set(["own", "909090909090909"]));
});
