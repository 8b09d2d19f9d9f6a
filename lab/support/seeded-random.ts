/** The minimal standard generator of Park and Miller, which has little state: the same numbers from 0 to 1 for a seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export function shuffled<One>(list: readonly One[], random: () => number): One[] {
  return list
    .map((one) => ({ one, at: random() }))
    .toSorted((left, right) => left.at - right.at)
    .map(({ one }) => one);
}
