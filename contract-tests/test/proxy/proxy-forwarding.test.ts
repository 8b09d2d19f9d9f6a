import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, test } from "vitest";
import { serving } from "../../../support/loopback.js";
import { rawCall, rawServer, responding, startedProxy } from "./raw-http.js";

const GET = "GET /2.0/users/me?fields=id HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer t\r\n";
const headOf = (text: string) => text.split("\r\n\r\n")[0]?.split("\r\n") ?? [];

describe("what goes to the service", () => {
  test("has the headers of the client in their order and number, without those of its connection", async () => {
    const service = await responding("HTTP/1.1 204 No Content\r\n\r\n");
    const { port } = await startedProxy(service.url);
    const hop =
      "Connection: keep-alive, X-Hop\r\nX-Hop: 1\r\nKeep-Alive: timeout=9\r\nUpgrade: h2c\r\nProxy-Connection: x";
    const own = "X-Two: b\r\nx-two: a\r\nX-Odd: \xe9\r\nTE: trailers, gzip";
    await (await rawCall(port, `${GET}${own}\r\n${hop}\r\n\r\n`)).until(/\r\n\r\n/);
    expect(headOf(service.received()).filter((line) => !/^connection:/i.test(line))).toEqual([
      "GET /2.0/users/me?fields=id HTTP/1.1",
      `Host: ${service.url.slice("http://".length)}`,
      "Authorization: Bearer t",
      "X-Two: b",
      "x-two: a",
      "X-Odd: \xe9",
      "TE: trailers",
    ]);
  });

  test("has a body in the length or the pieces in which it came, with its trailers", async () => {
    const service = await rawServer((socket, received) => {
      if (/(hello|\r\n0\r\n.*\r\n\r\n)$/s.test(received)) socket.write("HTTP/1.1 204 No Content\r\n\r\n");
    });
    const { port } = await startedProxy(service.url);
    const put = "PUT /2.0/files/1 HTTP/1.1\r\nHost: localhost\r\n";
    await (await rawCall(port, `${put}Content-Length: 5\r\n\r\nhello`)).until(/\r\n\r\n/);
    expect(service.received()).toMatch(/Content-Length: 5\r\n.*\r\n\r\nhello$/s);
    const pieces = "\r\n5\r\nhello\r\n0\r\nX-Sum: 9\r\n\r\n";
    // Node would send the body of a DELETE without any framing.
    for (const start of [put, "DELETE /2.0/users/1 HTTP/1.1\r\nHost: localhost\r\n"]) {
      const chunked = `${start}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n${pieces}`;
      await (await rawCall(port, chunked)).until(/\r\n\r\n/);
      const received = service.received().slice(service.received().lastIndexOf(start.slice(0, 10)));
      expect(received).toMatch(
        /^[A-Z]+ [\s\S]*Transfer-Encoding: chunked\r\n[\s\S]*\r\n5\r\nhello\r\n0\r\nX-Sum: 9\r\n\r\n$/,
      );
    }
  });

  test("waits for its leave to send a body, and may be rejected before", async () => {
    const service = await rawServer((socket, received) => {
      if (received.endsWith("hello")) socket.write("HTTP/1.1 204 No Content\r\n\r\n");
      else if (/\/files\/1 [\s\S]*Expect: 100-continue/i.test(received)) socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      else if (/Expect: 100-continue/i.test(received))
        socket.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
    });
    const { port } = await startedProxy(service.url);
    const head = (id: number) =>
      `PUT /2.0/files/${id} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n`;
    const allowed = await rawCall(port, head(1));
    expect(await allowed.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    allowed.socket.write("hello");
    expect(await allowed.until(/ 204 /)).toMatch(/ 204 No Content\r\n/);
    const rejected = await rawCall(port, head(2));
    expect(await rejected.end()).toMatch(/^HTTP\/1\.1 413 Content Too Large\r\n.*connection: close/is);
  });

  test("ends when the client leaves", async () => {
    let left: Promise<unknown> | undefined;
    const service = await rawServer((socket) => {
      left ??= once(socket, "close");
    });
    const { port } = await startedProxy(service.url);
    const { socket } = await rawCall(port, `${GET}\r\n`);
    while (!service.received().endsWith("\r\n\r\n")) await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();
    await left;
    expect(service.received()).toContain("GET /2.0/users/me");
  });
});

describe("what goes to the client", () => {
  test("is the head of the service, its spelling and repeated headers, and one header more", async () => {
    const service = await responding(
      'HTTP/1.1 200 Quite Fine\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Odd: \xe9\r\nConnection: X-Hop\r\nX-Hop: 1\r\nContract-Violations: []\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{ "type":"u" } ',
    );
    const { port } = await startedProxy(service.url);
    const response = await (await rawCall(port, `${GET}\r\n`)).until(/\} $/);
    const [head = "", body] = response.split("\r\n\r\n");
    expect(body).toBe('{ "type":"u" } ');
    expect(head.split("\r\n").filter((line) => !/^(connection|keep-alive|contract-violations):/i.test(line))).toEqual([
      "HTTP/1.1 200 Quite Fine",
      "Set-Cookie: a=1",
      "Set-Cookie: b=2",
      "X-Odd: \xe9",
      "Content-Type: application/json",
      "Content-Length: 15",
    ]);
    expect(head.match(/Contract-Violations: .*/g)).toEqual([expect.stringContaining('"rule"')]);
  });

  test("has trailers, and an announcement of them where there is room for them alone", async () => {
    const trailing = "Content-Type: application/json\r\nTrailer: X-Sum";
    const service = await rawServer((socket, received) => {
      if (!received.endsWith("\r\n\r\n")) return;
      socket.write(`HTTP/1.1 200 OK\r\n${trailing}\r\n`);
      if (received.includes("HEAD ")) socket.end("Content-Length: 2\r\n\r\n");
      else socket.write("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 9\r\n\r\n");
    });
    const { port } = await startedProxy(service.url);
    const whole = await (await rawCall(port, `${GET}\r\n`)).until(/X-Sum: 9\r\n\r\n/);
    expect(whole).toMatch(/Trailer: X-Sum[\s\S]*\r\n2\r\n\{\}\r\n0\r\nX-Sum: 9/);
    const head = await (await rawCall(port, `${GET.replace("GET", "HEAD")}\r\n`)).until(/\r\n\r\n/);
    expect(head).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*Content-Length: 2[\s\S]*\r\n\r\n$/);
    expect(head).not.toMatch(/Trailer/);
  });

  test.each(["204 No Content", "304 Not Modified"])("has no body with %s", async (status) => {
    const service = await responding(`HTTP/1.1 ${status}\r\nETag: "1"\r\n\r\n`);
    const { port } = await startedProxy(service.url);
    const { until, socket } = await rawCall(port, `${GET}\r\n`);
    const first = await until(/\r\n\r\n/);
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\nETag: "1"\r\n`));
    expect(first).not.toMatch(/transfer-encoding|content-length/i);
    // The connection can be used again, so nothing of a body stood in between.
    socket.write(`${GET}\r\n`);
    expect(await until(/\r\n\r\nHTTP[\s\S]*\r\n\r\n/)).toBe(first + first);
  });

  test("has what the service says beforehand", async () => {
    const said = "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\nLink: </b>\r\n\r\nHTTP/1.1 204 No Content\r\n";
    const service = await responding(`${said}\r\n`);
    const { port } = await startedProxy(service.url);
    const received = await (await rawCall(port, `${GET}\r\n`)).until(/ 204 [\s\S]*\r\n\r\n/);
    expect(received.slice(0, said.length)).toBe(said);
  });

  test("breaks off where the response of the service broke off", async () => {
    const service = await rawServer((socket, received) => {
      if (!received.endsWith("\r\n\r\n")) return;
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"type"');
    });
    const { proxy, seen, port } = await startedProxy(service.url);
    const response = await (await rawCall(port, `${GET}\r\n`)).end();
    expect(response).toMatch(/Content-Length: 100\r\n[\s\S]*\r\n\r\n\{"type"$/);
    expect(seen).toMatchObject([{ status: undefined, unchecked: "the response ended early" }]);
    expect(seen[0]?.findings).toMatchObject([{ rule: "fully-checked", operation: "getCurrentUser" }]);
    expect(proxy.report().exchanges).toBe(1);
  });
});

test("a client that reads slowly makes the service wait, and gets every byte", async () => {
  const total = 24 * 1_048_576;
  let sent = 0;
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream", "content-length": total });
    const more = () => {
      while (sent < total) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536, sent % 251))) {
          response.once("drain", more);
          return;
        }
      }
      response.end();
    };
    more();
  });
  const { port } = await startedProxy(await serving(server));
  const { socket, until } = await rawCall(port, `${GET}\r\n`);
  await until(/\r\n\r\n/);
  socket.pause();
  let before = -1;
  // Until the service gets no further.
  while (before !== sent) {
    before = sent;
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent).toBeLessThan(total);
  let bytes = 0;
  socket.on("data", (chunk) => {
    bytes += chunk.length;
  });
  socket.resume();
  while (bytes < total - 1_048_576) await once(socket, "data");
  expect(sent).toBe(total);
});

test("a kept connection that the service has closed is no failure of a call that can be repeated", async () => {
  let calls = 0;
  const service = await rawServer((socket, received) => {
    if (!received.endsWith("\r\n\r\n")) return;
    calls++;
    // The first connection stays open, and is reset as soon as it is used again.
    if (received.split("GET ").length > 2) socket.resetAndDestroy();
    else socket.write("HTTP/1.1 204 No Content\r\n\r\n");
  });
  const { port } = await startedProxy(service.url);
  const { until, socket } = await rawCall(port, `${GET}\r\n`);
  await until(/\r\n\r\n/);
  socket.write(`${GET}\r\n`);
  expect(await until(/\r\n\r\nHTTP[\s\S]*\r\n\r\n/)).not.toMatch(/ 502 /);
  expect(calls).toBe(3);
});
