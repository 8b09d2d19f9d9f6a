import { createToken, Lexer, type TokenType } from "chevrotain";

/** A field's key that is not in quotes. The words of the language give way to a longer one, such as `android`. */
const Name = createToken({ name: "Name", pattern: /[a-zA-Z_$][-a-zA-Z0-9_$]*/ });
const word = (name: string, pattern: RegExp) => createToken({ name, pattern, longer_alt: Name });

/** What the text of a query is made of. A doubled quote never closes a text, not even where no other one follows. */
export const tokens = {
  And: word("And", /AND/i),
  Or: word("Or", /OR/i),
  Not: word("Not", /NOT/i),
  In: word("In", /IN/i),
  Like: word("Like", /LIKE/i),
  ILike: word("ILike", /ILIKE/i),
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

/** Cuts the text of a query into tokens, with offsets only. */
export const queryLexer = new Lexer(
  [createToken({ name: "Space", pattern: /\s+/, group: Lexer.SKIPPED }), ...Object.values(tokens)],
  { positionTracking: "onlyOffset", ensureOptimizations: true },
);
