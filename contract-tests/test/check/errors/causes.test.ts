import { createContract } from "content-service-contract";
import { expect, test } from "vitest";
import { runChecks } from "../../../src/index.js";

const error = (code: string, cause?: object) => ({
  summary: `The request is ${code}.`,
  value: { code },
  ...(cause === undefined ? {} : { "x-cause": cause }),
});
const documented = (examples: object) => ({ description: "No.", content: { "application/json": { examples } } });
const parameter = (name: string, where: string, example: string) => ({
  ...{ name, in: where, required: true, schema: { type: "string" }, example },
});
const shop = createContract({
  ...{ openapi: "3.1.0", info: { title: "Shop", version: "1" } },
  components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  security: [{ token: [] }],
  paths: {
    "/orders/{order_id}": {
      get: {
        operationId: "getOrder",
        parameters: [parameter("order_id", "path", "17"), parameter("region", "query", "north-1")],
        "x-access": { records: { "$request.path.order_id": { type: "order", hidden: "missing" } } },
        responses: {
          200: { description: "It worked." },
          400: documented({
            abroad: error("abroad", { "$request.query.region": { replace: "^north", with: "moon" } }),
          }),
          404: documented({ missing: error("missing") }),
        },
      },
    },
  },
});

test.each([
  [{ abroad: 400, missing: 404 }, []],
  [{ abroad: 422, missing: 404 }, ["Expected a 400 response for abroad (The request is abroad); received 422"]],
  [{ abroad: 400, missing: 410 }, ["Expected a 404 response for an unknown order; received 410"]],
])("the errors of any contract are caused by unknown ids and by x-cause: %o", async (statuses, found) => {
  const report = await runChecks(
    {
      ...{ baseUrl: "https://shop.example", token: "t", parameters: { order_id: "17", region: "north-1" } },
      fetch: async (url) => {
        const { pathname, searchParams } = new URL(url);
        if (searchParams.get("region") === "moon-1")
          return Response.json({ code: "abroad" }, { status: statuses.abroad });
        if (pathname !== "/orders/17") return Response.json({ code: "missing" }, { status: statuses.missing });
        return Response.json({ id: "17" });
      },
    },
    { contract: shop, checks: ["getOrder/documented-errors"] },
  );
  expect(report.checks.flatMap(({ outcome, reason }) => (outcome === "skipped" ? [reason] : []))).toEqual([]);
  const causes = report.checks.flatMap(({ findings }) =>
    findings.filter(({ message }) => / for (abroad|an)/.test(message)),
  );
  expect(causes.map(({ message }) => message)).toEqual(found);
});
