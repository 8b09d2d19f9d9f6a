import type { Contract } from "content-service-contract";
import { Agent, type Dispatcher, request } from "undici";
import type { LocalServer } from "../../support/local-server.js";
import type { Defect, PlainRequest, PlainResponse } from "./defects/defect.js";
import { type DefectServer, runKit, startDefectServer, startFrontServer } from "./defects/defect-server.js";
import type { Verdict } from "./results.js";

/**
 * Starts Prism's proxy, which tries one defect after the other. The proxy receives each request that the kit sends for an operation, once. A defect is found
 * when the proxy reports a violation that it does not report for a healthy sandbox, and `other` when it reports the
 * same request violation and passes on a success.
 *
 * `errors` is off: with it on, invalid requests would not reach the service.
 */
export async function startPrismTrial(contract: Contract) {
  let current: DefectServer | undefined;
  const front = await startFrontServer(() => {
    if (current === undefined) throw new Error("Expected a defect server to be started");
    return current;
  });
  const proxy = await startProxy(contract, front.url);
  const requests = new Map<string, readonly PlainRequest[]>();
  const healthy = new Map<string, Complaints>();

  /** The complaints about an operation's requests, up to the first one that is not known. */
  async function complaints(operation: string, defect: Defect | undefined, known?: Complaints) {
    current = await startDefectServer(defect);
    const said = new Map<string, Set<number>>();
    const sent = requests.get(operation) ?? (await requestsFor(operation));
    requests.set(operation, sent);
    for (const one of sent) {
      const response = await sendHttp({ ...one, url: `${proxy.url}${one.url}` });
      for (const one of complaintsIn(response)) {
        said.set(one, (said.get(one) ?? new Set()).add(Math.floor(response.status / 100)));
        if (known !== undefined && !known.has(one)) return said;
      }
    }
    return said;
  }

  return {
    async try(defect: Defect): Promise<Verdict> {
      const usual = healthy.get(defect.operation) ?? (await complaints(defect.operation, undefined));
      healthy.set(defect.operation, usual);
      const said = [...(await complaints(defect.operation, defect, usual))];
      const fresh = said.filter(([one]) => !usual.has(one)).map(([one]) => one);
      if (fresh.length > 0) return { outcome: "found", by: fresh };
      const elsewhere = said.filter(([one, statuses]) => statuses.has(2) && usual.get(one)?.has(2) !== true);
      const by = elsewhere.map(([one]) => one).slice(0, 1);
      return { outcome: by.length > 0 ? "other" : "missed", by };
    },
    async close() {
      await proxy.close();
      await front.close();
    },
  };
}

/** The distinct requests that the kit sends for an operation, in order. Their URLs are relative to the base address. */
async function requestsFor(operation: string): Promise<PlainRequest[]> {
  const server = await startDefectServer(undefined);
  const sent = new Map<string, PlainRequest>();
  const { baseUrl, authUrl } = server;
  const fetch = async (url: string, { method = "GET", headers, body }: RequestInit) => {
    const below = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url.slice(authUrl.length);
    const text = typeof body === "string" ? body : undefined;
    const plain = { method, url: below, headers: Object.fromEntries(new Headers(headers)), body: text };
    sent.set(JSON.stringify(plain), plain);
    return server.fetch(url, { method, headers: plain.headers, body: text ?? null });
  };
  await runKit({ baseUrl, authUrl, fetch }, { closed: false, listed: false, operations: [operation] });
  return [...sent.values()];
}

/** Complaints, each with the first digits of the statuses that came with it. */
type Complaints = ReadonlyMap<string, ReadonlySet<number>>;

async function startProxy(contract: Contract, upstream: string): Promise<LocalServer> {
  const { createLogger } = await import("@stoplight/prism-core");
  const { getHttpOperationsFromSpec } = await import("@stoplight/prism-http");
  const { createServer } = await import("@stoplight/prism-http-server");
  // Prism resolves references in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(contract.document));
  const server = createServer(operations, {
    components: { logger: createLogger("proxy", { level: "silent" }) },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(`${upstream}/2.0`),
      mock: { dynamic: false },
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      upstreamProxy: undefined,
    },
  });
  const url = await server.listen(0, "127.0.0.1");
  return { url, close: () => server.close() };
}

/** The violations in the header, or Prism's own error, without parts that differ between runs. */
function complaintsIn({ headers, body }: PlainResponse): string[] {
  if (headers["content-type"] === "application/problem+json") return [steady(`Prism's own error: ${body}`)];
  const header = headers["sl-violations"];
  if (header === undefined) return [];
  try {
    // Prism writes the header as a list of these.
    const found = JSON.parse(header) as { location: string[]; code?: string; message: string }[];
    return found.map(({ location, code, message }) => steady(`${location.join(".")} ${code ?? ""} ${message}`));
  } catch {
    return ["Too many violations"];
  }
}

function steady(text: string): string {
  return text
    .replace(/127\.0\.0\.1:\d+/g, "the service")
    .replace(/\b\d+\b/g, "0")
    .slice(0, 160);
}

/** Without keep-alive: the server may close a connection just as the next request is sent. */
const dispatcher = new Agent({ pipelining: 0 });

/** Sends a request unchanged and follows no redirect. */
async function sendHttp({ method, url, headers, body }: PlainRequest): Promise<PlainResponse> {
  // The kit sends methods of HTTP.
  const options = { dispatcher, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
  const received = await request(url, options);
  const single = Object.entries(received.headers).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  // Prism passes on the length of a body that a 204 cannot have, and undici rejects that.
  const text = received.statusCode === 204 ? await received.body.text().catch(() => "") : await received.body.text();
  return { status: received.statusCode, headers: Object.fromEntries(single), body: text === "" ? undefined : text };
}
