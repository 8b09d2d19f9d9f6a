import type { Call, Defect } from "../defect.js";
import type { Json, JsonObject } from "../kit.js";
import { AGAIN, type Asked, listIn } from "./list-requests.js";

/** The page of a list that came, what was asked for, and a way to ask for another one. */
export interface Turn {
  readonly call: Call;
  readonly asked: Asked;
  readonly page: JsonObject;
  readonly entries: readonly Json[];
  /** The page for other wishes; undefined where it is refused. */
  ask(changed: Partial<Record<keyof Asked, number | string | undefined>>): Promise<JsonObject | undefined>;
}

/** Makes a page wrong, with a memory of the pages before. */
export type Spoil = (turn: Turn) => JsonObject | Promise<JsonObject>;

export interface Way {
  readonly category: string;
  readonly rule: Defect["rule"];
  readonly orRules?: Defect["orRules"];
  readonly says: string;
  /** Left out for both. */
  readonly only?: "offset" | "marker";
  readonly make: () => Spoil;
}

const isFirst = ({ asked }: Turn) => asked.marker === undefined && (asked.offset ?? 0) === 0;

/** Every way, also those that not every list can have. */
export const ways: readonly Way[] = [
  {
    category: "paging loses an entry",
    rule: "list-complete",
    says: "leaves out the first entry of every page by marker but the first",
    make: () => (turn) =>
      turn.asked.marker === undefined ? turn.page : { ...turn.page, entries: turn.entries.slice(1) },
  },
  {
    category: "paging loses an entry",
    rule: "list-complete",
    only: "offset",
    says: "leaves out the first entry of every page by offset but the first",
    make: () => (turn) =>
      (turn.asked.offset ?? 0) === 0 ? turn.page : { ...turn.page, entries: turn.entries.slice(1) },
  },
  {
    category: "paging ends early",
    rule: "list-complete",
    says: "gives no marker after the second page",
    make: () => (turn) => (turn.asked.marker === undefined ? turn.page : { ...turn.page, next_marker: null }),
  },
  {
    category: "paging repeats an entry",
    rule: "list-repeats-nothing",
    // On pages of one entry the two are the same.
    orRules: ["marker-heeded"],
    says: "begins every page with the last entry of the page before",
    make: () => {
      let last: Json | undefined;
      return (turn) => {
        const again = isFirst(turn) || last === undefined ? [] : [last];
        last = turn.entries.at(-1);
        return { ...turn.page, entries: [...again, ...turn.entries].slice(0, Math.max(1, turn.entries.length)) };
      };
    },
  },
  {
    category: "paging never ends",
    rule: "list-ends",
    // The marker leads to entries that came before.
    orRules: ["list-repeats-nothing"],
    says: "gives the same marker again and again",
    make: () => {
      const firsts = new Map<string, Json>();
      return (turn) => {
        const list = listIn(turn.call.sent);
        const first = firsts.get(list) ?? turn.page["next_marker"] ?? undefined;
        if (first === undefined) return turn.page;
        firsts.set(list, first);
        return { ...turn.page, next_marker: first };
      };
    },
  },
  {
    category: "paging never ends",
    rule: "list-ends",
    says: "has an empty page with a new marker after every empty page",
    make: () => {
      let count = 0;
      return (turn) => {
        if (turn.page["next_marker"] !== null) return turn.page;
        count += 1;
        return { ...turn.page, next_marker: `${AGAIN}${count}` };
      };
    },
  },
  {
    category: "marker ignored",
    rule: "marker-heeded",
    says: "gives the first page for every marker",
    make: () => async (turn) =>
      turn.asked.marker === undefined ? turn.page : ((await turn.ask({ marker: undefined })) ?? turn.page),
  },
  {
    category: "offset ignored",
    rule: "offset-heeded",
    only: "offset",
    says: "gives the first page for every offset",
    make: () => async (turn) =>
      turn.asked.offset === undefined ? turn.page : ((await turn.ask({ offset: undefined })) ?? turn.page),
  },
  {
    category: "limit ignored",
    rule: "limit-heeded",
    says: "gives as many entries as it likes",
    make: () => async (turn) => {
      const { limit } = turn.asked;
      return limit === undefined ? turn.page : ((await turn.ask({ limit: undefined })) ?? turn.page);
    },
  },
  {
    category: "limit not capped",
    rule: "limit-heeded",
    says: "says that it used a limit above the maximum",
    make: () => (turn) => {
      const { limit } = turn.asked;
      return limit !== undefined && limit > Number(turn.page["limit"]) ? { ...turn.page, limit } : turn.page;
    },
  },
  {
    category: "total count wrong",
    rule: "list-complete",
    only: "offset",
    says: "counts one entry too few",
    make:
      () =>
      ({ page }) =>
        typeof page["total_count"] === "number" && page["total_count"] > 0
          ? { ...page, total_count: page["total_count"] - 1 }
          : page,
  },
];
