import { loadClient, type Places } from "./modules.js";
import { pairedRatios, type StormResults, spread, turned } from "./results.js";
import { GOOD_TOKEN } from "./world.js";

const CALLS = 1000;
const HOUR_MS = 3_600_000;

/** A token that is good, one that the client knows to be over, and one that only the service knows to be over. */
const KINDS = ["fresh", "expired", "refused"] as const;
type Kind = (typeof KINDS)[number];

interface Storm {
  readonly wallMs: number;
  readonly exchanges: number;
  readonly failures: number;
}

/** Makes 1,000 calls at once with tokens of three kinds, in turn. */
export async function measureStorm(places: Places, origin: string, rounds: number): Promise<StormResults> {
  const ours = await loadClient(places);
  const storms: Record<Kind, Storm[]> = { fresh: [], expired: [], refused: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const kind of turned(KINDS, round + 1)) {
      const storm = await storms1000(kind);
      if (round >= 0) storms[kind].push(storm);
    }
  }
  const wall = (kind: Kind) => storms[kind].map(({ wallMs }) => wallMs);
  const found = (kind: Kind) => ({
    exchanges: Math.max(...storms[kind].map(({ exchanges }) => exchanges)),
    failures: storms[kind].reduce((sum, { failures }) => sum + failures, 0),
    wallRatio: spread(pairedRatios(wall(kind), wall("fresh"))),
  });
  const freshFailures = found("fresh").failures;
  if (freshFailures > 0) throw new Error(`${freshFailures} calls with a fresh token failed`);
  return {
    ...{ calls: CALLS, rounds, ...found("expired"), refused: found("refused") },
    freshMs: spread(wall("fresh")),
    expiredMs: spread(wall("expired")),
  };

  async function storms1000(kind: Kind): Promise<Storm> {
    const store = ours.memoryTokenStore({
      accessToken: kind === "fresh" ? `${GOOD_TOKEN}-0` : "over",
      refreshToken: "next",
      expiresAtMs: Date.now() + (kind === "expired" ? -HOUR_MS : HOUR_MS),
    });
    const auth = ours.refreshingAuth({ authUrl: origin, clientId: "bench", clientSecret: "bench", store });
    const client = ours.createClient({ baseUrl: `${origin}/guarded`, auth });
    const before = await exchangesOf(origin);
    const startMs = performance.now();
    const settled = await Promise.allSettled(Array.from({ length: CALLS }, () => client.getCurrentUser()));
    const wallMs = performance.now() - startMs;
    const failures = settled.filter(({ status }) => status === "rejected").length;
    return { wallMs, failures, exchanges: (await exchangesOf(origin)) - before };
  }
}

async function exchangesOf(origin: string): Promise<number> {
  // The server of the benchmark says it so.
  const { exchanges } = (await (await fetch(`${origin}/exchanges`)).json()) as { exchanges: number };
  return exchanges;
}
