import {
  type Condition,
  comparison,
  type FieldName,
  isIn,
  isNull,
  junction,
  likeness,
  negation,
} from "./conditions.js";
import type { Membership, Operand } from "./operand-value.js";
import { excerpt, QueryError } from "./query-error.js";

/**
 * Parses a metadata query.
 *
 * NOT binds tighter than AND, and AND tighter than OR. A predicate is a comparison (`=`, `!=`, `<>`, `<`, `<=`, `>`, `>=`),
 * `[NOT] IN`, `[NOT] LIKE`, `[NOT] ILIKE` or `IS [NOT] NULL`. A field is a key, or any text in double quotes. A value is
 * `:name`, a number or a text in single quotes. The name of an argument ends before whitespace, a quote, a comma, a
 * parenthesis, a comparison or the end. Keywords are case-insensitive.
 *
 * @throws {QueryError} for an invalid query, more than 10,000 characters or more than 100 levels
 * @example
 * parseQuery("amount >= :amount AND NOT (status IN ('lost', 'void') OR closed IS NULL)");
 */
export function parseQuery(text: string): Condition {
  const length = charactersIn(text);
  if (length > MAX_LENGTH) throw new QueryError(`The query has ${length} characters, more than ${MAX_LENGTH}.`);
  const reader = createReader(readTokens(text));
  const condition = readCondition(reader, 0);
  reader.expect("end", "AND, OR or the end of the query");
  return condition;
}

const MAX_LENGTH = 10_000;

const MAX_DEPTH = 100;

/** The number of code points, which a JSON Schema counts, too. */
const charactersIn = (text: string): number => text.replace(/[\ud800-\udbff](?=[\udc00-\udfff])/g, "").length;

type Kind = Keyword | "name" | "quoted" | "argument" | "number" | "text" | "operator" | "(" | ")" | "," | "end";
type Keyword = "AND" | "OR" | "NOT" | "IN" | "LIKE" | "IS" | "NULL";

interface Token {
  readonly kind: Kind;
  readonly image: string;
  /** In characters, counted from 1. */
  readonly position: number;
}

/** The tokens but spaces. A doubled quote never closes a text. */
const TOKEN =
  /\s+|(?<name>[a-zA-Z_$][-\w$]*)|(?<quoted>"(?:[^"]|"")*"(?!"))|(?<argument>:(?:[^\s"'(),<=>!]|!(?!=))+)|(?<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|(?<text>'(?:[^']|'')*'(?!'))|(?<operator><=|>=|<>|!=|[=<>])|(?<mark>[(),])/y;

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...(["AND", "OR", "NOT", "IN", "LIKE", "IS", "NULL"] as const).map((word) => [word, word] as const),
  ["ILIKE", "LIKE"],
]);

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  // Each call has its own position.
  const pattern = new RegExp(TOKEN);
  let position = 1;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) throw unreadable(text.slice(at), position);
    const [image] = found;
    const [group] = Object.entries(found.groups ?? {}).find(([, value]) => value !== undefined) ?? [];
    if (group !== undefined) tokens.push({ kind: kindOf(group, image), image, position });
    position += charactersIn(image);
  }
  return [...tokens, { kind: "end", image: "", position }];
}

function kindOf(group: string, image: string): Kind {
  const keyword = group === "name" ? KEYWORDS.get(image.toUpperCase()) : undefined;
  // The groups of the pattern have the names of kinds, and a mark is its own.
  return keyword ?? ((group === "mark" ? image : group) as Kind);
}

function unreadable(rest: string, position: number): QueryError {
  const [found] = rest;
  const place = `at position ${position}`;
  if (found === "'" || found === '"') return new QueryError(`The quote ${place} is never closed.`);
  if (found === ":") return new QueryError(`Expected the name of an argument after the colon ${place}.`);
  return new QueryError(`The character ${found} ${place} has no meaning in a query.`);
}

type Reader = ReturnType<typeof createReader>;

