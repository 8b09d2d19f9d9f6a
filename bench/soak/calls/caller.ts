import type { Client } from "content-service-client";
import type { Meter } from "../meter.js";
import type { KnownLists } from "../soak-seed.js";

/** One of the hundred: what it calls with, and what is its own. */
export interface Caller {
  readonly client: Client;
  readonly meter: Meter;
  readonly lists: KnownLists;
  /** No two callers have the same. */
  readonly name: string;
  readonly fileId: string;
}

/** Something that a caller does again and again. */
export type Deed = (caller: Caller) => Promise<void>;

/** A random whole number from `least` to `most`. */
export function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}

/** Asks until there is an answer: after a failure, only the service knows whether a change was made. */
export async function untilAnswered<Value>(
  { meter }: Caller,
  operation: string,
  ask: () => Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ended = await meter.call(operation, ask);
    if ("value" in ended) return ended;
  }
  meter.problem(`${operation} gave no answer in ${MAX_TRIES} tries`);
  return undefined;
}

const MAX_TRIES = 50;
