/** The parts of the bundled OpenAPI document that the generator reads. */
export interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** One operation of the contract, its `$ref`s one level deep resolved. */
export interface ContractOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body: { readonly mediaType: string; readonly required: boolean } | undefined;
  /** The secret properties of its body (`format: password`), at any depth. */
  readonly secrets: readonly string[];
  readonly responses: Readonly<Record<string, Response>>;
  /** A POST that only reads (`x-reads`). */
  readonly safe: boolean;
  readonly paging:
    | { readonly schemes: readonly ("offset" | "marker")[]; readonly marker: "query" | "body" }
    | undefined;
  /** True when the contract asks for no credentials (`security: []`). */
  readonly open: boolean;
  /** True when the operation names a server of its own. */
  readonly ownServer: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required?: boolean;
  readonly schema?: { readonly maximum?: number };
}

export interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
}

const methods = ["get", "put", "post", "delete", "patch"] as const;

/** Lists the operations of a bundled contract, in the order of the document. */
export function operationsOf(contract: Contract): ContractOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.filter((method) => method in item).map((method) => operation(contract, path, method, item)),
  );
}

function operation(
  contract: Contract,
  path: string,
  method: string,
  item: Readonly<Record<string, unknown>>,
): ContractOperation {
  // The casts name what OpenAPI 3.1 defines and the contract lint checks.
  const raw = item[method] as Record<string, unknown> & { operationId: string };
  const get = <T>(value: unknown) => resolve<T>(contract, value);
  const parameters = [...((item["parameters"] ?? []) as unknown[]), ...((raw["parameters"] ?? []) as unknown[])];
  const requestBody = get<{ content: Record<string, unknown>; required?: boolean }>(raw["requestBody"]);
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    summary: String(raw["summary"]),
    description: String(raw["description"]),
    parameters: parameters.map((parameter) => get<Parameter>(parameter)),
    body: requestBody && {
      mediaType: Object.keys(requestBody.content)[0] ?? "",
      required: requestBody.required === true,
    },
    secrets: [...secretsIn(contract, requestBody?.content)],
    responses: Object.fromEntries(
      Object.entries(raw["responses"] as Record<string, unknown>).map(([status, value]) => [
        status,
        get<Response>(value),
      ]),
    ),
    safe: raw["x-reads"] === true,
    paging: raw["x-paging"] as ContractOperation["paging"],
    open: Array.isArray(raw["security"]) && raw["security"].length === 0,
    ownServer: Array.isArray(raw["servers"]),
  };
}

function secretsIn(contract: Contract, node: unknown, name = ""): Set<string> {
  if (node === null || typeof node !== "object") return new Set();
  if ("$ref" in node) return secretsIn(contract, resolve(contract, node), name);
  const own = "format" in node && node.format === "password" ? [name] : [];
  return new Set([...own, ...Object.entries(node).flatMap(([key, child]) => [...secretsIn(contract, child, key)])]);
}

function resolve<T>(contract: Contract, value: unknown): T {
  const pointer = (value as { $ref?: string } | undefined)?.$ref;
  if (pointer === undefined) return value as T;
  const [, , kind = "", name = ""] = pointer.split("/");
  return contract.components[kind]?.[name] as T;
}
