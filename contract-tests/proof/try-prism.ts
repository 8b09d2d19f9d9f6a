import { runChecks } from "../src/check/run-checks.js";
import type { Answer, Defect, Sent } from "./defect.js";
import { type DefectServer, startDefectServer } from "./defect-server.js";
import { startFrontServer } from "./front-server.js";
import type { Contract } from "./kit.js";
import { sendHttp } from "./send-http.js";
import { known } from "./target.js";
import type { Verdict } from "./verdict.js";

/** Prism's proxy, ready to be asked about defects one after the other. */
export interface PrismTrial {
  try(defect: Defect): Promise<Verdict>;
  close(): Promise<void>;
}

/**
 * Starts Prism's proxy. It gets the very requests that the kit sends for an operation to a healthy sandbox, each once, so
 * it sees every success and every refusal that the kit sees. A defect is found when the proxy complains of something
 * that it does not complain of on a healthy sandbox; `other`, when it complains of a request as it does there, and
 * passes a success.
 *
 * `errors` is off. With it on, a wrong request does not reach the service, and an answer is called wrong for the same
 * reasons.
 */
export async function startPrismTrial(contract: Contract): Promise<PrismTrial> {
  let current: DefectServer | undefined;
  const front = await startFrontServer(async () => {
    if (current === undefined) throw new Error("There is no server");
    return current;
  });
  const proxy = await startProxy(contract, front.url);
  const requests = new Map<string, readonly Sent[]>();
  const healthy = new Map<string, Complaints>();

  /** What the proxy says to the requests of an operation, until it says something that is not known. */
  async function complaints(operation: string, defect: Defect | undefined, known?: Complaints) {
    current = await startDefectServer(defect);
    const said = new Map<string, Set<number>>();
    const sent = requests.get(operation) ?? (await requestsFor(contract, operation));
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
    async try(defect) {
      const usual = healthy.get(defect.operation) ?? (await complaints(defect.operation, undefined));
      healthy.set(defect.operation, usual);
      const said = [...(await complaints(defect.operation, defect, usual))];
      const fresh = said.filter(([one]) => !usual.has(one)).map(([one]) => one);
      if (fresh.length > 0) return { outcome: "found", by: fresh };
      const elsewhere = said.filter(([one, statuses]) => statuses.has(2) && usual.get(one)?.has(2) !== true);
      return elsewhere.length > 0
        ? { outcome: "other", by: elsewhere.map(([one]) => one).slice(0, 1) }
        : { outcome: "missed", by: [] };
    },
    async close() {
      await proxy.close();
      await front.close();
    },
  };
}

/** Everything that the kit sends for an operation, each request once, in its order. Their URLs begin below the address. */
async function requestsFor(contract: Contract, operation: string): Promise<Sent[]> {
  const server = await startDefectServer(undefined);
  const sent = new Map<string, Sent>();
  const { baseUrl, authUrl } = server;
  const fetch = async (url: string, { method = "GET", headers, body }: RequestInit) => {
    const below = url.startsWith(baseUrl) ? url.slice(baseUrl.length) : url.slice(authUrl.length);
    const text = typeof body === "string" ? body : undefined;
    const plain = { method, url: below, headers: Object.fromEntries(new Headers(headers)), body: text };
    sent.set(JSON.stringify(plain), plain);
    return server.fetch(url, { method, headers: plain.headers, body: text ?? null });
  };
  await runChecks({ ...known, baseUrl, authUrl, fetch }, { contract, effects: "lasting", operations: [operation] });
  return [...sent.values()];
}

/** What was complained of, each with the hundreds of the statuses that came with it. */
type Complaints = ReadonlyMap<string, ReadonlySet<number>>;

interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

async function startProxy(contract: Contract, upstream: string): Promise<Proxy> {
  const { createLogger } = await import("@stoplight/prism-core");
  const { getHttpOperationsFromSpec } = await import("@stoplight/prism-http");
  const { createServer } = await import("@stoplight/prism-http-server");
  // Prism resolves references in place, so it gets a copy.
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

/** What the header says, or Prism's own error, without what differs from run to run. */
function complaintsIn({ headers, body }: Answer): string[] {
  if (headers["content-type"] === "application/problem+json") return [steady(`Prism's own error: ${body}`)];
  const header = headers["sl-violations"];
  if (header === undefined) return [];
  try {
    // Prism writes the header, as a list of these.
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
