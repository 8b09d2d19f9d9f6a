import type { Json, JsonObject, Operation } from "content-service-contract";
import {
  arrayAt,
  createContract,
  isJsonObject,
  loadContract,
  objectAt,
  placeAt,
  pointer,
  segmentsOf,
} from "content-service-contract";

/** Changes a document in place: its parts, query parameters and operations get names. Returns a line for each new name. */
export function normalizeDocument(document: JsonObject, standalone: boolean): string[] {
  // A document without operations, or of another version, has no names.
  createContract(document);
  hoistReferences(document);
  moveQueries(document);
  return nameOperations(document, standalone);
}

/**
 * Gives the target of each `$ref` a place in `components`, in place: a document can also refer to the schema of a response,
 * or to a parameter of another operation, and the types have names for components only.
 */
function hoistReferences(document: JsonObject): void {
  const names = new Map<string, string>();
  const hoist = (reference: string, kind: string): string => {
    const known = names.get(`${kind} ${reference}`);
    if (known) return known;
    const at = decodeURIComponent(reference.slice(1));
    document["components"] ??= {};
    const components = objectAt(document, "components");
    components[kind] ??= {};
    const all = objectAt(components, kind);
    const base = segmentsOf(at).join("_").replace(/\W+/g, "_");
    let name = base;
    while (Object.hasOwn(all, name)) name += "_";
    const place = `#/components/${kind}/${name}`;
    names.set(`${kind} ${reference}`, place);
    const target: Json = structuredClone(placeAt(document, at).node);
    all[name] = target;
    visit(target, [name, kind, "components"]);
    return place;
  };
  const visit = (node: Json | undefined, keys: readonly string[]): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref: reference } = node as JsonObject;
    if (typeof reference === "string" && reference.startsWith("#/") && !isComponent(reference) && keys[1] !== "paths")
      (node as JsonObject)["$ref"] = hoist(reference, kindAt(keys));
    for (const [key, child] of Object.entries(node))
      if (!IS_DATA.test(key) || /properties$/i.test(keys[0] ?? "")) visit(child, [key, ...keys]);
  };
  visit(objectAt(document, "paths"), ["paths"]);
  visit(objectAt(document, "components"), ["components"]);
}

/** Values, in which `$ref` is no reference. */
const IS_DATA = /^(example|examples|default|enum|const)$/;

function isComponent(reference: string): boolean {
  return /^#\/components\/[^/]+\/[^/]+$/.test(reference);
}

/** The kind of component at the place of a reference; `keys` lead from there to the document. */
function kindAt([key = "", parent = "", owner = ""]: readonly string[]): string {
  if (key === "requestBody") return "requestBodies";
  if (/^(properties|patternProperties|\$defs|definitions)$/.test(parent) || owner === "properties") return "schemas";
  return /^(parameters|responses|headers)$/.test(parent) ? parent : "schemas";
}

/**
 * Makes query parameters of the query in a path, such as `/weather?city={city}&v=2`, in place: a fixed value is a parameter
 * with that value alone. OpenAPI allows no query there, but documents have one where operations differ in nothing else.
 */
function moveQueries(document: JsonObject): void {
  for (const [path, item] of Object.entries(objectAt(document, "paths"))) {
    const pairs = [...new URLSearchParams(path.split("?").slice(1).join("?"))];
    if (pairs.length === 0 || !isJsonObject(item)) continue;
    const ofAll = parametersAt(document, pointer("/paths", path));
    delete item["parameters"];
    for (const [method, operation] of Object.entries(item)) {
      if (!isJsonObject(operation)) continue;
      const listed = [...ofAll, ...parametersAt(document, pointer("/paths", path, method))];
      const moved = pairs.map(([name, value]): JsonObject => {
        const fixed: JsonObject = { schema: { type: "string", enum: [value] } };
        // Those of a path.
        const { style, explode, ...own } = listed.find((one) => isNamed(one, value)) ?? fixed;
        return { ...own, name, in: "query", required: true };
      });
      const kept = listed.filter((one) => !pairs.some(([, value]) => isNamed(one, value)));
      operation["parameters"] = [...kept, ...moved];
    }
  }
}

function parametersAt(document: JsonObject, owner: string): JsonObject[] {
  const listed = arrayAt(placeAt(document, owner).node, "parameters");
  return listed.map((_, index) => placeAt(document, pointer(owner, "parameters", index)).node);
}

function isNamed({ in: place, name }: JsonObject, value: Json): boolean {
  return place === "path" && value === `{${name}}`;
}

/**
 * Gives each operation of a document a name that can be a method of the client, in place: its `operationId` in camel
 * case, or a name of method and path. An operation with the method and path of one of the client takes its name, unless
 * the document is of another service (`standalone`). Returns a line for each name that is not its `operationId`.
 *
 * Throws an `Error` when two operations have the same `operationId`, or one has the name of another member of the client.
 */
function nameOperations(document: JsonObject, standalone: boolean): string[] {
  const contract = loadContract();
  const own = standalone ? [] : contract.operations;
  const requests = new Map<string, string>();
  const notes: string[] = [];
  // A made name gives way to that of an operationId.
  const hasName = ({ pointer }: Operation) => Number(placeAt(document, pointer).node["operationId"] !== undefined);
  const operations = createContract(document).operations.toSorted((one, other) => hasName(other) - hasName(one));
  for (const { method, path, pointer } of operations) {
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
    if (given && (name !== given || /[^\p{ASCII}]/u.test(String(id))))
      notes.push(`${request}: the method is ${name}, not ${id}`);
    const owner = same ? undefined : own.find((operation) => operation.id === name);
    const taken = owner && `${owner.method.toUpperCase()} ${owner.path} of the client`;
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

function camelCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9$]+/).filter(Boolean);
  const name = words
    .map((word, index) => (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1))
    .join("");
  return /^\d/.test(name) ? `_${name}` : name;
}

/** Members of the client, names in the generated module, and words that no variable can have. */
const RESERVED =
  /^(http|asUser|with|then|constructor|toString|toJSON|valueOf|operations|defineOperation|bytes|accepting|anyError|atServer|call|components|contract|transfer|listPages|secured|styled|arguments|await|break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|eval|export|extends|false|finally|for|function|if|implements|import|in|instanceof|interface|let|new|null|package|private|protected|public|return|static|super|switch|this|throw|true|try|typeof|undefined|var|void|while|yield)$/;
