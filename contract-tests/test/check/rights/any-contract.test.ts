import { expect, test } from "vitest";
import { type CheckTarget, runChecks } from "../../../src/index.js";
import { contractOf, inPath, operation } from "../../support/service.js";

const MOST = 20;
const page = { name: "limit", in: "query", schema: { type: "integer", maximum: MOST } };
const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
const paths = {
  "/orders": { get: operation("listOrders", {}, { parameters: [page] }) },
  "/orders/{order_id}": {
    parameters: inPath({ type: "string" }, "order_id"),
    get: operation("getOrder"),
    delete: operation("deleteOrder", { status: 204 }, { security: [{ key: ["manager", "owner"] }] }),
  },
};
const shop = contractOf(paths, { components: { securitySchemes }, security: [{ key: [] }] });

const orders = new Map([
  ["17", "north"],
  ["18", "south"],
]);
const tenants: Readonly<Record<string, string>> = { "key-north": "north", "key-south": "south", "key-clerk": "north" };

/** A shop whose keys belong to branches, each with its orders; only managers and owners delete, where one of the roles is enough. */
function shopWith({ shows = false, lists = false, deletes = false }): NonNullable<CheckTarget["fetch"]> {
  return async (url, { method, headers }) => {
    const key = new Headers(headers).get("x-key") ?? "";
    const tenant = tenants[key];
    if (tenant === undefined) return Response.json({}, { status: 401 });
    const { pathname, searchParams } = new URL(url);
    if (Number(searchParams.get("limit")) > MOST) return Response.json({}, { status: 400 });
    const [, , id] = pathname.split("/");
    const own = [...orders]
      .filter(([, owner]) => owner === tenant || lists)
      .map(([number]) => ({ id: Number(number) }));
    if (id === undefined) return Response.json({ orders: own });
    if (method === "DELETE" && key === "key-clerk" && !deletes) return Response.json({}, { status: 403 });
    if (orders.get(id) !== tenant && !shows) return Response.json({}, { status: 404 });
    return method === "DELETE" ? new Response(null, { status: 204 }) : Response.json({ id: Number(id) });
  };
}

const target = (defects: Parameters<typeof shopWith>[0]): CheckTarget => ({
  ...{ baseUrl: "https://shop.example", token: "key-north", fetch: shopWith(defects) },
  parameters: { order_id: "17", "deleteOrder.order_id": "17" },
  callers: [
    // Records of different types can have the same id.
    { name: "the north", facts: { roles: ["manager"], tenant: "north", hidden: { order: ["18"], customer: ["17"] } } },
    {
      name: "the south",
      token: "key-south",
      facts: { roles: ["manager"], tenant: "south", hidden: { order: ["17"] } },
    },
    { name: "the clerk", token: "key-clerk", facts: { roles: [], tenant: "north", hidden: { order: ["18"] } } },
  ],
});

test.each([
  [{}, []],
  [{ shows: true }, ["getOrder/hides-records", "getOrder/shows-own-records", "deleteOrder/hides-records"]],
  [{ lists: true }, ["listOrders/shows-own-records"]],
  [{ deletes: true }, ["deleteOrder/requires-its-roles"]],
])("the rights of named callers are checked with any contract and no annotation: %o", async (defects, found) => {
  const checks = ["getOrder", "listOrders", "deleteOrder"];
  const report = await runChecks(target(defects), { contract: shop, effects: "lasting", operations: checks });
  const failed = report.checks.filter(({ findings }) => findings.some(({ rule }) => rule === "caller-respected"));
  expect(failed.map(({ id }) => id).sort()).toEqual(found.toSorted());
});
