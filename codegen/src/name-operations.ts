import { createContract, type JsonObject, loadContract, placeAt } from "content-service-contract";

/**
 * Gives each operation of a document a name that can be a method of the client, in place: its `operationId` in camel
 * case, or a name of method and path. An operation with the method and path of one of the client takes its name, unless
 * the document is of another service (`standalone`). Returns a line for each name that is not its `operationId`.
 *
 * Throws an `Error` when two operations have the same `operationId`, or one has the name of another member of the client.
 */
export function nameOperations(document: JsonObject, standalone = false): string[] {
  const contract = loadContract();
  const own = standalone ? [] : contract.operations;
  const requests = new Map<string, string>();
  const notes: string[] = [];
  for (const { method, path, pointer } of createContract(document).operations) {
    const { node } = placeAt(document, pointer);
    const request = `${method.toUpperCase()} ${path}`;
    const id = node["operationId"];
    const same = own.find((operation) => operation.method === method && operation.path === path);
    const given = typeof id === "string" ? camelCase(id) : "";
    const made =
      same?.id ?? (given || camelCase(`${method} ${path.replace(/[^/?&=]+=(?=\{)/g, "").replaceAll("{", "By {")}`));
    const base = RESERVED.test(made) ? `${made}Operation` : made;
    let name = base;
    // Paths such as `/users` and `/users/~` make the same name.
    if (!same && !given) for (let count = 2; requests.has(name); count += 1) name = `${base}${count}`;
    if (name !== base)
      notes.push(`${request}: the method is ${name}, since ${requests.get(base)} has the name ${base}`);
    if (given && name !== given) notes.push(`${request}: the method is ${name}, not ${id}`);
    const taken = same ? undefined : requestOf(own.find((operation) => operation.id === name));
    const other = requests.get(name) ?? taken;
    const way = taken ? ", or use --standalone for the document of another service" : "";
    if (other)
      throw new Error(`Duplicate operation ${name}: ${other} and ${request}. Give one another operationId${way}.`);
    requests.set(name, request);
    node["operationId"] = name;
    // The client's own definition fills in what the document omits.
    const known = same ? placeAt(contract.document, same.pointer).node : {};
    for (const key of ["x-paging", "x-reads"]) if (known[key] !== undefined) node[key] ??= known[key];
  }
  if (requests.size === 0) throw new Error("The document has no operations");
  return notes;
}

function requestOf(operation: { method: string; path: string } | undefined): string | undefined {
  return operation && `${operation.method.toUpperCase()} ${operation.path} of the client`;
}

function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9$]+/).filter(Boolean);
  const name = words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join("");
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Members of the client, names in the generated module, and words that no variable can have. */
const RESERVED =
  /^(http|asUser|with|then|constructor|operations|defineOperation|bytes|atServer|listPages|secured|styled|arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|yield)$/;
