import { once } from "node:events";
import { createClient } from "content-service-client";
import { describe, expect, it } from "vitest";
import { type Served, serve } from "./support/serve.js";

const clientOf = ({ url }: Served) => createClient({ baseUrl: `${url}/2.0`, auth: "access-token", retry: false });

describe("over a real socket, a redirect", () => {
  it("to another host is not followed, and the token does not go there [AU-1]", async () => {
    const thief = await serve((_, response) => response.end("{}"));
    const service = await serve((_, response) => response.writeHead(302, { location: `${thief.url}/users/me` }).end());
    await expect(clientOf(service).getCurrentUser()).rejects.toMatchObject({ name: "ApiError", status: 302 });
    expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(["Bearer access-token"]);
    expect(thief.requests).toEqual([]);
  });

  it.each([301, 302, 303, 307, 308])("on the same host is not followed either: %i [AU-1]", async (status) => {
    const service = await serve((_, response) => response.writeHead(status, { location: "/2.0/elsewhere" }).end());
    const client = clientOf(service);
    const call = client.createWebLink({ body: { url: "https://example.com/", parent: { id: "0" } } });
    await expect(call).rejects.toMatchObject({ status, attempts: 1 });
    expect((await client.http.GET("/users/me")).response.status).toBe(status);
    expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /2.0/web_links",
      "GET /2.0/users/me",
    ]);
  });
});

describe("over a real socket, an answer", () => {
  it("whose refusal never ends is read to a bound, and the connection dropped", async () => {
    let closed: Promise<unknown> | undefined;
    const service = await serve((_, response) => {
      response.writeHead(400);
      closed = once(response, "close");
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(16_384)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    await expect(clientOf(service).getCurrentUser()).rejects.toMatchObject({ status: 400, excerpt: "x".repeat(500) });
    await closed;
  });

  it("that is cut is a NetworkError, and a refusal that is cut keeps its status", async () => {
    const service = await serve((request, response) => {
      response.writeHead(request.method === "GET" ? 200 : 412, { "content-length": "1000" });
      response.write('{"type":', () => response.destroy());
    });
    await expect(clientOf(service).getCurrentUser()).rejects.toMatchObject({
      name: "NetworkError",
      message: expect.stringMatching(/^no answer: \w+ \(GET \/2.0\/users\/me\)$/),
    });
    await expect(clientOf(service).updateFile({ path: { file_id: "4001" }, body: {} })).rejects.toMatchObject({
      name: "ApiError",
      status: 412,
    });
  });

  it("with a status that HTTP does not know keeps it", async () => {
    const service = await serve((_, response) => response.writeHead(999).end("<p>no</p>"));
    const call = clientOf(service).getCurrentUser();
    await expect(call).rejects.toMatchObject({ name: "ApiError", status: 999, excerpt: "<p>no</p>" });
    expect(service.requests).toHaveLength(1);
  });

  it("that never comes, from a server that hangs up or is not there, is a NetworkError that says so", async () => {
    const rude = await serve((request) => request.socket.destroy());
    await expect(clientOf(rude).getCurrentUser()).rejects.toThrow(/^no answer: \w+ \(GET/);
    const gone = await serve(() => {});
    await gone.close();
    await expect(clientOf(gone).getCurrentUser()).rejects.toThrow("no answer: ECONNREFUSED");
  });

  it("that stalls is left at once when the caller aborts, and the connection dropped", async () => {
    let arrived = () => {};
    const stalling = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let closed: Promise<unknown> | undefined;
    const service = await serve((_, response) => {
      closed = once(response, "close");
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"type":', arrived);
    });
    const controller = new AbortController();
    const call = clientOf(service).getCurrentUser({ signal: controller.signal });
    const outcome = expect(call).rejects.toBe("the user left");
    await stalling;
    controller.abort("the user left");
    await outcome;
    await closed;
  });
});
