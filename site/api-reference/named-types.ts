import ts from "typescript";

/**
 * The types that a declaration names and that no entry point exports, as they are written. Without them a reader could
 * not know what the declaration says. What is declared outside of the packages, or made by a generator, is left out.
 */
export function namedTypes(
  node: ts.Declaration,
  checker: ts.TypeChecker,
  isExported: (symbol: ts.Symbol) => boolean,
): string {
  const found = new Map<ts.Symbol, string>();
  const look = (inner: ts.Node): void => {
    if (ts.isBlock(inner)) return;
    const name = typeNameOf(inner);
    const symbol = name && symbolOf(name, checker);
    if (symbol && !isExported(symbol) && !found.has(symbol)) {
      const declaration = symbol.declarations?.find(isWrittenType);
      if (declaration !== undefined) {
        found.set(symbol, declaration.getText().replace(/^export\s+/, ""));
        look(declaration);
      }
    }
    ts.forEachChild(inner, look);
  };
  look(node);
  return [...found.values()].join("\n\n");
}

/** The name in a reference to a type. */
function typeNameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  // The members of a base are shown as members of what extends it.
  return undefined;
}

function symbolOf(name: ts.Node, checker: ts.TypeChecker): ts.Symbol | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isWrittenType(node: ts.Declaration): node is ts.TypeAliasDeclaration | ts.InterfaceDeclaration {
  const { fileName, isDeclarationFile } = node.getSourceFile();
  if (isDeclarationFile || /\/generated\//.test(fileName)) return false;
  return ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node);
}
