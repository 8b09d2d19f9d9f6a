import { createContract, loadContract } from "content-service-contract";
import { expect, test } from "vitest";

const contract = loadContract();

test("the contract says who may call an operation, and which error others get", () => {
  const { roles, denied } = contract.operation("deleteUser").access;
  expect({ roles, denied }).toEqual({ roles: [["admin"], ["co-admin"]], denied: "forbidden" });
  expect(contract.operation("getCurrentUser").access).toMatchObject({ roles: [], records: [] });
  expect(contract.operation("createTask").access.records).toMatchObject([
    { at: "$request.body#/item/id", type: "file", right: "change", hidden: "not_found" },
  ]);
  expect(contract.accessRules.acting?.roles).toEqual(["admin", "co-admin", "service"]);
  expect(contract.accessRules.grants.get("viewer")).toEqual(["see"]);
});

test("the names in a requirement of OAuth 2.0 are scopes, not roles", () => {
  const security = [{ oauth: ["files.read"] }];
  const schemes = (type: string) => ({ securitySchemes: { oauth: { type, flows: {} } } });
  const rolesWith = (type: string) =>
    createContract({
      ...{ openapi: "3.1.0", info: { title: "Files", version: "1" }, components: schemes(type) },
      paths: { "/files": { get: { operationId: "listFiles", security, responses: { 200: { description: "All." } } } } },
    }).operation("listFiles").access.roles;
  expect([rolesWith("oauth2"), rolesWith("http")]).toEqual([[], [["files.read"]]]);
});
