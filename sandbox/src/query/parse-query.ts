import { createToken, EmbeddedActionsParser, type IToken, Lexer, type ParserMethod, type TokenType } from "chevrotain";
import type { Argument, Condition, FieldName, Membership, Operand, Operator, Predicate } from "./condition.js";
import { excerpt, QueryError } from "./query-error.js";

/**
 * Parses a metadata query.
 *
 * NOT binds tighter than AND, and AND tighter than OR. A predicate is a comparison (`=`, `!=`, `<>`, `<`, `<=`, `>`, `>=`),
 * `[NOT] IN`, `[NOT] LIKE`, `[NOT] ILIKE` or `IS [NOT] NULL`. A field is a key, or any text in double quotes. A value is
 * `:name`, a number or a text in single quotes. Keywords are case-insensitive.
 *
 * @throws {QueryError} for an invalid query, more than 10,000 characters or more than 100 levels
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
  // The end token has no offset.
  const atEnd = !Number.isFinite(failure.token.startOffset);
  const position = atEnd ? text.length : failure.token.startOffset;
  const found = atEnd ? "the query ends there" : `found ${excerpt(failure.token.image)}`;
  throw new QueryError(`Expected ${failure.message} at position ${position + 1}, but ${found}.`, position);
}

const MAX_LENGTH = 10_000;

function unreadable(text: string, position: number): QueryError {
  const found = String.fromCodePoint(text.codePointAt(position) ?? 0);
  const place = `at position ${position + 1}`;
  if (found === "'" || found === '"') return new QueryError(`The quote ${place} is never closed.`, position);
  if (found === ":") return new QueryError(`Expected the name of an argument after the colon ${place}.`, position);
  return new QueryError(`The character ${found} ${place} has no meaning in a query.`, position);
}

/** What each rule expects, for error messages. */
const EXPECTED: Readonly<Record<string, string>> = {
  predicate: "a comparison, IN, LIKE, ILIKE or IS",
  matching: "IN, LIKE or ILIKE",
  list: "an argument or a list in parentheses",
  operand: "a value",
};

/** The grammar, a class because chevrotain requires one. The messages in `errors` only name the expected input. */
class QueryGrammar extends EmbeddedActionsParser {
  readonly condition: ParserMethod<[depth: number], Condition> = this.RULE("condition", (depth: number) => {
    const conditions = [this.SUBRULE(this.conjunction, { ARGS: [depth] })];
    this.MANY(() => {
      this.CONSUME(tokens.Or);
      conditions.push(this.SUBRULE2(this.conjunction, { ARGS: [depth] }));
    });
    return joined("or", conditions);
  });

  private readonly conjunction: ParserMethod<[depth: number], Condition> = this.RULE("conjunction", (depth: number) => {
    const conditions = [this.SUBRULE(this.part, { ARGS: [depth] })];
    this.MANY(() => {
      this.CONSUME(tokens.And);
      conditions.push(this.SUBRULE2(this.part, { ARGS: [depth] }));
    });
    return joined("and", conditions);
  });

  private readonly part: ParserMethod<[depth: number], Condition> = this.RULE("part", (depth: number) =>
    this.OR<Condition>([
      {
        ALT: () => {
          const inner = this.deeper(depth, this.CONSUME(tokens.Not));
          return { kind: "not", condition: this.SUBRULE(this.part, { ARGS: [inner] }) };
        },
      },
      {
        ALT: () => {
          const inner = this.deeper(depth, this.CONSUME(tokens.Open));
          const condition = this.SUBRULE(this.condition, { ARGS: [inner] });
          this.CONSUME(tokens.Close, { ERR_MSG: "AND, OR or a closing parenthesis" });
          return condition;
        },
      },
      { ALT: () => this.SUBRULE(this.predicate) },
    ]),
  );

  private readonly predicate = this.RULE("predicate", (): Condition => {
    const field = this.SUBRULE(this.field);
    return this.OR<Condition>([
      {
        ALT: () => {
          const token = this.CONSUME(tokens.Operator);
          const value = this.SUBRULE(this.operand);
          return { kind: "comparison", field, operator: operatorOf(token), position: token.startOffset, value };
        },
      },
      {
        ALT: () => {
          this.CONSUME(tokens.Is);
          const negated = this.OPTION(() => this.CONSUME(tokens.Not)) !== undefined;
          this.CONSUME(tokens.Null, { ERR_MSG: negated ? "NULL" : "NULL or NOT NULL" });
          return negatedIf(negated, { kind: "null", field });
        },
      },
      {
        ALT: () => {
          const negated = this.OPTION2(() => this.CONSUME2(tokens.Not)) !== undefined;
          return negatedIf(negated, this.SUBRULE(this.matching, { ARGS: [field] }));
        },
      },
    ]);
  });

  private readonly matching = this.RULE("matching", (field: FieldName) =>
    this.OR<Predicate>([
      {
        ALT: () => {
          this.CONSUME(tokens.In);
          return { kind: "in", field, values: this.SUBRULE(this.list) };
        },
      },
      {
        ALT: () => {
          const { image, startOffset: position } = this.CONSUME(tokens.Like);
          const ignoreCase = image.toUpperCase() === "ILIKE";
          return { kind: "like", field, ignoreCase, position, pattern: this.SUBRULE(this.operand) };
        },
      },
    ]),
  );

