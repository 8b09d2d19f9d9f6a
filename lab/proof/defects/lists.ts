import {
  type Contract,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  parseJson,
} from "content-service-contract";
import {
  type Call,
  changingRequests,
  type Defect,
  isSuccess,
  type PlainRequest,
  type PlainResponse,
  planted,
} from "./defect.js";

/** Pagination defects of every list operation. */
export function listDefects({ operations }: Contract): Defect[] {
  const lists = operations.filter(
    ({ isSafe, parameters, id }) => isSafe && (hasQuery(parameters, "limit") || id === QUERY),
  );
  return lists.flatMap((operation): Defect[] => {
    const hasOffset = hasQuery(operation.parameters, "offset");
    const paging = pagingFaults.filter(
      ({ byOffset, only = operation.id, except }) =>
        (!byOffset || hasOffset) && only === operation.id && except !== operation.id,
    );
    const query = operation.id === QUERY ? queryDefects() : [];
    return [...paging.map((fault) => defect(operation.id, fault)), ...filterDefects(operation), ...query];
  });
}

/** Each optional filter of a list is ignored. */
function filterDefects({ id, parameters }: Operation): Defect[] {
  const filters = parameters.filter(
    ({ in: place, required, name }) => place === "query" && !required && !PAGING.has(name),
  );
  return filters.map(({ name }) =>
    planted(id, [`ignores-${name}`, "filter ignored", "filter-respected", `ignores the filter ${name}`], () =>
      changingRequests(id, ({ sent }) => withParameters(sent, { [name]: undefined })),
    ),
  );
}

/** Operators that have the meaning of others. */
function queryDefects(): Defect[] {
  const operators = { "<= ": "< ", " OR ": " AND ", "NOT ": "", " LIKE ": " ILIKE " };
  return Object.entries(operators).map(([one, other]) => {
    const says = `reads ${one.trim()} as ${other.trim() || "nothing"}`;
    return planted(QUERY, [says.replaceAll(" ", "-"), "operator misread", "query-respected", says], () =>
      changingRequests(QUERY, ({ sent }) => {
        const body = parseJson(sent.body);
        if (!isJsonObject(body) || typeof body["query"] !== "string") return undefined;
        return { body: JSON.stringify({ ...body, query: body["query"].replaceAll(one, other) }) };
      }),
    );
  });
}

const PAGING: ReadonlySet<string> = new Set(["fields", "limit", "offset", "usemarker", "marker"]);

/** The one list with its parameters in the body. */
const QUERY = "queryMetadata";

function hasQuery(parameters: Operation["parameters"], name: string): boolean {
  return parameters.some((one) => one.in === "query" && one.name === name);
}

function defect(id: string, { category, rule, orRules, says, make }: PagingFault): Defect {
  const plain = planted(id, [says.replaceAll(" ", "-"), category, rule, says], () => {
    const spoil = make();
    return async (call) => {
      if (call.operation?.id !== id) return call.healthy();
      const asked = pageRequestOf(call.sent);
      if (asked.marker?.startsWith(FAKE_MARKER)) return emptyPage(call, spoil);
      const response = await call.healthy();
      return isSuccess(response) ? spoiled(call, response, spoil) : response;
    };
  });
  return orRules === undefined ? plain : { ...plain, orRules };
}

async function spoiled(call: Call, response: PlainResponse, spoil: Spoil): Promise<PlainResponse> {
  const page = parseJson(response.body);
  if (!isJsonObject(page) || !Array.isArray(page["entries"])) return response;
  const ask: PageContext["ask"] = async (changed) => {
    const other = await call.healthy(withParameters(call.sent, changed));
    const json = parseJson(other.body);
    return isSuccess(other) && isJsonObject(json) ? json : undefined;
  };
  const turn = { call, asked: pageRequestOf(call.sent), page, entries: page["entries"], ask };
  return { ...response, body: JSON.stringify(await spoil(turn)) };
}

async function emptyPage(call: Call, spoil: Spoil): Promise<PlainResponse> {
  const first = await call.healthy(withParameters(call.sent, { marker: undefined }));
  const page = parseJson(first.body);
  if (!isSuccess(first) || !isJsonObject(page)) return first;
  const empty = JSON.stringify({ ...page, entries: [], next_marker: null });
  return spoiled(call, { ...first, body: empty }, spoil);
}

/** The pagination parameters of a request, from the query or the body. */
interface PageRequest {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly marker: string | undefined;
}

/** Prefix of markers that no healthy list returns. */
const FAKE_MARKER = "again-";

/** Identifies a list: the request without its pagination parameters. */
function listIn(sent: PlainRequest): string {
  const { url, body } = { ...sent, ...withParameters(sent, { marker: undefined, limit: undefined }) };
  return `${url} ${body ?? ""}`;
}

function pageRequestOf({ url, body }: PlainRequest): PageRequest {
  const given = parseJson(body);
  const query = new URL(url).searchParams;
  const value = (name: string) => (isJsonObject(given) ? given[name] : query.get(name)) ?? undefined;
  const number = (name: string) => (value(name) === undefined ? undefined : Number(value(name)));
  const marker = value("marker");
  return {
    limit: number("limit"),
    offset: number("offset"),
    marker: marker === undefined ? undefined : String(marker),
  };
}

/** The same request with other parameters. */
function withParameters(
  { url, body }: PlainRequest,
  changed: Readonly<Record<string, string | number | undefined>>,
): Partial<PlainRequest> {
  const given = parseJson(body);
  if (isJsonObject(given)) return { body: JSON.stringify({ ...given, ...changed }) };
  const changedUrl = new URL(url);
  for (const [name, value] of Object.entries(changed)) {
    if (value === undefined) changedUrl.searchParams.delete(name);
    else changedUrl.searchParams.set(name, String(value));
  }
  return { url: changedUrl.href };
}

