import {
  type Contract,
  isJsonObject,
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

/** The sentences that describe the responses with some statuses. One beside a reference is about this operation. */
export function sentencesOfResponses(contract: Contract, operation: Operation | undefined, statuses: RegExp): string[] {
  const responses = operation?.responses.filter(({ status }) => statuses.test(status)) ?? [];
  return responses.flatMap((response) => {
    const places = [pointer(operation?.pointer ?? "", "responses", response.status), response.pointer];
    const nodes = places.map((one) => valueAt(contract.document, one)).filter(isJsonObject);
    return sentencesIn(nodes.flatMap((node) => stringAt(node, "description") ?? [])[0] ?? "");
  });
}

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
