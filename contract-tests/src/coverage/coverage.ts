import type { Contract } from "../contract/contract.js";
import { errorCodeOf, exampleResponses } from "../contract/documented-responses.js";
import type { Operation } from "../contract/operation.js";
import { type Addresses, findRoute } from "../contract/route.js";
import type { Exchange } from "../exchange/exchange.js";
import { readValue } from "../exchange/read-values.js";
import { ruleContext } from "../exchange/rule-context.js";

/** Which named examples an exchange used. */
export interface UsedExamples {
  /** The example that the response was. */
  readonly example?: string | undefined;
  /** The example that the body of the request was. */
  readonly requestExample?: string | undefined;
}

/** What of the contract was seen. */
export interface CoverageReport {
  /** One row for each operation, in the order of the contract. */
  readonly rows: readonly CoverageRow[];
  /** How many cells the contract documents. */
  readonly documented: number;
  /** How many of them were seen. */
  readonly covered: number;
  /** Rounded down to a tenth, so that 100 means all. */
  readonly percent: number;
  /** What was not seen. */
  readonly missing: readonly CoverageCell[];
}

/** What was seen of one operation. */
export interface CoverageRow {
  /** The `operationId`. */
  readonly operation: string;
  /** How much of each dimension there is, and how much of it was seen. Dimensions that it has nothing of are absent. */
  readonly counts: Readonly<Partial<Record<Dimension, { readonly covered: number; readonly documented: number }>>>;
}

/** A ledger of what exchanges have shown of a contract. */
export interface Coverage {
  /** Notes one exchange. An exchange that fits no operation is passed over. */
  record(exchange: Exchange, used?: UsedExamples): void;
  /** Takes over what another ledger of the same contract has seen. */
  add(seen: readonly string[]): void;
  /** What was seen, as text that `add` takes. */
  seen(): string[];
  /** Tells what was seen and what was not, of the dimensions given. All of them unless told otherwise. */
  report(only?: readonly Dimension[]): CoverageReport;
}

/**
 * Makes a ledger that counts what the contract documents and what exchanges have shown of it: statuses, media types,
 * named examples, parameters, error codes, and calls with and without a token. The whole is read from the contract.
 */
export function createCoverage(contract: Contract, addresses: Addresses = {}): Coverage {
  const documented = new Map(documentedCells(contract).map((cell) => [keyOf(cell), cell]));
  const seen = new Set<string>();
  const note = (operation: Operation, dimension: Dimension, name: string | undefined) => {
    const key = keyOf({ operation: operation.id, dimension, name: name ?? "" });
    if (documented.has(key)) seen.add(key);
  };
  return {
    record(exchange, { example, requestExample } = {}) {
      const { request } = exchange;
      const route = findRoute(contract, request.method, request.url ?? request.path, addresses);
      if (route.kind !== "operation") return;
      const { operation, request: sent, response } = ruleContext(contract, route, exchange, false);
      const status = response.documented?.status;
      note(operation, "status", status);
      note(operation, "media type", `${status} ${response.media?.type}`);
      note(operation, "example", `${status} ${example}`);
      note(operation, "error code", `${status} ${errorCodeOf(readValue(response.body))}`);
      note(operation, "request media type", sent.media?.type);
      note(operation, "request example", requestExample);
      note(operation, "security", sent.headers.has("authorization") ? WITH_TOKEN : WITHOUT_TOKEN);
      for (const parameter of operation.parameters) {
        const inQuery = sent.query.some(([name]) => name === parameter.name);
        const present = { path: true, query: inQuery, header: sent.headers.has(parameter.name) }[parameter.in];
        if (present) note(operation, "parameter", `${parameter.in} ${parameter.name}`);
      }
    },
    add(keys) {
      for (const key of keys) if (documented.has(key)) seen.add(key);
    },
    seen: () => [...seen],
    report(only = dimensions) {
      const counted = [...documented.values()].filter(({ dimension }) => only.includes(dimension));
      return reportOf(contract, counted, (cell) => seen.has(keyOf(cell)));
    },
  };
}

const WITH_TOKEN = "with a token";
const WITHOUT_TOKEN = "without a token";

function reportOf(
  contract: Contract,
  documented: readonly CoverageCell[],
  isSeen: (cell: CoverageCell) => boolean,
): CoverageReport {
  const covered = documented.filter(isSeen).length;
  const rows = contract.operations.map(({ id }): CoverageRow => {
    const cells = documented.filter(({ operation }) => operation === id);
    const counted = dimensions.flatMap((dimension) => {
      const all = cells.filter((cell) => cell.dimension === dimension);
      return all.length === 0 ? [] : [[dimension, { covered: all.filter(isSeen).length, documented: all.length }]];
    });
    return { operation: id, counts: Object.fromEntries(counted) };
  });
  return {
    rows,
    documented: documented.length,
    covered,
    percent: documented.length === 0 ? 100 : Math.floor((covered / documented.length) * 1000) / 10,
    missing: documented.filter((cell) => !isSeen(cell)),
  };
}

function keyOf({ operation, dimension, name }: CoverageCell): string {
  return `${operation} | ${dimension} | ${name}`;
}

/** What is counted for each operation, in the order of the table. */
export const dimensions = [
  "status",
  "media type",
  "example",
  "error code",
  "parameter",
  "request media type",
  "request example",
  "security",
] as const;

/** One kind of thing that is counted. */
export type Dimension = (typeof dimensions)[number];

/** One thing that the contract documents and an exchange can show. */
export interface CoverageCell {
  /** The `operationId`. */
  readonly operation: string;
  /** What kind of thing it is. */
  readonly dimension: Dimension;
  /** Such as `404 not_found` for an example, or `query limit` for a parameter. */
  readonly name: string;
}

/** Reads from a contract everything that exchanges can show, each thing once. */
export function documentedCells(contract: Contract): CoverageCell[] {
  const cells = contract.operations.flatMap(cellsOf);
  const unique = new Map(cells.map((cell) => [`${cell.operation} ${cell.dimension} ${cell.name}`, cell]));
  return [...unique.values()];
}

function cellsOf(operation: Operation): CoverageCell[] {
  const { id, parameters, requestBody, responses, secured } = operation;
  const cell = (dimension: Dimension) => (name: string) => ({ operation: id, dimension, name });
  const types = responses.flatMap(({ status, content }) => content.map(({ type }) => `${status} ${type}`));
  const withExamples = exampleResponses(operation);
  const examples = withExamples.flatMap(({ response, example }) =>
    example ? [`${response.status} ${example.name}`] : [],
  );
  const codes = withExamples.flatMap(({ status, response, example }) => {
    // A code belongs to an error: a success may have a property of that name.
    const code = status < 400 ? undefined : errorCodeOf(example?.value);
    return code === undefined ? [] : [`${response.status} ${code}`];
  });
  const sent = requestBody?.content ?? [];
  return [
    ...responses.map(({ status }) => status).map(cell("status")),
    ...types.map(cell("media type")),
    ...examples.map(cell("example")),
    ...codes.map(cell("error code")),
    ...parameters.map((parameter) => `${parameter.in} ${parameter.name}`).map(cell("parameter")),
    ...sent.map(({ type }) => type).map(cell("request media type")),
    ...sent.flatMap((media) => media.examples.map(({ name }) => name)).map(cell("request example")),
    ...(secured ? ["with a token", "without a token"] : ["without a token"]).map(cell("security")),
  ];
}
