import type { Contract, Json, JsonObject, Operation } from "content-service-contract";
import { isJsonObject, parseJson } from "content-service-contract";
import { type Call, type Defect, dashed, isSuccess, type PlainRequest, type PlainResponse, planted } from "./defect.js";

/** The one list with its parameters in the body. */
const QUERY = "queryMetadata";
const PAGING: ReadonlySet<string> = new Set(["fields", "limit", "offset", "usemarker", "marker"]);

export function listDefects({ operations }: Contract): Defect[] {
  const lists = operations.filter(
    ({ isSafe, parameters, id }) => isSafe && (hasQuery(parameters, "limit") || id === QUERY),
  );
  return lists.flatMap(({ id, parameters }): Defect[] => {
    const faults = pagingFaults.filter(
      ({ byOffset, only = id, except }) =>
        (!byOffset || hasQuery(parameters, "offset")) && only === id && except !== id,
    );
    const filters = parameters.filter((one) => one.in === "query" && !one.required && !PAGING.has(one.name));
    return [
      ...faults.map((fault) => pagingDefect(id, fault)),
      ...filters.map(({ name }) =>
        planted(id, [`ignores-${name}`, "filter ignored", "filter-respected", `ignores the filter ${name}`], {
          request: ({ sent }) => withParameters(sent, { [name]: undefined }),
        }),
      ),
      ...(id === QUERY ? Object.entries(MISREAD).map(operatorMisread) : []),
    ];
  });
}

/** Operators that have the meaning of others. */
const MISREAD = { "<= ": "< ", " OR ": " AND ", "NOT ": "", " LIKE ": " ILIKE " };

function operatorMisread([one, other]: [string, string]): Defect {
  const says = `reads ${one.trim()} as ${other.trim() || "nothing"}`;
  return planted(QUERY, [dashed(says), "operator misread", "query-respected", says], {
    request({ sent }) {
      const body = parseJson(sent.body);
      if (!isJsonObject(body) || typeof body["query"] !== "string") return undefined;
      return { body: JSON.stringify({ ...body, query: body["query"].replaceAll(one, other) }) };
    },
  });
}

function hasQuery(parameters: Operation["parameters"], name: string): boolean {
  return parameters.some((one) => one.in === "query" && one.name === name);
}

function pagingDefect(id: string, { category, rule, orRules, says, make }: PagingFault): Defect {
  const defect = planted(id, [dashed(says), category, rule, says], () => {
    const spoil = make();
    return async (call) => {
      if (call.operation?.id !== id) return call.healthy();
      if (parameterOf(call.sent, "marker")?.startsWith(FAKE_MARKER)) return emptyPage(call, spoil);
      const response = await call.healthy();
      return isSuccess(response) ? spoiled(call, response, spoil) : response;
    };
  });
  return orRules === undefined ? defect : { ...defect, orRules };
}

async function spoiled(call: Call, response: PlainResponse, spoil: Spoil): Promise<PlainResponse> {
  const page = parseJson(response.body);
  if (!isJsonObject(page) || !Array.isArray(page["entries"])) return response;
  const [marker, limit = 0, offset = 0] = ["marker", "limit", "offset"].map((name) => parameterOf(call.sent, name));
  const context = { call, page, entries: page["entries"], marker, limit: Number(limit), offset: Number(offset) };
  return { ...response, body: JSON.stringify(await spoil(context)) };
}

async function emptyPage(call: Call, spoil: Spoil): Promise<PlainResponse> {
  const first = await call.healthy(withParameters(call.sent, { marker: undefined }));
  const page = parseJson(first.body);
  if (!isSuccess(first) || !isJsonObject(page)) return first;
  const empty = JSON.stringify({ ...page, entries: [], next_marker: null });
  return spoiled(call, { ...first, body: empty }, spoil);
}

/** Prefix of markers that no healthy list returns. */
const FAKE_MARKER = "again-";

/** A parameter from the query or the body. */
function parameterOf({ url, body }: PlainRequest, name: string): string | undefined {
  const given = parseJson(body);
  const value = (isJsonObject(given) ? given[name] : new URL(url).searchParams.get(name)) ?? undefined;
  return value === undefined ? undefined : String(value);
}

/** The same request without a parameter, or with another value. */
function withParameters({ url, body }: PlainRequest, changed: Record<string, undefined>): Partial<PlainRequest> {
  const given = parseJson(body);
  if (isJsonObject(given)) return { body: JSON.stringify({ ...given, ...changed }) };
  const changedUrl = new URL(url);
  for (const name of Object.keys(changed)) changedUrl.searchParams.delete(name);
  return { url: changedUrl.href };
}

/** A page, and the parameters that were requested. */
interface PageContext {
  readonly call: Call;
  readonly page: JsonObject;
  readonly entries: readonly Json[];
  readonly marker: string | undefined;
  /** 0 when it is not requested, as the offset. */
  readonly limit: number;
  readonly offset: number;
}

