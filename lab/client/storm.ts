import { GOOD_TOKEN } from "./constants.js";
import { loadClient } from "./contenders.js";
import { type OtherResults, pairedRatios, spread } from "./results.js";

const CALLS = 1000;
const HOUR_MS = 3_600_000;

/** Makes 1,000 concurrent calls in each round, with a valid token and with an expired one, in alternating order. */
export async function measureStorm(folder: string, origin: string, rounds: number): Promise<OtherResults> {
  const ours = await loadClient(folder);
  const fresh: Storm[] = [];
  const expired: Storm[] = [];
  for (let round = -1; round < rounds; round += 1) {
    const kinds = [fresh, expired];
    for (const storms of round % 2 === 0 ? kinds : kinds.reverse()) {
      const storm = await callAtOnce(storms === expired);
      if (round >= 0) storms.push(storm);
    }
  }
  const wallMs = (storms: readonly Storm[]) => storms.map((storm) => storm.wallMs);
  if (fresh.some(({ failures }) => failures > 0)) throw new Error("Calls with a fresh token failed");
  return {
    "storm-refreshes": spread([Math.max(...expired.map(({ refreshes }) => refreshes))]),
    "storm-failures": spread([expired.reduce((sum, { failures }) => sum + failures, 0)]),
    "storm-wall": spread(pairedRatios(wallMs(expired), wallMs(fresh))),
  };

  async function callAtOnce(isExpired: boolean): Promise<Storm> {
    const store = ours.memoryTokenStore({
      accessToken: isExpired ? "invalid" : `${GOOD_TOKEN}-0`,
      refreshToken: "next",
      expiresAtMs: Date.now() + (isExpired ? -HOUR_MS : HOUR_MS),
    });
    const auth = ours.refreshingAuth({ authUrl: origin, clientId: "lab", clientSecret: "lab", store });
    const client = ours.createClient({ baseUrl: `${origin}/guarded`, auth });
    const before = await refreshesOf(origin);
    const startMs = performance.now();
    const settled = await Promise.allSettled(Array.from({ length: CALLS }, () => client.getCurrentUser()));
    const wallMs = performance.now() - startMs;
    const failures = settled.filter(({ status }) => status === "rejected").length;
    return { wallMs, failures, refreshes: (await refreshesOf(origin)) - before };
  }
}

interface Storm {
  readonly wallMs: number;
  readonly refreshes: number;
  readonly failures: number;
}

async function refreshesOf(origin: string): Promise<number> {
  // The format of the benchmark's server.
  const { refreshes } = (await (await fetch(`${origin}/refreshes`)).json()) as { refreshes: number };
  return refreshes;
}
