import { seededRandom } from "../support/seeded-random.js";
import { GOOD_TOKEN } from "./constants.js";
import { loadClient } from "./contenders.js";
import { pairedRatios, type StormResults, spread } from "./results.js";
import { shuffled } from "./rounds.js";

const CALLS = 1000;
const HOUR_MS = 3_600_000;

/** A valid token, an expired one, and one that only the service knows to be invalid. */
const KINDS = ["fresh", "expired", "revoked"] as const;
type Kind = (typeof KINDS)[number];

interface Storm {
  readonly wallMs: number;
  readonly refreshes: number;
  readonly failures: number;
}

/** Makes 1,000 concurrent calls, with each kind of token in turn. */
export async function measureStorm(folder: string, origin: string, rounds: number): Promise<StormResults> {
  const ours = await loadClient(folder);
  const storms: Record<Kind, Storm[]> = { fresh: [], expired: [], revoked: [] };
  const random = seededRandom(1);
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of shuffled(KINDS, random)) {
      const storm = await storms1000(kind);
      if (round >= 0) storms[kind].push(storm);
    }
  }
  const wall = (kind: Kind) => storms[kind].map(({ wallMs }) => wallMs);
  const found = (kind: Kind) => ({
    refreshes: Math.max(...storms[kind].map(({ refreshes }) => refreshes)),
    failures: storms[kind].reduce((sum, { failures }) => sum + failures, 0),
    wallRatio: spread(pairedRatios(wall(kind), wall("fresh"))),
  });
  const freshFailures = found("fresh").failures;
  if (freshFailures > 0) throw new Error(`${freshFailures} calls with a fresh token failed`);
  return {
    ...{ calls: CALLS, rounds, ...found("expired"), revoked: found("revoked") },
    freshMs: spread(wall("fresh")),
    expiredMs: spread(wall("expired")),
  };

  async function storms1000(kind: Kind): Promise<Storm> {
    const store = ours.memoryTokenStore({
      accessToken: kind === "fresh" ? `${GOOD_TOKEN}-0` : "invalid",
      refreshToken: "next",
      expiresAtMs: Date.now() + (kind === "expired" ? -HOUR_MS : HOUR_MS),
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

async function refreshesOf(origin: string): Promise<number> {
  // The format of the benchmark's server.
  const { refreshes } = (await (await fetch(`${origin}/refreshes`)).json()) as { refreshes: number };
  return refreshes;
}
