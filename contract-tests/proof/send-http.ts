import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Answer, Sent } from "./defect.js";

/** No connection is used twice: the other side may close one just when the next request is on its way. */
const agent = new Agent({ keepAlive: false });

/** Sends a request as it is, and follows no redirect. */
export function sendHttp({ method, url, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const outgoing = request(url, { agent, method, headers: { ...headers, ...length } }, (incoming) => {
      const said = Object.entries(incoming.headers).flatMap(([name, value]) =>
        typeof value === "string" ? [[name, value]] : [],
      );
      const answer = (told: string) => ({
        status: incoming.statusCode ?? 0,
        headers: Object.fromEntries(said),
        body: told === "" ? undefined : told,
      });
      text(incoming).then((told) => resolve(answer(told)), reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
