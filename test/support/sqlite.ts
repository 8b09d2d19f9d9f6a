import type { SqlTokenStoreOptions } from "content-service-client/sql-token-store";
import { Database } from "node-sqlite3-wasm";
import { onTestFinished } from "vitest";

type Query = SqlTokenStoreOptions["query"];

/** The part of `node:sqlite`, which Node 20 does not have, that `sqlTokenStore` needs. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    path: string,
  ) => { prepare(text: string): { all(...values: (string | number)[]): unknown[] }; close(): void };
}

/** Opens a SQLite file for one test: with `node:sqlite`, or on Node 20 with SQLite compiled to WebAssembly. */
export function sqliteQuery(path: string): Query {
  // Types of Node 20.
  const sqlite = process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined;
  if (!sqlite) {
    const database = new Database(path);
    onTestFinished(() => database.close());
    return (text, values) => database.all(text, values);
  }
  const database = new sqlite.DatabaseSync(path);
  onTestFinished(() => database.close());
  return (text, values) => database.prepare(text).all(...values);
}
