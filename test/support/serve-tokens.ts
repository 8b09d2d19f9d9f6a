import { text } from "node:stream/consumers";
import { type Served, serve } from "./serve.js";
import type { TokenService } from "./token-service.js";

/** Puts a service and its token server on a real socket. */
export function serveTokens(service: TokenService): Promise<Served> {
  return serve(async (request, response) => {
    // Node gives a header that may repeat as an array; none of those is sent here.
    const headers = new Headers(request.headers as Record<string, string>);
    const answer = await service.handle({
      url: `http://${headers.get("host")}${request.url}`,
      headers,
      body: await text(request),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
}
