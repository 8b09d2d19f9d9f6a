/** A request as plain data. Give either an absolute `url` or a `path` below the base address, with its query. */
export type ExchangeRequest = {
  /** The method, in upper or lower case. */
  readonly method: string;
  readonly headers?: HeaderValues | undefined;
  /** The text of the body, or undefined when none was sent. */
  readonly body?: string | undefined;
} & ({ readonly url: string; readonly path?: never } | { readonly path: string; readonly url?: never });

/** A response as plain data. */
export interface ExchangeResponse {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. @default no headers */
  readonly headers?: HeaderValues | undefined;
  /** The text of the body; an empty text and undefined are the same. */
  readonly body?: string | undefined;
}

/** One request and its response. */
export interface Exchange {
  /** The request that was sent. */
  readonly request: ExchangeRequest;
  /** The response to it. */
  readonly response: ExchangeResponse;
}

/** Headers in any form that `new Headers()` accepts. */
export type HeaderValues = Headers | Record<string, string> | [string, string][];

/** Whether text is a header name (RFC 9110, section 5.1). The pseudo headers of HTTP/2, such as `:path`, are not. */
export function isHeaderName(text: string): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(text);
}

/** A fetch function in its narrowest form. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Wraps a fetch function and calls `onExchange` with each exchange, as plain data, before it returns the response.
 *
 * Bodies are read from copies, so the caller can still read them. A failed call is not recorded.
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

/** Converts a `Request` to plain data. The request can still be sent. */
export async function fromRequest(request: Request): Promise<ExchangeRequest> {
  const body = request.body === null ? undefined : await request.clone().text();
  return { method: request.method, url: request.url, headers: new Headers(request.headers), body };
}

/** Converts a `Response` to plain data. Its body can still be read. */
export async function fromResponse(response: Response): Promise<ExchangeResponse> {
  const body = response.body === null ? undefined : await response.clone().text();
  return { status: response.status, headers: new Headers(response.headers), body };
}
