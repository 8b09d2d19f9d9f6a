import { expect, test } from "vitest";
import { type Exchange, recordExchange } from "../../src/exchange/exchange.js";

test("records both sides as plain data and leaves both bodies to their readers", async () => {
  const exchanges: Exchange[] = [];
  const answered = recordExchange(
    async (request) => new Response(`got ${await request.text()}`, { status: 201, headers: { "x-a": "1" } }),
    (exchange) => exchanges.push(exchange),
  );
  const response = await answered("http://127.0.0.1/a?b=1", { method: "POST", body: "text", headers: { "x-b": "2" } });
  expect(await response.text()).toBe("got text");
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]?.request).toMatchObject({ method: "POST", url: "http://127.0.0.1/a?b=1", body: "text" });
  expect(new Headers(exchanges[0]?.request.headers).get("x-b")).toBe("2");
  expect(exchanges[0]?.response).toMatchObject({ status: 201, body: "got text" });
  expect(new Headers(exchanges[0]?.response.headers).get("x-a")).toBe("1");
});

test("records no body where there is none", async () => {
  const exchanges: Exchange[] = [];
  const empty = recordExchange(
    async () => new Response(null, { status: 204 }),
    (exchange) => exchanges.push(exchange),
  );
  await empty(new Request("http://127.0.0.1/a", { method: "DELETE" }));
  expect(exchanges[0]?.request.body).toBeUndefined();
  expect(exchanges[0]?.response.body).toBeUndefined();
});

test("records nothing for a call that fails, and lets the failure through", async () => {
  const exchanges: Exchange[] = [];
  const failing = recordExchange(
    async () => {
      throw new TypeError("fetch failed");
    },
    (exchange) => exchanges.push(exchange),
  );
  await expect(failing("http://127.0.0.1/a")).rejects.toThrow("fetch failed");
  expect(exchanges).toEqual([]);
});
