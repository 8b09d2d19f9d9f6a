import { checkFunctions, checkText, invalid } from "../../checks.js";
import { parseTokens } from "../token-store.js";
import { type DisposableTokenStore, type LeaseOptions, leasedStore } from "./leased-store.js";

export type { DisposableTokenStore };

/** Settings of `sqlTokenStore`. */
export interface SqlTokenStoreOptions extends LeaseOptions {
  /**
   * Runs one statement, commits it, and returns its rows, with any driver:
   *
   * - pg: `(text, values) => pool.query(text, values).then(({ rows }) => rows)`
   * - postgres.js: `(text, values) => sql.unsafe(text, values)`
   * - better-sqlite3 and `node:sqlite`: `(text, values) => db.prepare(text).all(...values)`
   */
  query: (text: string, values: (string | number)[]) => readonly unknown[] | Promise<readonly unknown[]>;
  /** Decides the placeholders (`$1` or `?`) and the function that reads the clock of the database. */
  dialect: "postgresql" | "sqlite";
  /** Names the login, such as `user:1004`: one row for each, also if they are in several databases. */
  key: string;
  /** The table that `tokenTableSql` creates, with its schema if it needs one. @default "content_service_tokens" */
  table?: string | undefined;
}

/** The clock of the database in milliseconds since the epoch: the clocks of the processes may differ. */
const NOW_MS = {
  postgresql: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)",
  sqlite: "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)",
};

/**
 * Keeps tokens in a row of a SQL database, for processes on any number of machines: PostgreSQL 9.5 or later, or SQLite
 * 3.35 or later on one machine. Create the table once, with `tokenTableSql`, and delete the row at a logout. The tokens are
 * not encrypted.
 *
 * The connection is yours: disposing the store does not close it. `query` must not run in a transaction of yours. With
 * SQLite, set a busy timeout, since its processes wait for each other.
 * @throws TypeError when an option is missing or invalid.
 * @example
 * const store = sqlTokenStore({
 *   query: (text, values) => pool.query(text, values).then(({ rows }) => rows),
 *   dialect: "postgresql",
 *   key: "user:1004",
 * });
 * if (!(await store.load())) await store.save({ refreshToken: "from-your-login" });
 */
export function sqlTokenStore(options: SqlTokenStoreOptions): DisposableTokenStore {
  const { query, dialect, key } = options;
  checkFunctions({ query });
  if (!Object.hasOwn(NOW_MS, dialect)) invalid("dialect", 'be "postgresql" or "sqlite"');
  const table = checkedTable(options.table);
  checkText("key", key);
  const now = NOW_MS[dialect];
  const insert = `INSERT INTO ${table} AS held (login, tokens, lock_owner, lock_until_ms) VALUES`;
  // Each value is used once, in order, so that SQLite needs no numbers.
  const run = async (text: string, ...values: (string | number)[]) => {
    const rows = await query(dialect === "sqlite" ? text.replace(/\$\d/g, "?") : text, values);
    if (!Array.isArray(rows)) throw new Error("query must return the rows as an array");
    return rows;
  };

  return leasedStore(options, { query, dialect, key, table }, (leaseMs) => ({
    key: `sql:${table}:${key}`,
    async load() {
      const [row] = await run(`SELECT tokens FROM ${table} WHERE login = $1`, key);
      // Checked below.
      const { tokens } = (row ?? {}) as { readonly tokens?: unknown };
      if (tokens === null || tokens === undefined) return undefined;
      if (typeof tokens !== "string") throw new Error(`the column tokens of ${table} must be text`);
      return parseTokens(tokens, `the row ${key} of ${table}`);
    },
    async save(tokens) {
      const set = "ON CONFLICT (login) DO UPDATE SET tokens = excluded.tokens, lock_owner = NULL, lock_until_ms = 0";
      // Some drivers reject `all` for a statement without rows.
      await run(`${insert} ($1, $2, NULL, 0) ${set} RETURNING login`, key, JSON.stringify(tokens));
    },
    async tryLock() {
      const owner = crypto.randomUUID();
      const take = "SET lock_owner = excluded.lock_owner, lock_until_ms = excluded.lock_until_ms";
      const ifFree = `ON CONFLICT (login) DO UPDATE ${take} WHERE held.lock_until_ms <= ${now} RETURNING login`;
      const taken = await run(`${insert} ($1, NULL, $2, ${now} + $3) ${ifFree}`, key, owner, leaseMs);
      if (taken.length === 0) return undefined;
      const update = async (set: string, value: string | number) => {
        const ifMine = "WHERE login = $2 AND lock_owner = $3 RETURNING login";
        return (await run(`UPDATE ${table} SET ${set} ${ifMine}`, value, key, owner)).length > 0;
      };
      return {
        renew: () => update(`lock_until_ms = ${now} + $1`, leaseMs),
        save: (tokens) => update("tokens = $1", JSON.stringify(tokens)),
        release: () => update("lock_owner = NULL, lock_until_ms = $1", 0),
      };
    },
  }));
}

/**
 * Returns the statement that creates the table of `sqlTokenStore`, for a migration: `CREATE TABLE IF NOT EXISTS …`. Run it
 * before the processes start: in PostgreSQL, two that run it at once can fail.
 * @throws TypeError when the name is not a plain name, with a schema or without.
 */
export function tokenTableSql(table?: string): string {
  const columns = "login TEXT PRIMARY KEY, tokens TEXT, lock_owner TEXT, lock_until_ms BIGINT NOT NULL";
  return `CREATE TABLE IF NOT EXISTS ${checkedTable(table)} (${columns})`;
}

function checkedTable(table = "content_service_tokens"): string {
  if (typeof table !== "string" || !/^[a-z_]\w*(\.[a-z_]\w*)?$/i.test(table))
    invalid("table", "be a plain name of letters, digits and underscores");
  return table;
}
