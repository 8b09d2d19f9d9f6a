import type { Condition } from "./condition.js";
import { excerpt } from "./excerpt.js";
import { QueryError } from "./query-error.js";
import { QueryGrammar } from "./query-grammar.js";
import { queryLexer } from "./query-tokens.js";

/**
 * Reads the text of a metadata query.
 *
 * From loosest to tightest bind OR, AND and NOT. A predicate compares a field with a value (`=`, `!=`, `<>`, `<`, `<=`,
 * `>`, `>=`), or says `[NOT] IN`, `[NOT] LIKE`, `[NOT] ILIKE` or `IS [NOT] NULL`. A field is named by its key, or by any
 * text in double quotes, so that a field called `and` can be named too. A value is `:name`, a number, or a text in
 * single quotes. Words count in any case.
 *
 * @throws {QueryError} when the text is no query, is longer than 10,000 characters, or nests deeper than 100 levels.
 * @example
 * parseQuery("amount >= :amount AND NOT (status IN ('lost', 'void') OR closed IS NULL)");
 */
export function parseQuery(text: string): Condition {
  if (text.length > MAX_LENGTH) {
    throw new QueryError(`The query has ${text.length} characters, more than ${MAX_LENGTH}.`, MAX_LENGTH);
  }
  const { tokens, errors } = queryLexer.tokenize(text);
  const [unread] = errors;
  if (unread !== undefined) throw unreadable(text, unread.offset);

  grammar.input = tokens;
  const condition = grammar.condition(0);
  const [failure] = grammar.errors;
  if (failure === undefined) return condition;
  // The token that stands for the end has no offset.
  const atEnd = !Number.isFinite(failure.token.startOffset);
  const position = atEnd ? text.length : failure.token.startOffset;
  const found = atEnd ? "the query ends there" : `found ${excerpt(failure.token.image)}`;
  throw new QueryError(`Expected ${failure.message} at position ${position + 1}, but ${found}.`, position);
}

const MAX_LENGTH = 10_000;
const grammar = new QueryGrammar();

function unreadable(text: string, position: number): QueryError {
  const found = String.fromCodePoint(text.codePointAt(position) ?? 0);
  const place = `at position ${position + 1}`;
  if (found === "'" || found === '"') return new QueryError(`The quote ${place} is never closed.`, position);
  if (found === ":") return new QueryError(`Expected the name of an argument after the colon ${place}.`, position);
  return new QueryError(`The character ${found} ${place} has no meaning in a query.`, position);
}
