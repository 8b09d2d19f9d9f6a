import { type ExchangeRequest, fromRequest } from "../exchange/exchange.js";

/** A request as plain data, and what is to be sent in its place: the same, with a body that can still be read. */
export interface CopiedRequest {
  readonly request: Promise<ExchangeRequest>;
  readonly sent: [input: string | URL | Request, init?: RequestInit | undefined];
}

/** Copies what is given to fetch. A stream is read by both, so it is split; everything else can be read twice. */
export function copiedRequest(input: string | URL | Request, init?: RequestInit): CopiedRequest {
  const given = init?.body;
  if (given instanceof ReadableStream) {
    const [own, sent] = given.tee();
    return { request: readCopy(input, { ...init, body: own }), sent: [input, { ...init, body: sent }] };
  }
  return { request: readCopy(input instanceof Request ? input.clone() : input, init), sent: [input, init] };
}

async function readCopy(input: string | URL | Request, init: RequestInit = {}): Promise<ExchangeRequest> {
  // Without the signal: a request that is aborted after its answer has come was sent all the same.
  const { signal: _signal, ...others } = init;
  return fromRequest(new Request(input, others));
}
