import { once } from "node:events";
import { createClient } from "content-service-client";
import { describe, expect, it } from "vitest";
import { type Served, serve } from "../support/serve.js";
import { type TransportName, transportNames, transports } from "../support/transports.js";

const clientOf = ({ url }: Served, transport: TransportName) =>
  createClient({ baseUrl: `${url}/2.0`, auth: "access-token", retry: false, fetch: transports[transport]().fetch });

describe.each(transportNames)("over a real socket, by %s, a redirect", (transport) => {
  it.each([301, 302, 303, 307, 308])("is not followed, whatever its status: %i [AU-1]", async (status) => {
    const service = await serve((_, response) => response.writeHead(status, { location: "/2.0/elsewhere" }).end());
    const client = clientOf(service, transport);
    const call = client.createWebLink({ body: { url: "https://example.com/", parent: { id: "0" } } });
    await expect(call).rejects.toMatchObject({ status, attempts: 1 });
    expect((await client.http.GET("/users/me")).response.status).toBe(status);
    expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /2.0/web_links",
      "GET /2.0/users/me",
    ]);
  });
});

describe.each(transportNames)("over a real socket, by %s, an answer", (transport) => {
  it("with a status that HTTP does not know keeps it", async () => {
    const service = await serve((_, response) => response.writeHead(999).end("<p>no</p>"));
    const call = clientOf(service, transport).getCurrentUser();
    await expect(call).rejects.toMatchObject({ name: "ApiError", status: 999, excerpt: "<p>no</p>" });
    expect(service.requests).toHaveLength(1);
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
    const call = clientOf(service, transport).getCurrentUser({ signal: controller.signal });
    const outcome = expect(call).rejects.toBe("the user left");
    await stalling;
    controller.abort("the user left");
    await outcome;
    await closed;
  });
});
