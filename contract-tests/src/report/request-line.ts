import type { Exchange } from "../exchange/exchange.js";
import { cutText, visibleText } from "./visible-text.js";

/** The method and the address of a request, on one line. */
export function requestLine({ request }: Exchange): string {
  return cutText(visibleText(`${request.method} ${request.url ?? request.path}`, { oneLine: true }), MAX_CHARACTERS);
}

const MAX_CHARACTERS = 300;
