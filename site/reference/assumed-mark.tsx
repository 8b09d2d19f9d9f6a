import { readFileSync } from "node:fs";
import type { JsonObject } from "content-service-contract-tests";
import { stringAt } from "content-service-contract-tests/contract";

/** The small mark at what the contract had to decide by itself, with the decision; nothing where it did not. */
export function AssumedMark({ node }: { node: JsonObject }) {
  const id = stringAt(node, "x-assumed");
  if (id === undefined) return null;
  return (
    <a class="assumed" href={`../project/assumptions.html#${id}`}>
      assumed{" "}
      <span class="reason">
        {id}, {reasonOf(id)}
      </span>
    </a>
  );
}

/** What was left open and what is assumed, in a line. Throws an `Error` for an id that the list does not have. */
function reasonOf(id: string): string {
  reasons ??= readReasons();
  const reason = reasons.get(id);
  if (reason === undefined) throw new Error(`docs/assumptions.md has no ${id}`);
  return reason;
}

let reasons: Map<string, string> | undefined;

function readReasons(): Map<string, string> {
  const page = readFileSync(new URL("../../docs/assumptions.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (D\d\d) +\| (.*?) +\| (.*?) +\|$/gm)];
  return new Map(rows.map(([, id = "", open = "", assumed = ""]) => [id, `${open}: ${assumed.replaceAll("`", "")}`]));
}
