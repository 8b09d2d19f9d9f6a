import {
  type Contract,
  isJsonObject,
  type Json,
  type Operation,
  objectAt,
  placeAt,
  pointer,
  remembered,
  stringAt,
  valueAt,
} from "content-service-contract";

/** The sentences of the summary and the description of an operation. */
export const sentencesOf = remembered((contract: Contract, operation: Operation | undefined): string[] => {
  const { node } = operation === undefined ? { node: {} } : placeAt(contract.document, operation.pointer);
  return ["summary", "description"].flatMap((name) => sentencesIn(stringAt(node, name) ?? ""));
});

/**
 * The sentences that describe the responses with some statuses, also in their examples. One beside a reference is about this
 * operation.
 */
export function sentencesOfResponses(contract: Contract, operation: Operation | undefined, statuses: RegExp): string[] {
  const responses = operation?.responses.filter(({ status }) => statuses.test(status)) ?? [];
  return responses.flatMap((response) => {
    const places = [pointer(operation?.pointer ?? "", "responses", response.status), response.pointer];
    const nodes = places.map((one) => valueAt(contract.document, one)).filter(isJsonObject);
    const described = nodes.flatMap((node) => stringAt(node, "description") ?? []);
    return [...described.slice(0, 1), ...exampleTexts(contract, places[0] ?? "", response)].flatMap(sentencesIn);
  });
}

/** The messages in the examples of a response of one operation: "The class is full. / The class has started." */
const exampleTexts = remembered((contract: Contract, at: string, _: Operation["responses"][number]): string[] => {
  const found = new Set<string>();
  const read = (value: Json | undefined, isExample: boolean): void => {
    if (typeof value === "string" && isExample && /^\p{Lu}\S* .*\.$/u.test(value)) found.add(value);
    const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
    for (const [name, one] of inner) read(one, isExample || name === "example" || name === "examples");
  };
  read(valueAt(contract.document, at), false);
  const holding = (text: string) =>
    contract.operations.filter((one) => JSON.stringify(contract.nodeAt(one.pointer)).includes(JSON.stringify(text)));
  // One that many operations have is about none of them.
  const own = [...found].filter((one) => holding(one).length <= MOST_HOLDING);
  return own.flatMap((one) => one.split(" / "));
});

const MOST_HOLDING = 3;

/** The sentences of an operation, and of its responses with some statuses. */
export function sentencesAbout(contract: Contract, operation: Operation | undefined, statuses: RegExp): string[] {
  return [...sentencesOf(contract, operation), ...sentencesOfResponses(contract, operation, statuses)];
}

/** The description of the whole API. */
export function apiText({ document }: Contract): string {
  return stringAt(objectAt(document, "info"), "description") ?? "";
}

/** The description of a schema. */
export function schemaText(contract: Contract, schema: string): string {
  return stringAt(contract.schemaAt(schema), "description") ?? "";
}

/** The description of another part of a contract, such as a parameter. */
export function textAt(contract: Contract, at: string): string {
  return stringAt(contract.nodeAt(at), "description") ?? "";
}

/** The sentences of a text. A line that goes on with the one before it belongs to it, and each item of a list to its beginning. */
export function sentencesIn(text: string): string[] {
  let beginning = "";
  return text
    .replaceAll(/(?<=[^\s.;:!?])\n(?=[a-z])/g, " ")
    .split("\n")
    .flatMap((line) => {
      const item = /^\s*[-*•] (.*)/.exec(line)?.[1];
      const [first = "", ...others] = (item ?? line).split(/(?<=[.;!?])\s+/);
      if (item !== undefined) return [`${beginning}${first}`, ...others];
      if (line !== "") beginning = /[.;!?]$/.test(line) ? "" : `${others.at(-1) ?? first} `;
      return [first, ...others];
    });
}
