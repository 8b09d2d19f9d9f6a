/** The minimal standard generator of Park and Miller, which has little state: the same numbers from 0 to 1 for a seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
