import { EmbeddedActionsParser, type IToken, type ParserMethod } from "chevrotain";
import type { Condition, FieldName, Membership, Operand, Predicate } from "./condition.js";
import { QueryError } from "./query-error.js";
import { argumentOf, joined, numberOf, operatorOf, perhapsNot } from "./query-nodes.js";
import { tokens } from "./query-tokens.js";

/**
 * The grammar of queries, a class because the library takes grammars as classes only. Set `input` to tokens and call
 * `condition`; the message of an entry in `errors` says only what was expected.
 */
export class QueryGrammar extends EmbeddedActionsParser {
  /** OR binds loosest. */
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
    this.OR<Condition>({
      ERR_MSG: "a condition",
      DEF: [
        {
          ALT: () => {
            const within = this.deeper(depth, this.CONSUME(tokens.Not));
            return { kind: "not", condition: this.SUBRULE(this.part, { ARGS: [within] }) };
          },
        },
        {
          ALT: () => {
            const within = this.deeper(depth, this.CONSUME(tokens.Open));
            const condition = this.SUBRULE(this.condition, { ARGS: [within] });
            this.CONSUME(tokens.Close, { ERR_MSG: "AND, OR or a closing parenthesis" });
            return condition;
          },
        },
        { ALT: () => this.SUBRULE(this.predicate) },
      ],
    }),
  );

  private readonly predicate = this.RULE("predicate", (): Condition => {
    const field = this.SUBRULE(this.field);
    return this.OR<Condition>({
      ERR_MSG: "a comparison, IN, LIKE, ILIKE or IS",
      DEF: [
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
            return perhapsNot(negated, { kind: "null", field });
          },
        },
        {
          ALT: () => {
            const negated = this.OPTION2(() => this.CONSUME2(tokens.Not)) !== undefined;
            return perhapsNot(negated, this.SUBRULE(this.matching, { ARGS: [field] }));
          },
        },
      ],
    });
  });

  private readonly matching = this.RULE("matching", (field: FieldName) =>
    this.OR<Predicate>({
      ERR_MSG: "IN, LIKE or ILIKE",
      DEF: [
        {
          ALT: () => {
            this.CONSUME(tokens.In);
            return { kind: "in", field, values: this.SUBRULE(this.list) };
          },
        },
        {
          ALT: () => {
            const { startOffset: position } = this.CONSUME(tokens.Like);
            return { kind: "like", field, ignoreCase: false, position, pattern: this.SUBRULE(this.operand) };
          },
        },
        {
          ALT: () => {
            const { startOffset: position } = this.CONSUME(tokens.ILike);
            return { kind: "like", field, ignoreCase: true, position, pattern: this.SUBRULE2(this.operand) };
          },
        },
      ],
    }),
  );

  private readonly list = this.RULE("list", () =>
    this.OR<Membership["values"]>({
      ERR_MSG: "an argument or a list in parentheses",
      DEF: [
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
      ],
    }),
  );

  private readonly operand = this.RULE("operand", () =>
    this.OR<Operand>({
      ERR_MSG: "a value",
      DEF: [
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
      ],
    }),
  );

  private readonly field = this.RULE("field", () =>
    this.OR<FieldName>([
      {
        ALT: () => {
          const { image, startOffset } = this.CONSUME(tokens.Name);
          return { key: image, position: startOffset };
        },
      },
      {
        ALT: () => {
          const { image, startOffset } = this.CONSUME(tokens.QuotedName);
          return { key: image.slice(1, -1).replaceAll('""', '"'), position: startOffset };
        },
      },
    ]),
  );

  constructor() {
    super(tokens, {
      maxLookahead: 1,
      errorMessageProvider: {
        buildMismatchTokenMessage: ({ expected }) => expected.name,
        buildNoViableAltMessage: ({ customUserDescription = "a condition" }) => customUserDescription,
        buildEarlyExitMessage: ({ customUserDescription = "a condition" }) => customUserDescription,
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

/** How deep parentheses and NOT may be nested. */
const MAX_DEPTH = 100;