/** Takes tokens from left to right. */
function createReader(tokens: readonly Token[]) {
  let next = 0;
  /** Takes the next token if it has one of the kinds. */
  function take(...kinds: readonly Kind[]): Token | undefined {
    const token = tokens[next];
    if (token === undefined || !kinds.includes(token.kind)) return undefined;
    next += 1;
    return token;
  }
  return {
    take,
    /** Takes the next token. Throws a `QueryError` with `expected` if it has none of the kinds. */
    expect(kinds: Kind | readonly Kind[], expected: string): Token {
      const taken = take(...[kinds].flat());
      if (taken !== undefined) return taken;
      const { kind, image, position } = tokens[next] ?? { kind: "end", image: "", position: 1 };
      const found = kind === "end" ? "the query ends there" : `found ${excerpt(image)}`;
      throw new QueryError(`Expected ${expected} at position ${position}, but ${found}.`);
    },
  };
}

function readCondition(reader: Reader, depth: number): Condition {
  return readJoined(reader, "OR", () => readJoined(reader, "AND", () => readPart(reader, depth)));
}

/** Reads conditions between AND or OR. Returns a single condition as it is. */
function readJoined(reader: Reader, word: "AND" | "OR", read: () => Condition): Condition {
  const first = read();
  const conditions = [first];
  while (reader.take(word)) conditions.push(read());
  return conditions.length === 1 ? first : junction(word, conditions);
}

function readPart(reader: Reader, depth: number): Condition {
  const opening = reader.take("NOT", "(");
  if (opening === undefined) return readPredicate(reader);
  const { kind, position } = opening;
  if (depth >= MAX_DEPTH)
    throw new QueryError(`The query nests more than ${MAX_DEPTH} levels deep at position ${position}.`);
  if (kind === "NOT") return negation(readPart(reader, depth + 1));
  const condition = readCondition(reader, depth + 1);
  reader.expect(")", "AND, OR or a closing parenthesis");
  return condition;
}

function readPredicate(reader: Reader): Condition {
  const field = readField(reader);
  const operator = reader.take("operator");
  if (operator !== undefined) {
    const { image, position } = operator;
    const isNegated = image === "!=" || image === "<>";
    // The pattern of the token only matches operators.
    const compared = { image: isNegated ? "=" : (image as "=" | "<" | "<=" | ">" | ">="), position } as const;
    return negatedIf(isNegated, comparison(field, compared, readOperand(reader)));
  }
  if (reader.take("IS")) {
    const isNegated = reader.take("NOT") !== undefined;
    reader.expect("NULL", isNegated ? "NULL" : "NULL or NOT NULL");
    return negatedIf(isNegated, isNull(field));
  }
  const isNegated = reader.take("NOT") !== undefined;
  const expected = isNegated ? "IN, LIKE or ILIKE" : "a comparison, IN, LIKE, ILIKE or IS";
  const { kind, image, position } = reader.expect(["IN", "LIKE"], expected);
  if (kind === "IN") return negatedIf(isNegated, isIn(field, readList(reader)));
  const like = { image: image.toUpperCase() === "ILIKE" ? "ILIKE" : "LIKE", position } as const;
  return negatedIf(isNegated, likeness(field, like, readOperand(reader)));
}

function readField(reader: Reader): FieldName {
  const { kind, image, position } = reader.expect(["name", "quoted"], "a condition");
  return { key: kind === "quoted" ? image.slice(1, -1).replaceAll('""', '"') : image, position };
}

function readList(reader: Reader): Membership {
  const opening = reader.expect(["argument", "("], "an argument or a list in parentheses");
  if (opening.kind === "argument") return argumentOf(opening);
  const values = [readOperand(reader)];
  while (reader.take(",")) values.push(readOperand(reader));
  reader.expect(")", "a comma or a closing parenthesis");
  return values;
}

function readOperand(reader: Reader): Operand {
  const token = reader.expect(["argument", "number", "text"], "a value");
  const { kind, image, position } = token;
  if (kind === "argument") return argumentOf(token);
  if (kind === "text") return { kind: "literal", value: image.slice(1, -1).replaceAll("''", "'"), position };
  const value = Number(image);
  if (!Number.isFinite(value)) throw new QueryError(`The number at position ${position} is too large.`);
  return { kind: "literal", value, position };
}

function negatedIf(isNegated: boolean, condition: Condition): Condition {
  return isNegated ? negation(condition) : condition;
}

function argumentOf({ image }: Token) {
  return { kind: "argument", name: image.slice(1) } as const;
}