/** Breaks a page; may keep state between pages. */
type Spoil = (context: PageContext) => JsonObject | Promise<JsonObject>;

interface PagingFault {
  readonly category: string;
  readonly rule: Defect["rule"];
  readonly orRules?: Defect["orRules"];
  readonly says: string;
  readonly byOffset?: true;
  /** Only for this operation. */
  readonly only?: string;
  readonly except?: string;
  readonly make: () => Spoil;
}

/** A fault without state. */
const always = (spoil: Spoil) => () => spoil;

/** The page that the request gets without one of its parameters. */
const ignoring = (name: "marker" | "offset" | "limit") =>
  always(async ({ call, page }) => {
    if (parameterOf(call.sent, name) === undefined) return page;
    const other = await call.healthy(withParameters(call.sent, { [name]: undefined }));
    const json = parseJson(other.body);
    return isSuccess(other) && isJsonObject(json) ? json : page;
  });

const pagingFaults: readonly PagingFault[] = [
  {
    ...{ category: "pagination loses an entry", rule: "list-complete" },
    says: "drops the first entry of each later page by marker",
    make: always(({ marker, page, entries }) => (marker === undefined ? page : { ...page, entries: entries.slice(1) })),
  },
  {
    ...{ category: "pagination loses an entry", rule: "list-complete", byOffset: true },
    says: "drops the first entry of each later page by offset",
    make: always(({ offset, page, entries }) => (offset === 0 ? page : { ...page, entries: entries.slice(1) })),
  },
  {
    ...{ category: "pagination ends early", rule: "list-complete", says: "returns no marker after the second page" },
    make: always(({ marker, page }) => (marker === undefined ? page : { ...page, next_marker: null })),
  },
  {
    ...{ category: "pagination repeats an entry", rule: "list-without-duplicates" },
    // On pages with one entry, both rules apply.
    orRules: ["marker-respected"],
    says: "starts each page with the last entry of the page before",
    make() {
      let last: Json | undefined;
      return ({ marker, offset, page, entries }) => {
        const isLater = marker !== undefined || offset > 0;
        const again = isLater && last !== undefined ? [last] : [];
        last = entries.at(-1);
        return { ...page, entries: [...again, ...entries].slice(0, Math.max(1, entries.length)) };
      };
    },
  },
  {
    ...{ category: "pagination never ends", rule: "list-ends", says: "returns the same marker every time" },
    // The marker leads to earlier entries.
    orRules: ["list-without-duplicates"],
    make() {
      const firsts = new Map<string, Json>();
      return ({ call: { sent }, page }) => {
        const { url, body } = { ...sent, ...withParameters(sent, { marker: undefined, limit: undefined }) };
        const list = `${url} ${body ?? ""}`;
        const first = firsts.get(list) ?? page["next_marker"] ?? undefined;
        if (first === undefined) return page;
        firsts.set(list, first);
        return { ...page, next_marker: first };
      };
    },
  },
  {
    ...{ category: "pagination never ends", rule: "list-ends", says: "returns a new marker with every empty page" },
    make() {
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
    make: ignoring("marker"),
  },
  {
    ...{ category: "offset ignored", rule: "offset-respected", says: "returns the first page for every offset" },
    byOffset: true,
    make: ignoring("offset"),
  },
  { category: "limit ignored", rule: "limit-respected", says: "ignores limit", make: ignoring("limit") },
  {
    ...{ category: "limit not capped", rule: "limit-respected", says: "reports a limit above the maximum" },
    make: always(({ limit, page }) => (limit > Number(page["limit"]) ? { ...page, limit } : page)),
  },
  {
    ...{ category: "record differs between pages", rule: "consistent-records" },
    // Entries without a name differ in nothing.
    only: QUERY,
    says: "shows another name on later pages",
    make: always(({ marker, page, entries }) => {
      const renamed = entries.map((one) => (isJsonObject(one) ? { ...one, name: `copy of ${one["id"]}` } : one));
      return marker === undefined ? page : { ...page, entries: renamed };
    }),
  },
  {
    ...{ category: "order changed", rule: "list-order", says: "reverses the entries of later pages" },
    // Its later pages have one entry.
    except: "listEnterpriseMetadataTemplates",
    make: always(({ marker, page, entries }) => {
      return marker === undefined ? page : { ...page, entries: entries.toReversed() };
    }),
  },
  {
    ...{ category: "total count wrong", rule: "list-complete", says: "reports a total_count that is one too low" },
    byOffset: true,
    make: always(({ page }) => {
      const { total_count: count } = page;
      return typeof count === "number" && count > 0 ? { ...page, total_count: count - 1 } : page;
    }),
  },
];
