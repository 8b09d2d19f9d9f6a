/** The interface of a contract in short form: each operation, and each component. */
export interface Interface {
  readonly operations: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** A part of the document. */
interface Node {
  readonly [name: string]: unknown;
}

/** Describes the interface of a bundled document. */
export function interfaceInShort(document: Node): Interface {
  const components = node(document["components"]);
  const kinds = { parameters: parameterInShort, responses: responseInShort, schemas: inShort };
  const described = Object.entries(kinds).map(([kind, describeOne]) => {
    const found = Object.entries(node(components[kind])).map(([name, one]) => [name, describeOne(one)]);
    return [kind, Object.fromEntries(found)];
  });
  const operations = Object.entries(node(document["paths"])).flatMap(([path, item]) =>
    Object.entries(node(item)).map(([method, operation]) => describeOperation(method, path, node(operation))),
  );
  return { operations: Object.fromEntries(operations), components: Object.fromEntries(described) };

  function describeOperation(method: string, path: string, operation: Node): [string, object] {
    const { operationId, parameters, requestBody, responses, security, ...others } = operation;
    const extensions = Object.entries(others).filter(([key]) => key.startsWith("x-"));
    const lines = Array.isArray(parameters) ? parameters.map((one) => componentName(one) ?? parameterInShort(one)) : [];
    const documented = Object.entries(node(responses)).map(([status, one]) => {
      return `${status} ${componentName(one) ?? responseInShort(one)}`.trim();
    });
    const { required, content } = node(requestBody);
    const body = Object.entries(node(content)).map(
      ([media, one]) => `${media}${required === true ? "!" : ""}: ${inShort(node(one)["schema"])}`,
    );
    return [
      String(operationId),
      {
        call: `${method.toUpperCase()} ${path}`,
        ...(security === undefined ? {} : { security: JSON.stringify(security) }),
        ...Object.fromEntries(extensions),
        ...(lines.length === 0 ? {} : { parameters: lines.join("; ") }),
        ...(body.length === 0 ? {} : { body: body.join(", ") }),
        responses: documented.join("; "),
      },
    ];
  }

  function parameterInShort(value: unknown): string {
    const { in: place, name, required, style, explode, schema, ...others } = node(value);
    const serialized = [style, explode === false ? "commas" : undefined, ...assumption(others)]
      .filter(Boolean)
      .join(" ");
    return `${place} ${name}${required === true ? "!" : ""}: ${inShort(schema)} ${serialized}`.trim();
  }

  function responseInShort(value: unknown): string {
    const headers = Object.entries(node(node(value)["headers"])).map(
      ([name, one]) => `${name}${node(one)["required"] === true ? "!" : ""}: ${inShort(node(one)["schema"])}`,
    );
    const bodies = Object.values(node(node(value)["content"])).map((media) => inShort(node(media)["schema"]));
    return [...bodies, ...headers, ...assumption(node(value))].join(", ");
  }

  /** The name of a referenced component. */
  function componentName(value: unknown): string | undefined {
    // Any object of the document can be a reference.
    const reference = (value as Node)["$ref"];
    return typeof reference === "string" ? reference.split("/").at(-1) : undefined;
  }

  /** A schema in short form: `!` for required, and the name of a referenced schema. */
  function inShort(value: unknown): string {
    const name = componentName(value ?? {});
    if (name !== undefined) return name;
    const schema = node(value);
    const { type, format, enum: values, properties, additionalProperties, items, required } = schema;
    const names = Array.isArray(required) ? required.map(String) : [];
    const members = Object.entries(node(properties)).map(
      ([name, one]) => `${name}${names.includes(name) ? "!" : ""}: ${inShort(one)}`,
    );
    const others = names.filter((name) => node(properties)[name] === undefined).map((name) => `${name}!`);
    const rest =
      additionalProperties === undefined
        ? []
        : [
            `[other]: ${typeof additionalProperties === "boolean" ? additionalProperties : inShort(additionalProperties)}`,
          ];
    const object = [...members, ...others, ...rest].join(", ");
    const parts = [
      [type].flat().join(" or "),
      format,
      Array.isArray(values) ? `(${values.join(" | ")})` : undefined,
      ...LIMITS.flatMap((key) => (schema[key] === undefined ? [] : [`${key} ${JSON.stringify(schema[key])}`])),
      items === undefined ? undefined : `of ${inShort(items)}`,
      object === "" ? undefined : `{ ${object} }`,
      ...["allOf", "oneOf", "anyOf"].flatMap((key) =>
        Array.isArray(schema[key]) ? [`${key} (${schema[key].map(inShort).join("; ")})`] : [],
      ),
      ...assumption(schema),
    ];
    return parts.filter((part) => part !== undefined && part !== "").join(" ");
  }

  function assumption(schema: Node): string[] {
    return typeof schema["x-assumed"] === "string" ? [`(${schema["x-assumed"]})`] : [];
  }

  /** An object of the document, its reference followed. Empty for anything else. */
  function node(value: unknown): Node {
    if (typeof value !== "object" || value === null) return {};
    // An object of a JSON document.
    const found = value as Node;
    const reference = found["$ref"];
    if (typeof reference !== "string") return found;
    const segments = reference.split("/").slice(1);
    return node(segments.reduce<unknown>((one, name) => node(one)[name], document));
  }
}

const LIMITS = ["const", "default", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems"];
