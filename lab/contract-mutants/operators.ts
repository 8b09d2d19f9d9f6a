import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from "yaml";

/** A fault in one file of the contract. */
export interface ContractMutant {
  /** Its path below `openapi/`. */
  readonly file: string;
  /** The operator and the place, such as `drop a required property: components/schemas/File.yaml /required/1 (id)`. */
  readonly name: string;
  readonly operator: string;
  /** The text of the file with the fault. */
  readonly text: string;
}

/** A change of a node, and its reverse. */
interface Change {
  readonly operator: string;
  readonly apply: () => () => void;
}

/** Every fault of one file, in the order of the file. `siblings` are the other files that a reference could name. */
export function mutantsIn(file: string, source: string, siblings: readonly string[]): ContractMutant[] {
  const document = parseDocument(source);
  const mutants: ContractMutant[] = [];
  visit(document, {
    Pair(_, pair, path) {
      const keys = [...path.flatMap((one) => ("key" in one ? [keyOf(one)] : [])), keyOf(pair)];
      const owner = path.at(-1);
      if (!isMap(owner)) return;
      const inValue = keys.slice(0, -1).some((key) => EXAMPLES.has(key));
      const changes = inValue ? exampleChanges(pair, keys) : changesOf(pair, keys, owner.items as Pair[], siblings);
      for (const { operator, apply } of changes) {
        const undo = apply();
        const text = document.toString({ lineWidth: 0 });
        undo();
        mutants.push({ file, operator, name: `${operator}: ${file} /${keys.join("/")}`, text });
      }
    },
  });
  // Two operators can make the same change.
  return [...new Map(mutants.map((mutant) => [mutant.text, mutant])).values()];
}

/** Below these keys are values of the service, not OpenAPI keywords. */
const EXAMPLES = new Set(["value", "example", "examples"]);

function changesOf(pair: Pair, keys: string[], items: Pair[], siblings: readonly string[]): Change[] {
  const key = keyOf(pair);
  const parent = keys.at(-2);
  const { value } = pair;
  const changes: Change[] = [];
  const add = (operator: string, apply: () => () => void) => changes.push({ operator, apply });
  const drop = (operator: string) => add(operator, () => removed(items, pair));
  const put = (operator: string, next: unknown) => add(operator, () => replaced(pair, next));
  const eachItem = (operator: string) => {
    if (isSeq(value)) for (const item of value.items) add(operator, () => removed(value.items, item));
  };

  if (parent === "responses" && /^\d|default/.test(key)) {
    drop("drop a status");
    if (/^2/.test(key)) add("change a status", () => renamed(pair, key === "200" ? "201" : "200"));
    else if (/^4/.test(key)) add("change a status", () => renamed(pair, key === "404" ? "410" : "404"));
  } else if (parent === "properties") {
    drop("drop a property");
    add("rename a property", () => renamed(pair, `${key}_`));
  } else if (parent === "headers") drop("drop a header");
  else if (/^(get|put|post|delete)$/.test(key) && keys.length === 1)
    add("change a method", () => renamed(pair, key === "post" ? "put" : "post"));
  else if (key === "required" && isSeq(value)) eachItem("drop a required property");
  else if (key === "required" && isScalar(value)) put("turn a required flag", value.value !== true);
  else if (key === "type" && isScalar(value)) put("change a type", TYPES[String(value.value)] ?? "string");
  else if (key === "type" && isSeq(value)) eachItem("change a type");
  else if (key === "enum" && isSeq(value)) {
    eachItem("drop an enum value");
    const last = value.items.at(-1);
    if (isScalar(last)) add("change an enum value", () => scalarSet(last, `${String(last.value)}x`));
  } else if (key === "const" && isScalar(value)) put("change a constant", `${String(value.value)}x`);
  else if (LIMITS.has(key) && isScalar(value)) {
    drop("drop a limit");
    if (typeof value.value === "number") put("change a limit", value.value + (/^max/i.test(key) ? -1 : 1));
  } else if (key === "pattern" && isScalar(value)) {
    drop("drop a pattern");
    put("change a pattern", `^x${String(value.value).replace(/^\^/, "")}`);
  } else if (key === "format" && isScalar(value)) {
    drop("drop a format");
    put("change a format", value.value === "date-time" ? "uri" : "date-time");
  } else if (key === "default" && parent !== "responses" && isScalar(value)) {
    drop("drop a default");
    put("change a default", typeof value.value === "boolean" ? !value.value : `${String(value.value)}1`);
  } else if (key === "additionalProperties" && isScalar(value)) put("open or close a schema", value.value !== true);
  else if (key === "security" || key === "explode" || key === "style" || key.startsWith("x-"))
    drop(`drop ${nameOf(key)}`);
  else if (key === "parameters" && isSeq(value)) eachItem("drop a parameter");
  else if (/^(oneOf|anyOf|allOf)$/.test(key) && isSeq(value)) eachItem("drop an alternative");
  else if (key === "name" && items.some((one) => keyOf(one) === "in") && isScalar(value))
    put("rename a parameter", `${String(value.value)}_`);
  else if (key === "in" && isScalar(value)) put("move a parameter", value.value === "query" ? "header" : "query");
  else if (key === "$ref" && isScalar(value)) {
    const other = otherFile(String(value.value), siblings);
    if (other !== undefined) put("change a reference", other);
  } else if (key === "default" && parent === "variables") drop("drop a default");
  return changes;
}

