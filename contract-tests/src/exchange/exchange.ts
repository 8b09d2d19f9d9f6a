/** A request as plain data. Give either an absolute `url` or a `path` below the base address, with its query. */
export type ExchangeRequest = {
  /** In any case. */
  readonly method: string;
  readonly headers?: HeaderValues | undefined;
  /** The text of the body, or undefined when none was sent. */
  readonly body?: string | undefined;
} & ({ readonly url: string; readonly path?: never } | { readonly path: string; readonly url?: never });

/** A response as plain data. */
export interface ExchangeResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers; left out, there are none. */
  readonly headers?: HeaderValues | undefined;
  /** The text of the body; an empty text and undefined are the same. */
  readonly body?: string | undefined;
}

/** One request and its response. */
export interface Exchange {
  /** What was sent. */
  readonly request: ExchangeRequest;
  /** What came back. */
  readonly response: ExchangeResponse;
}

/** Headers in any form that `new Headers()` takes. */
export type HeaderValues = Headers | Record<string, string> | [string, string][];

/** Whether text is a header name (RFC 9110, section 5.1). The pseudo headers of HTTP/2, such as `:path`, are not. */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** A fetch function in its narrowest form. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Wraps a fetch function so that each exchange is handed over as plain data before the response is.
 *
 * Bodies are read from copies; the caller still reads its own. A call that fails is not recorded.
 *
 * @example
 * const exchanges: Exchange[] = [];
 * const recording = recordExchange(fetch, (exchange) => exchanges.push(exchange));
 */
export function recordExchange(fetchOnce: Fetch, onExchange: (exchange: Exchange) => void) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const sent = await fromRequest(request);
    const response = await fetchOnce(request);
    onExchange({ request: sent, response: await fromResponse(response) });
    return response;
  };
}

/** Turns a `Request` into plain data. The request itself can still be sent. */
export async function fromRequest(request: Request): Promise<ExchangeRequest> {
  const body = request.body === null ? undefined : await request.clone().text();
  return { method: request.method, url: request.url, headers: new Headers(request.headers), body };
}

/** Turns a `Response` into plain data. The body of the response can still be read. */
export async function fromResponse(response: Response): Promise<ExchangeResponse> {
  const body = response.body === null ? undefined : await response.clone().text();
  return { status: response.status, headers: new Headers(response.headers), body };
}
