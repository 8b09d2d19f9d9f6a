import { expect, test } from "vitest";
import { send } from "../../../src/check/session/send.js";

const target = { baseUrl: "https://api.content.example/2.0/", token: "t", brandHeader: "X-Links" };

test("sends below the address without following redirects, with the deployment's name for the link header", async () => {
  const calls: [string, RequestInit][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    calls.push([url, init]);
    return new Response(null, { status: 301, headers: { location: "/elsewhere" } });
  };
  const headers = { ServiceApi: "shared_link=x", Accept: "application/json" };
  const exchange = await send(
    { ...target, fetch },
    "base",
    { method: "GET", path: "/shared_items?a=1", headers },
    undefined,
  );
  const [[url, init] = []] = calls;
  expect(url).toBe("https://api.content.example/2.0/shared_items?a=1");
  expect(init).toMatchObject({
    redirect: "manual",
    headers: { "X-Links": "shared_link=x", accept: "application/json" },
  });
  expect(init?.signal?.aborted).toBe(false);
  expect(exchange).toEqual({
    request: {
      method: "GET",
      url,
      headers: { serviceapi: "shared_link=x", accept: "application/json" },
      body: undefined,
    },
    response: { status: 301, headers: { location: "/elsewhere" }, body: undefined },
  });
});

test("reports an unreachable URL without its query, and aborts with the signal of the run", async () => {
  const ending = new AbortController();
  const fetch = async (_: string, { signal }: RequestInit): Promise<Response> => {
    ending.abort();
    return signal?.aborted ? Promise.reject(new Error("ended")) : new Response();
  };
  const sent = send({ ...target, fetch }, "base", { method: "GET", path: "/shared_items?secret=1" }, ending.signal);
  await expect(sent).rejects.toMatchObject({
    name: "NoResponseError",
    message: "Cannot reach https://api.content.example/2.0/shared_items: ended",
  });
});
