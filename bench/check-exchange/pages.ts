import {
  type Exchange,
  inputRequest,
  isJsonObject,
  type Json,
  type PositiveCase,
} from "content-service-contract-tests";

/** An exchange whose answer is a long page. */
export interface Page {
  readonly name: string;
  readonly exchange: Exchange;
  readonly bytes: number;
}

/**
 * The pages among the cases of a contract, each made as long as it should be: the entries of its example again and again, with other
 * ids. Of each list the first page, and those that hold other things: what `fields` asks for, and metadata.
 */
export function longPages(cases: readonly PositiveCase[], entries: number): Page[] {
  const listed = new Set<string>();
  return cases.flatMap((positive): Page[] => {
    const { operation, status, example } = positive;
    if (status !== 200 || example === undefined || entriesOf(example.value).length === 0) return [];
    const isFirst = !listed.has(operation.id);
    listed.add(operation.id);
    return isFirst || /^(fields|with_metadata)$/.test(example.name) ? [longPage(positive, example.value, entries)] : [];
  });
}

function longPage({ operation, input, example }: PositiveCase, value: Json, count: number): Page {
  const some = entriesOf(value);
  const entries = Array.from({ length: count }, (_, index) => withOtherIds(some[index % some.length] ?? null, index));
  const body = JSON.stringify({ ...(isJsonObject(value) ? value : {}), entries });
  const request = inputRequest(operation, input, "token");
  const response = { status: 200, headers: { "content-type": "application/json" }, body };
  return { name: `${operation.id} ${example?.name ?? ""}`, exchange: { request, response }, bytes: body.length };
}

function entriesOf(value: Json): Json[] {
  return isJsonObject(value) && Array.isArray(value["entries"]) ? value["entries"] : [];
}

/** A copy in which every id of digits, or that ends in them, is another one of the same length or a longer one. */
function withOtherIds(value: Json, by: number): Json {
  if (Array.isArray(value)) return value.map((item) => withOtherIds(item, by));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== "id" || typeof item !== "string") return [key, withOtherIds(item, by)];
      return [
        key,
        item.replace(/\d{1,4}$/, (end) =>
          String(Number(end) + by)
            .padStart(end.length, "0")
            .slice(-4),
        ),
      ];
    }),
  );
}
