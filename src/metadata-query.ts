import type { components } from "../generated/types.js";
import { invalid } from "./checks.js";

type Schemas = components["schemas"];
type MetadataQuery = Schemas["MetadataQuery"];

/**
 * Returns an item's metadata instance of one template; undefined if the `fields` of the query did not ask for it. Nothing
 * checks at run time that its values match `Values`.
 * @throws TypeError when `from` is not a scope, a dot and a template key.
 * @example
 * const from = "enterprise_7001.contract";
 * const query = { from, ancestor_folder_id: "0", fields: [`metadata.${from}`] };
 * const { entries } = await client.queryMetadata({ body: query });
 * for (const item of entries) console.log(item.name, metadataOf<{ amount: number }>(item, from)?.amount);
 */
export function metadataOf<Values = unknown>(
  item: { readonly metadata?: Schemas["ItemMetadata"] | null | undefined },
  from: string,
): (Schemas["MetadataInstanceMini"] & Values) | undefined {
  const [scope, template, ...rest] = `${from}`.split(".");
  if (!scope || !template || rest.length > 0)
    invalid("from", "be a scope, a dot and a template key, such as enterprise_7001.contract");
  // The caller states the type of the values.
  return item.metadata?.[scope]?.[template] as (Schemas["MetadataInstanceMini"] & Values) | undefined;
}

/** A value of a metadata query. An array becomes a list in parentheses, for `IN`. */
export type QueryValue = string | number | Date | readonly (string | number)[];

/**
 * Creates a parameterized metadata query: each `${value}` becomes a `:name` argument, so that no value can become query
 * text. Spread the result into the body of `client.queryMetadata`. Contract: `MetadataQuery`.
 * @throws TypeError for an invalid value, an empty list, a value in quotes, or an invalid escape sequence.
 * @example
 * const query = metadataQuery`amount >= ${100} AND status IN ${["open", "late"]}`;
 * // { query: "amount >= :p1 AND status IN (:p2, :p3)", query_params: { p1: 100, p2: "open", p3: "late" } }
 * const from = "enterprise_7001.contract";
 * const page = await client.queryMetadata({ body: { from, ancestor_folder_id: "0", ...query } });
 */
export function metadataQuery(
  text: TemplateStringsArray,
  ...values: QueryValue[]
): Required<Pick<MetadataQuery, "query" | "query_params">> {
  if (!Array.isArray(text)) invalid("metadataQuery", "be a template tag");
  // JavaScript passes undefined for a part with an invalid escape, such as \x.
  if (text.includes(undefined as never)) invalid("the query", "have valid escape sequences");
  const query_params: Record<string, string | number> = {};
  let count = 0;
  const argument = (value: unknown): string => {
    // The text can name arguments of its own.
    do count += 1;
    while (text.join().includes(`:p${count}`));
    query_params[`p${count}`] = plain(value);
    return `:p${count}`;
  };
  const query = text.reduce((before, after, index) => {
    const value = values[index - 1];
    if (before.split("'").length % 2 === 0) invalid(`value ${index} of the query`, "not be in quotes");
    if (!Array.isArray(value)) return before + argument(value) + after;
    if (value.length === 0) invalid(`value ${index} of the query`, "not be empty");
    // `map` would skip the gaps of a sparse array.
    return `${before}(${Array.from(value, argument).join(", ")})${after}`;
  });
  return { query, query_params };

  function plain(value: unknown): string | number {
    if (typeof value === "string" || Number.isFinite(value)) return value as string | number;
    if (value instanceof Date && Number.isFinite(value.getTime())) return value.toISOString();
    invalid(`value ${count} of the query`, "be a string, finite number, valid Date or an array of strings and numbers");
  }
}
