import {
  type CallInput,
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
} from "content-service-contract-tests";
import { objectAt } from "content-service-contract-tests/contract";
import type { Member, Source } from "./source-text.js";

/** The argument of a call in a program, and what the program has to import for it. */
export interface InputSource {
  readonly imports: readonly string[];
  /** Undefined when the call takes nothing. */
  readonly argument: Source | undefined;
}

/** Writes the input of a call with the functions of the client that a program would use for it. */
export function inputSource(contract: Contract, operation: Operation, input: CallInput): InputSource {
  const imports: string[] = [];
  const using = (name: string, code: Source): Source => {
    imports.push(name);
    return code;
  };
  const members = Object.entries(input).map(([name, value]): Member => {
    const link = name === "header" ? linkIn(input) : undefined;
    if (link !== undefined)
      return { name, value: using("sharedLink", { kind: "call", name: "sharedLink", argument: source(link) }) };
    if (name === "body" && isJsonObject(value) && isPaged(contract, operation)) {
      return { name, value: { kind: "record", members: queryMembers(value, using) } };
    }
    return member([name, value]);
  });
  const argument: Source = { kind: "record", members, open: members.length > 1 };
  return { imports, argument: members.length === 0 ? undefined : argument };
}

/** The members of a body that asks for pages: `paginate` adds the marker, and `metadataQuery` keeps values apart. */
function queryMembers(body: JsonObject, using: (name: string, code: Source) => Source): Member[] {
  return Object.entries(body).flatMap(([name, value]): Member[] => {
    if (name === "marker" || name === "query_params") return [];
    if (name !== "query" || typeof value !== "string") return [member([name, value])];
    const values = objectAt(body, "query_params");
    const template = value.replace(/:(\w+)/g, (_, key: string) => `\${${JSON.stringify(values[key])}}`);
    return [{ value: using("metadataQuery", text(`metadataQuery\`${template}\``)) }];
  });
}

/** The link in the header that carries one, as `sharedLink` takes it. */
function linkIn({ header = {} }: CallInput): JsonObject | undefined {
  const [value, ...others] = Object.values(header);
  if (typeof value !== "string" || others.length > 0) return undefined;
  const parts = new URLSearchParams(value);
  const url = parts.get("shared_link");
  const password = parts.get("shared_link_password");
  return url === null ? undefined : { url, ...(password === null ? {} : { password }) };
}

function isPaged(contract: Contract, { pointer }: Operation): boolean {
  return isJsonObject(contract.schemaAt(pointer)["x-paging"]);
}

function member([name, value]: [name: string, value: Json | Readonly<Record<string, Json>>]): Member {
  return { name, value: source(value) };
}

function source(value: Json | Readonly<Record<string, Json>>): Source {
  if (Array.isArray(value)) return { kind: "list", items: value.map(source) };
  if (isJsonObject(value)) return { kind: "record", members: Object.entries(value).map(member) };
  return text(JSON.stringify(value));
}

function text(code: string): Source {
  return { kind: "text", text: code };
}