  private readonly list = this.RULE("list", () =>
    this.OR<Membership["values"]>([
      { ALT: () => argumentOf(this.CONSUME(tokens.Argument)) },
      {
        ALT: () => {
          this.CONSUME(tokens.Open);
          const values = [this.SUBRULE(this.operand)];
          this.MANY(() => {
            this.CONSUME(tokens.Comma);
            values.push(this.SUBRULE2(this.operand));
          });
          this.CONSUME(tokens.Close, { ERR_MSG: "a comma or a closing parenthesis" });
          return values;
        },
      },
    ]),
  );

  private readonly operand = this.RULE("operand", () =>
    this.OR<Operand>([
      { ALT: () => argumentOf(this.CONSUME(tokens.Argument)) },
      {
        ALT: () => {
          const token = this.CONSUME(tokens.Number);
          return { kind: "literal", value: this.ACTION(() => numberOf(token)), position: token.startOffset };
        },
      },
      {
        ALT: () => {
          const { image, startOffset } = this.CONSUME(tokens.Text);
          return { kind: "literal", value: image.slice(1, -1).replaceAll("''", "'"), position: startOffset };
        },
      },
    ]),
  );

  private readonly field = this.RULE("field", (): FieldName => {
    const token = this.OR([{ ALT: () => this.CONSUME(tokens.Name) }, { ALT: () => this.CONSUME(tokens.QuotedName) }]);
    // An action, since there is no token while chevrotain records the grammar.
    return this.ACTION(() => {
      const { image, startOffset: position } = token;
      return { key: image.startsWith('"') ? image.slice(1, -1).replaceAll('""', '"') : image, position };
    });
  });

  constructor() {
    super(tokens, {
      maxLookahead: 1,
      errorMessageProvider: {
        buildMismatchTokenMessage: ({ expected }) => expected.name,
        buildNoViableAltMessage: ({ ruleName }) => EXPECTED[ruleName] ?? "a condition",
        buildEarlyExitMessage: ({ ruleName }) => EXPECTED[ruleName] ?? "a condition",
        buildNotAllInputParsedMessage: () => "AND, OR or the end of the query",
      },
    });
    this.performSelfAnalysis();
  }

  private deeper(depth: number, { startOffset }: IToken): number {
    if (depth < MAX_DEPTH || this.RECORDING_PHASE) return depth + 1;
    const message = `The query nests more than ${MAX_DEPTH} levels deep at position ${startOffset + 1}.`;
    throw new QueryError(message, startOffset);
  }
}

/** The limit for nested parentheses and NOT. */
const MAX_DEPTH = 100;

/** Joins conditions with AND or OR. Returns a single condition as it is. */
function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  return first !== undefined && conditions.length === 1 ? first : { kind, conditions };
}

function negatedIf(negated: boolean, condition: Predicate): Condition {
  return negated ? { kind: "not", condition } : condition;
}

function operatorOf({ image }: IToken): Operator {
  // The pattern of the token only matches operators.
  return image === "<>" ? "!=" : (image as Operator);
}

function argumentOf({ image, startOffset }: IToken): Argument {
  return { kind: "argument", name: image.slice(1), position: startOffset };
}

function numberOf({ image, startOffset }: IToken): number {
  const value = Number(image);
  if (Number.isFinite(value)) return value;
  throw new QueryError(`The number at position ${startOffset + 1} is too large.`, startOffset);
}

/** A key without quotes. `longer_alt` prefers a longer key such as `android` over a keyword. */
const Name = createToken({ name: "Name", pattern: /[a-zA-Z_$][-a-zA-Z0-9_$]*/ });
const word = (name: string, pattern: RegExp) => createToken({ name, pattern, longer_alt: Name });

/** The tokens. A doubled quote never closes a text. */
const tokens = {
  And: word("And", /AND/i),
  Or: word("Or", /OR/i),
  Not: word("Not", /NOT/i),
  In: word("In", /IN/i),
  Like: word("Like", /I?LIKE/i),
  Is: word("Is", /IS/i),
  Null: word("Null", /NULL/i),
  Name,
  QuotedName: createToken({ name: "QuotedName", pattern: /"(?:[^"]|"")*"(?!")/ }),
  Argument: createToken({ name: "Argument", pattern: /:[a-zA-Z_][a-zA-Z0-9_]*/ }),
  Number: createToken({ name: "Number", pattern: /-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?/ }),
  Text: createToken({ name: "Text", pattern: /'(?:[^']|'')*'(?!')/ }),
  Operator: createToken({ name: "Operator", pattern: /<=|>=|<>|!=|=|<|>/ }),
  Open: createToken({ name: "Open", pattern: "(" }),
  Close: createToken({ name: "Close", pattern: ")" }),
  Comma: createToken({ name: "Comma", pattern: "," }),
} satisfies Record<string, TokenType>;

const queryLexer = new Lexer(
  [createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED }), ...Object.values(tokens)],
  { positionTracking: "onlyOffset", ensureOptimizations: true },
);

const grammar = new QueryGrammar();
