import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { startWorld } from "./start-world.js";

/** A service before which something spoils the answers of `GET /users/me`. */
export async function faultyService(): Promise<string> {
  const { server } = await startWorld({ strange: true });
  const proxy = createServer(async (incoming, outgoing) => {
    const { url = "", method = "GET", headers } = incoming;
    const answer = await fetch(`${server.url}${url}`, {
      method,
      headers: headers.authorization === undefined ? {} : { authorization: headers.authorization },
    });
    const type = answer.headers.get("content-type");
    outgoing.writeHead(answer.status, type === null ? {} : { "content-type": type });
    outgoing.end((await answer.text()).replace(/"id":"(\d+)"/, '"id":$1'));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("It has no port");
  return `http://127.0.0.1:${address.port}/2.0`;
}
