import {
  type Addresses,
  type Contract,
  type Exchange,
  errorCodeOf,
  exampleResponses,
  findRoute,
  type HeaderNames,
  hasCredential,
  type Operation,
  readValue,
  ruleContext,
} from "content-service-contract";

/** The named examples that an exchange used. */
export interface UsedExamples {
  /** The example of the response. */
  readonly example?: string | undefined;
  /** The example of the request body. */
  readonly requestExample?: string | undefined;
}

/** The covered parts of a contract. */
export interface CoverageReport {
  /** One row for each operation, in the order of the contract. */
  readonly rows: readonly CoverageRow[];
  /** The number of documented parts. */
  readonly documented: number;
  /** The number of covered parts. */
  readonly covered: number;
  /** The percentage, rounded down to a tenth, so that 100 means all. */
  readonly percent: number;
  /** The parts that are not covered. */
  readonly missing: readonly CoverageCell[];
}

/** The coverage of one operation. */
export interface CoverageRow {
  /** The `operationId`. */
  readonly operation: string;
  /** The counts of each dimension. Dimensions without documented parts are absent. */
  readonly counts: Readonly<Partial<Record<Dimension, { readonly covered: number; readonly documented: number }>>>;
}

/** Counts the parts of a contract that exchanges cover. */
export interface Coverage {
  /** Adds an exchange. Ignores one of an unknown operation. */
  record(exchange: Exchange, used?: UsedExamples): void;
  /** Adds the output of `seen` of another coverage of the same contract. */
  add(seen: readonly string[]): void;
  /** The covered parts, as input of `add`. */
  seen(): string[];
  /** The counts of each operation, and the parts that no exchange has covered. */
  report(): CoverageReport;
}

/**
 * Creates a count of the documented parts of a contract that exchanges cover: statuses, media types, named examples,
 * error codes, parameters, and calls with and without a token. With `only`, it counts those of some operations.
 */
export function createCoverage(
  contract: Contract,
  target: Addresses & HeaderNames = {},
  only?: readonly string[],
): Coverage {
  const operations = contract.operations.filter(({ id }) => only?.includes(id) ?? true);
  const documented = new Map(operations.flatMap(cellsOf).map((cell) => [keyOf(cell), cell]));
  const seen = new Set<string>();
  const note = (operation: Operation, dimension: Dimension, name: string | undefined) => {
    const key = keyOf({ operation: operation.id, dimension, name: name ?? "" });
    if (documented.has(key)) seen.add(key);
  };
  return {
    record(exchange, { example, requestExample } = {}) {
      const { request } = exchange;
      const route = findRoute(contract, request.method, request.url ?? request.path, target);
      if (route.kind !== "operation") return;
      const options = { closed: false, listed: false, brandHeader: target.brandHeader };
      const { operation, request: sent, response } = ruleContext(contract, route, exchange, options);
      const status = response.documented?.status;
      note(operation, "status", status);
      note(operation, "media type", `${status} ${response.media?.type}`);
      note(operation, "example", `${status} ${example}`);
      note(operation, "error code", `${status} ${errorCodeOf(readValue(response.body))}`);
      note(operation, "request media type", sent.media?.type);
      note(operation, "request example", requestExample);
      note(operation, "security", hasToken(operation.security, sent) ? WITH_TOKEN : WITHOUT_TOKEN);
      for (const { in: place, name } of operation.parameters) {
        if (place === "path" || hasCredential(sent, { kind: place, name }))
          note(operation, "parameter", `${place} ${name}`);
      }
    },
    add(keys) {
      for (const key of keys) if (documented.has(key)) seen.add(key);
    },
    seen: () => [...seen],
    report() {
      const all = [...documented.values()];
      const isSeen = (cell: CoverageCell) => seen.has(keyOf(cell));
      const rows = operations.map(({ id }): CoverageRow => {
        const cells = all.filter(({ operation }) => operation === id);
        const counted = dimensions.flatMap((dimension) => {
          const own = cells.filter((cell) => cell.dimension === dimension);
          return own.length === 0 ? [] : [[dimension, { covered: own.filter(isSeen).length, documented: own.length }]];
        });
        return { operation: id, counts: Object.fromEntries(counted) };
      });
      const covered = all.filter(isSeen).length;
      const missing = all.filter((cell) => !isSeen(cell));
      return { rows, documented: all.length, covered, percent: percentOf(covered, all.length), missing };
    },
  };
}

const WITH_TOKEN = "with a token";
const WITHOUT_TOKEN = "without a token";

export function hasToken(security: Operation["security"], sent: Parameters<typeof hasCredential>[0]): boolean {
  return sent.headers.has("authorization") || security.flat().some((one) => hasCredential(sent, one));
}

/** Rounded down to a tenth. */
export function percentOf(covered: number, documented: number): number {
  return documented === 0 ? 100 : Math.floor((covered / documented) * 1000) / 10;
}

export function keyOf({ operation, dimension, name }: CoverageCell): string {
  return `${operation} | ${dimension} | ${name}`;
}

/** The kinds of documented parts, in the order of the table. */
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

/** A kind of documented part. */
export type Dimension = (typeof dimensions)[number];

/** A documented part of an operation. */
export interface CoverageCell {
  /** The `operationId`. */
  readonly operation: string;
  /** Its kind. */
  readonly dimension: Dimension;
  /** Such as `404 not_found` for an example, or `query limit` for a parameter. */
  readonly name: string;
}

/** The documented parts of an operation. Some can occur twice. */
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
    ...(secured ? [WITH_TOKEN, WITHOUT_TOKEN] : [WITHOUT_TOKEN]).map(cell("security")),
  ];
}

/** The coverage in a sentence, such as `Coverage: 64.2% (9 of 14 documented parts).` */
export function coverageText({ percent, covered, documented }: CoverageReport): string {
  return `Coverage: ${percent}% (${covered.toLocaleString("en-US")} of ${documented.toLocaleString("en-US")} documented parts).`;
}
