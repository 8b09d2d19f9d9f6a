import type { Operation } from "content-service-contract";
import { plain } from "./payload.js";

/** Whether a record takes no other action after one, by its name, or the action undoes another one. */
export function isEnding({ path }: Operation): boolean {
  return /[/:](cancel|reject|close|archive|delete|void|abort|fail|revoke|complete|finish|un\w{4}|reopen|restore|reactivate)\w*$/i.test(
    path,
  );
}

/** What an action does: the last part of its path, as in `/books/{book}/lend` or `/books/{book}:lend`. */
export function verbOf({ path }: Operation): string {
  return plain(path.replace(/^.*[/:]/s, ""));
}

/** `closed` resembles `close`, and `lent` resembles `lend`. */
export function resembles(value: string, verb: string): boolean {
  const shared = [...verb].findIndex((letter, index) => letter !== value[index]);
  const length = shared < 0 ? verb.length : shared;
  return length >= Math.max(3, verb.length - 2);
}