/** Contradicts an example: changes a value that other examples, the rest of this one or its status also state. */
function exampleChanges(pair: Pair, keys: string[]): Change[] {
  const { value } = pair;
  if (!isScalar(value) || keys.includes("context_info") || !REPEATED.test(keyOf(pair))) return [];
  const put = (next: unknown): Change => ({ operator: "contradict an example", apply: () => replaced(pair, next) });
  if (typeof value.value === "number") return [put(value.value + 1)];
  if (value.value === null) return keyOf(pair) === "next_marker" ? [put("eyJpIjoyfQ")] : [];
  if (typeof value.value !== "string") return [];
  return [put(/^\d{4}-\d\d-\d\dT/.test(value.value) ? value.value.replace(/^\d{4}/, "2019") : `${value.value}1`)];
}

const REPEATED = /^(\w+_at|total_count|limit|offset|next_marker|status|code|name|login|sha1|etag|sequence_id)$/;

const LIMITS = new Set(["minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems", "minProperties"]);

const TYPES: Readonly<Record<string, string>> = {
  string: "integer",
  integer: "number",
  number: "integer",
  array: "object",
};

function nameOf(key: string): string {
  return key.startsWith("x-") ? "an extension" : `the ${key}`;
}

/** Another file in the folder of a reference. */
function otherFile(reference: string, siblings: readonly string[]): string | undefined {
  const name = reference.split("/").at(-1) ?? "";
  const folder = /(parameters|responses|schemas|examples|headers)\//.exec(reference)?.[1];
  const own = siblings.filter((path) => (folder === undefined ? true : path.includes(`/${folder}/`)));
  const names = own.map((path) => path.split("/").at(-1) ?? "");
  const index = names.indexOf(name);
  const other = names[(index + 1) % names.length];
  return index < 0 || other === undefined || other === name ? undefined : reference.replace(name, () => other);
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : String(key);
}

function removed<Item>(items: Item[], item: Item): () => void {
  const index = items.indexOf(item);
  items.splice(index, 1);
  return () => void items.splice(index, 0, item);
}

function replaced(pair: Pair, next: unknown): () => void {
  const before = pair.value;
  if (isScalar(before)) return scalarSet(before, next);
  pair.value = next;
  return () => {
    pair.value = before;
  };
}

function scalarSet(scalar: Node & { value: unknown }, next: unknown): () => void {
  const before = scalar.value;
  scalar.value = next;
  return () => {
    scalar.value = before;
  };
}

function renamed({ key }: Pair, next: string): () => void {
  return isScalar(key) ? scalarSet(key, next) : () => {};
}
