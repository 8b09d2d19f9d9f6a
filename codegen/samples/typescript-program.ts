import type { CallInput, Json, JsonObject } from "content-service-contract";
import { isObject, type SampleOperation, type SampleTarget } from "./http-request.js";

/** A call as a whole program with the client. It sends one request, as the commands and the forms do. */
export function typescriptProgram(operation: SampleOperation, input: CallInput, target: SampleTarget): string {
  if (operation.secured && target.token === "")
    return "// The client sends no request without an access token. See curl.\n";
  const { imports, argument } = inputSource(input);
  const { isList, doneText } = operation;
  const name = isList ? "page" : operation.resultName;
  const start = `${name === undefined ? "" : `const ${name} = `}await client.${operation.id}(`;
  const print = name === undefined ? JSON.stringify(doneText) : `JSON.stringify(${name}, null, 2)`;
  const names = ["createClient", ...imports].toSorted();
  return [
    `import { ${names.join(", ")} } from "content-service-client";`,
    "",
    `const client = createClient(${clientOptions(operation, target)});`,
    "",
    `${start}${argument === undefined ? "" : sourceText(argument, { before: start.length + 2 })});`,
    `console.log(${print});`,
    ...(isList ? [`// paginate(client.${operation.id}, …) requests every page.`] : []),
    "",
  ].join("\n");
}

function clientOptions({ server }: SampleOperation, { baseUrl, authUrl, token }: SampleTarget): string {
  const options = { baseUrl, ...(server === "auth" ? { authUrl } : {}), auth: token };
  return sourceText({ kind: "record", members: Object.entries(options).map(member), open: true }, { before: 0 });
}

/** The source of a call's input, with the functions of the client such as `sharedLink`. Without input it has no argument. */
function inputSource(input: CallInput): { imports: string[]; argument: Source | undefined } {
  const link = linkIn(input);
  const members = Object.entries(input).map(([name, value]): Member => {
    if (name !== "header" || link === undefined) return member([name, value]);
    return { name, value: { kind: "call", name: "sharedLink", argument: source(link) } };
  });
  const argument: Source = { kind: "record", members, open: members.length > 1 };
  return { imports: link ? ["sharedLink"] : [], argument: members.length > 0 ? argument : undefined };
}

/** The argument of `sharedLink` for a header with a shared link. */
function linkIn({ header = {} }: CallInput): JsonObject | undefined {
  const [value, ...others] = Object.values(header);
  if (typeof value !== "string" || others.length > 0) return undefined;
  const parts = new URLSearchParams(value);
  const url = parts.get("shared_link");
  const password = parts.get("shared_link_password");
  return url === null ? undefined : { url, ...(password === null ? {} : { password }) };
}

function member([name, value]: [name: string, value: Json | Readonly<Record<string, Json>>]): Member {
  return { name, value: source(value) };
}

function source(value: Json | Readonly<Record<string, Json>>): Source {
  if (Array.isArray(value)) return { kind: "list", items: value.map(source) };
  if (isObject(value)) return { kind: "record", members: Object.entries(value).map(member) };
  return { kind: "text", text: JSON.stringify(value) };
}

/** A part of a program, on one line or on several. */
type Source =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly name: string; readonly argument: Source }
  | { readonly kind: "list"; readonly items: readonly Source[] }
  | { readonly kind: "record"; readonly members: readonly Member[]; readonly open?: boolean };

interface Member {
  readonly name: string;
  readonly value: Source;
}

/** The text of a source, formatted as Biome does with a width of 80 columns. */
function sourceText(source: Source, { before, indent = 0 }: { before: number; indent?: number }): string {
  if (source.kind === "text") return source.text;
  if (source.kind === "call") {
    const start = `${source.name}(`;
    // Leave one column for the bracket.
    return `${start}${sourceText(source.argument, { before: before + start.length + 1, indent })})`;
  }
  const flat = flatText(source);
  // Leave one column for the next character. The formatter accepts a short object on several lines, but not a list.
  const width = source.kind === "record" ? NARROW : WIDTH;
  if (!isOpen(source) && before + flat.length < width) return flat;
  const inner = indent + 2;
  const lines =
    source.kind === "list"
      ? source.items.map((item) => sourceText(item, { before: inner, indent: inner }))
      : source.members.map(({ name, value }) => {
          const start = memberStart(name);
          if (value.kind === "text" && inner + start.length + value.text.length >= WIDTH)
            return `${start.trimEnd()}\n${" ".repeat(inner + 2)}${value.text}`;
          return `${start}${sourceText(value, { before: inner + start.length, indent: inner })}`;
        });
  const [left, right] = source.kind === "list" ? "[]" : "{}";
  const body = lines.map((line) => `${" ".repeat(inner)}${line},\n`).join("");
  return `${left}\n${body}${" ".repeat(indent)}${right}`;
}

/** The line width of the programs. */
export const WIDTH = 80;
/** The columns of a code block. */
const NARROW = 62;

function flatText(source: Source): string {
  if (source.kind === "text") return source.text;
  if (source.kind === "call") return `${source.name}(${flatText(source.argument)})`;
  if (source.kind === "list") return `[${source.items.map(flatText).join(", ")}]`;
  const members = source.members.map(({ name, value }) => `${memberStart(name)}${flatText(value)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function isOpen(source: Source): boolean {
  if (source.kind === "text") return false;
  if (source.kind === "call") return isOpen(source.argument);
  if (source.kind === "record") return source.open === true || source.members.some(({ value }) => isOpen(value));
  // Biome never formats several objects with several members on one line.
  const wide = source.items.filter((item) => item.kind === "record" && item.members.length > 1);
  return source.items.some(isOpen) || (source.items.length > 1 && wide.length === source.items.length);
}

function memberStart(name: string): string {
  return /^[\w$]+$/.test(name) && !/^\d/.test(name) ? `${name}: ` : `${JSON.stringify(name)}: `;
}