/** A page, the parameters that were requested, and a function that fetches another page. */
interface PageContext {
  readonly call: Call;
  readonly asked: PageRequest;
  readonly page: JsonObject;
  readonly entries: readonly Json[];
  /** Fetches a page with other parameters; undefined for an error response. */
  ask(changed: Partial<Record<keyof PageRequest, number | string | undefined>>): Promise<JsonObject | undefined>;
}

/** Breaks a page; may keep state between pages. */
type Spoil = (turn: PageContext) => JsonObject | Promise<JsonObject>;

interface PagingFault {
  readonly category: string;
  readonly rule: Defect["rule"];
  readonly orRules?: Defect["orRules"];
  readonly says: string;
  /** Only for lists by offset. */
  readonly byOffset?: true;
  /** Only for this operation. */
  readonly only?: string;
  readonly except?: string;
  readonly make: () => Spoil;
}

const isLater = ({ asked }: PageContext) => asked.marker !== undefined || (asked.offset ?? 0) > 0;

/** The page that the request gets without one of its parameters. */
const ignoring =
  (name: keyof PageRequest): Spoil =>
  async ({ asked, page, ask }) =>
    asked[name] === undefined ? page : ((await ask({ [name]: undefined })) ?? page);

const dropFirst =
  (name: "marker" | "offset"): Spoil =>
  ({ asked, page, entries }) =>
    (asked[name] ?? 0) === 0 ? page : { ...page, entries: entries.slice(1) };

const pagingFaults: readonly PagingFault[] = [
  {
    ...{ category: "pagination loses an entry", rule: "list-complete" },
    says: "drops the first entry of each later page by marker",
    make: () => dropFirst("marker"),
  },
  {
    ...{ category: "pagination loses an entry", rule: "list-complete", byOffset: true },
    says: "drops the first entry of each later page by offset",
    make: () => dropFirst("offset"),
  },
  {
    ...{ category: "pagination ends early", rule: "list-complete", says: "returns no marker after the second page" },
    make:
      () =>
      ({ asked, page }) =>
        asked.marker === undefined ? page : { ...page, next_marker: null },
  },
  {
    ...{ category: "pagination repeats an entry", rule: "list-without-duplicates" },
    // On pages with one entry, both rules apply.
    orRules: ["marker-respected"],
    says: "starts each page with the last entry of the page before",
    make: () => {
      let last: Json | undefined;
      return (turn) => {
        const again = isLater(turn) && last !== undefined ? [last] : [];
        last = turn.entries.at(-1);
        return { ...turn.page, entries: [...again, ...turn.entries].slice(0, Math.max(1, turn.entries.length)) };
      };
    },
  },
  {
    ...{ category: "pagination never ends", rule: "list-ends", says: "returns the same marker every time" },
    // The marker leads to earlier entries.
    orRules: ["list-without-duplicates"],
    make: () => {
      const firsts = new Map<string, Json>();
      return ({ call, page }) => {
        const list = listIn(call.sent);
        const first = firsts.get(list) ?? page["next_marker"] ?? undefined;
        if (first === undefined) return page;
        firsts.set(list, first);
        return { ...page, next_marker: first };
      };
    },
  },
  {
    ...{ category: "pagination never ends", rule: "list-ends", says: "returns a new marker with every empty page" },
    make: () => {
      let count = 0;
      return ({ page }) => {
        if (page["next_marker"] !== null) return page;
        count += 1;
        return { ...page, next_marker: `${FAKE_MARKER}${count}` };
      };
    },
  },
  {
    ...{ category: "marker ignored", rule: "marker-respected", says: "returns the first page for every marker" },
    make: () => ignoring("marker"),
  },
  {
    ...{ category: "offset ignored", rule: "offset-respected", says: "returns the first page for every offset" },
    byOffset: true,
    make: () => ignoring("offset"),
  },
  { category: "limit ignored", rule: "limit-respected", says: "ignores limit", make: () => ignoring("limit") },
  {
    ...{ category: "limit not capped", rule: "limit-respected", says: "reports a limit above the maximum" },
    make:
      () =>
      ({ asked: { limit = 0 }, page }) =>
        limit > Number(page["limit"]) ? { ...page, limit } : page,
  },
  {
    ...{ category: "record differs between pages", rule: "consistent-records" },
    // Entries without a name differ in nothing.
    only: "queryMetadata",
    says: "shows another name on later pages",
    make:
      () =>
      ({ asked, page, entries }) => {
        if (asked.marker === undefined) return page;
        return {
          ...page,
          entries: entries.map((one) => (isJsonObject(one) ? { ...one, name: `copy of ${one["id"]}` } : one)),
        };
      },
  },
  {
    ...{ category: "order changed", rule: "list-order", says: "reverses the entries of later pages" },
    // Its later pages have one entry.
    except: "listEnterpriseMetadataTemplates",
    make:
      () =>
      ({ asked, page, entries }) =>
        asked.marker === undefined ? page : { ...page, entries: entries.toReversed() },
  },
  {
    ...{ category: "total count wrong", rule: "list-complete", says: "reports a total_count that is one too low" },
    byOffset: true,
    make:
      () =>
      ({ page }) => {
        const { total_count: count } = page;
        return typeof count === "number" && count > 0 ? { ...page, total_count: count - 1 } : page;
      },
  },
];
