import { type Json, type JsonObject, objectAt } from "content-service-contract";
import { contractIn, serve } from "./service.js";

export const sites = contractIn("sites.yaml");

const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  sites: { archived: false },
  tools: { type: "manual", responsible_id: null },
  notes: { pinned: false, pinned_at: null, deleted_at: null },
  loans: { comment: null, guarantor_id: null, ends_at: "2027-02-01T00:00:00Z" },
};
const DAY_MS = 86_400_000;

/** The people of the two tokens. The first owns all sites. */
const OWNER = 901;
const OTHER = 902;

interface Stored extends JsonObject {
  readonly id: number;
}

export function createSites(defect?: string) {
  const tables = new Map<string, Map<number, Stored>>();
  const versions = new Map<number, number>();
  /** The site of a tool when it was created. */
  const firstSites = new Map<number, number>();
  const firstPrices = new Map<number, number>();
  const hidden = new Set<number>();
  /** The sites of which the other caller is or was a member. */
  const everMember = new Set<number>();
  const gone: Stored[] = [];
  const loansByKey = new Map<string | null, number>();
  let last = 0;
  let lastPrice: Json | undefined;
  for (const id of [OWNER, OTHER, 903, 904]) table("people").set(id, { id });

  return serve(sites, ({ method, pathname, query, headers, token, sent, isValid }) => {
    const [, kind = "", idText, action, other] = pathname.split("/");
    const isOwner = token !== "other";
    if (!isValid) return error(422);
    if (kind === "me") return Response.json({ id: isOwner ? OWNER : OTHER });
    if (idText === undefined) return method === "POST" ? create(kind, sent) : list(kind, query, isOwner);
    const record = table(kind).get(Number(idText));
    if (record === undefined || (kind === "notes" && !isOwner && defect !== `${action}s-for-others`)) return error(404);
    if (action === "summary" && (isOwner || isSeen(record) || defect === "sums-up-for-all"))
      return Response.json({
        tool_count: [...table("tools").values()].filter((one) => one["site_id"] === record.id).length,
      });
    const wasSeen = everMember.has(siteOf(record)) && kind === "tools" && method === "GET";
    if (!isOwner && !isSeen(record) && !(wasSeen && defect === "shows-tools-to-former-members")) return error(404);
    if (action === "members") return members(record.id, method, sent, other);
    if (action === "tools") {
      const isForeman = isOwner || table(`members of ${record.id}`).get(OTHER)?.["role"] === "foreman";
      if (!isForeman && defect !== "lets-guests-add-tools") return error(403);
      if (record["archived"] === true && defect !== "adds-tools-to-archived-sites") return error(409);
      return create("tools", { ...sent, site_id: record.id });
    }
    if (action === "extend") return extend(record, headers.get("idempotency-key"));
    if (action !== undefined) return act(record, action, sent);
    if (method === "GET") return shown(kind, record);
    if (method === "DELETE") return remove(kind, record);
    const [etag, changed] = [headers.get("if-match"), { ...record, ...sent }];
    if (etag !== null && etag !== etagOf(record.id)) {
      if (defect === "stores-price-of-old-version") save(kind, { ...record, price: changed["price"] ?? null });
      return error(412);
    }
    if (kind === "tools" && isTaken(changed)) return error(409);
    const isRange = defect === "compares-the-years-sent-alone" ? isInOrder(sent) : isInOrder(changed);
    if (!isRange) return error(422, { field: "usable_until" });
    if (kind === "loans" && etag === null) return error(428);
    if (kind === "loans" && Number(changed["days"]) > 9) return error(422);
    if (kind === "tools") lastPrice = sent["price"] ?? lastPrice;
    if (kind === "tools" && !isPerson(changed["responsible_id"])) return error(422);
    if (defect === "keeps-the-responsible" && changed["responsible_id"] === null)
      Object.assign(changed, { responsible_id: record["responsible_id"] });
    const whole = { ...DEFAULTS[kind], ...sent, id: record.id };
    return shown(kind, save(kind, kind === "loans" && defect !== "merges-loans" ? whole : changed));
  });

  function table(kind: string): Map<number, Stored> {
    const known = tables.get(kind) ?? new Map<number, Stored>();
    tables.set(kind, known);
    return known;
  }

  function siteOf(record: Stored): number {
    return Number(record["site_id"] ?? record.id);
  }

  /** Whether the other caller sees a record: that of a site whose member that one is, or of no site. */
  function isSeen(record: Stored): boolean {
    const isOfSite = table("sites").has(siteOf(record)) && !("text" in record || "days" in record);
    return !isOfSite || table(`members of ${siteOf(record)}`).has(OTHER);
  }

  function isPerson(id: Json | undefined): boolean {
    return id === undefined || id === null || table("people").has(Number(id));
  }

  function save(kind: string, record: Stored): Stored {
    table(kind).set(record.id, record);
    versions.set(record.id, (versions.get(record.id) ?? 0) + 1);
    return record;
  }

  function etagOf(id: number): string {
    return `"${id}-${versions.get(id)}"`;
  }

  function isTaken({ id, code, site_id }: JsonObject, isChange = true): boolean {
    const fold = (one: Json | undefined) =>
      defect === "tells-cases-apart" && isChange ? String(one) : String(one).toLowerCase();
    return [...table("tools").values()].some(
      (one) => one.id !== id && one["site_id"] === site_id && fold(one["code"]) === fold(code),
    );
  }

  function create(kind: string, body: JsonObject): Response {
    if (kind === "tools" && isTaken(body, false)) return error(409);
    if (kind === "tools" && !isPerson(body["responsible_id"])) return error(422, { field: "responsible_id" });
    if (kind === "sites" && !table("tools").has(Number(body["main_tool_id"] ?? 0)) && "main_tool_id" in body)
      return error(422, { field: "main_tool_id" });
    const isNamed = kind === "sites" && [...table("sites").values()].some(({ name }) => name === body["name"]);
    if (isNamed && defect !== "names-sites-alike") return error(422);
    if (!isInOrder(body) && defect !== "compares-years-in-changes-alone") return error(422, { field: "usable_until" });
    // A rule that no schema tells.
    if (kind === "tools" && body["unit"] !== "cm") return error(422, { errors: [{ field: "unit" }] });
    const isFree = table("tools").has(Number(body["tool_id"])) && (body["guarantor_id"] ?? null) === null;
    if (kind === "loans" && Number(body["days"]) < 3) return error(422, { days: ["must be at least 3"] });
    if (kind === "loans" && !(isFree && Number(body["days"]) < 60)) return error(422);
    last += 1;
    const record = save(kind, { ...DEFAULTS[kind], ...body, id: last });
    if (kind === "tools") firstSites.set(last, Number(body["site_id"]));
    if (kind === "tools") firstPrices.set(last, Number(body["price"]));
    return shown(kind, record, 201);
  }

  function shown(kind: string, record: Stored, status = 200): Response {
    return Response.json(visible(kind, record), { status, headers: { etag: etagOf(record.id) } });
  }

  function visible(kind: string, record: Stored): JsonObject {
    // A change of a tool is none of its site, although the site shows another value.
    const updated_at = new Date(1000 * (versions.get(record.id) ?? 0)).toISOString();
    if (kind === "tools") return { ...record, updated_at, loan_id: loanOf(record.id) };
    return kind === "sites" ? { ...record, updated_at, ...derived(record.id) } : record;
  }

  function loanOf(tool: number): number | null {
    const loans = [...(defect === "keeps-the-loan" ? gone : []), ...table("loans").values()];
    return loans.findLast((one) => one["tool_id"] === tool)?.id ?? null;
  }

  /** What a site shows of its tools, those that are gone included with a defect. */
  function derived(site: number): JsonObject {
    const tools = [...table("tools").values(), ...gone].filter((one) => one["site_id"] === site);
    const present = tools.filter(({ id }) => table("tools").has(id));
    const priceOf = ({ id, price }: Stored) => Number(defect === "sums-up-old-prices" ? firstPrices.get(id) : price);
    const sum = (all: readonly Stored[]) => all.reduce((total, one) => total + priceOf(one), 0);
    const latest = (all: readonly Stored[]) =>
      all
        .map((one) => String(one["bought_on"]))
        .toSorted()
        .at(-1) ?? null;
    const priceShown = ({ price = null }: Stored) =>
      defect === "shows-one-price-for-all" ? (lastPrice ?? price) : price;
    return {
      tools: present.map((one) => ({ id: one.id, price: priceShown(one) })),
      value: sum(defect === "keeps-the-value" ? tools : present),
      last_bought_on: latest(defect === "keeps-the-last-day" ? tools : present),
    };
  }

  function extend(loan: Stored, key: string | null): Response {
    const known = loansByKey.get(key);
    if (known !== undefined && known !== loan.id) return error(409);
    loansByKey.set(key, loan.id);
    const isRepeated = known === loan.id && defect !== "extends-twice-with-a-key";
    const days = isRepeated ? 0 : defect === "extends-by-six-days" ? 6 : 7;
    const ends_at = new Date(Date.parse(String(loan["ends_at"])) + days * DAY_MS).toISOString();
    return shown("loans", days === 0 ? loan : save("loans", { ...loan, ends_at }));
  }

  function act(record: Stored, action: string, sent: JsonObject): Response {
    if (action === "pin")
      return shown("notes", save("notes", { ...record, pinned: true, pinned_at: "2027-01-05T00:00:00Z" }));
    if (action === "release") {
      const pinned_at = defect === "keeps-the-time-of-pinning" ? (record["pinned_at"] ?? null) : null;
      return shown("notes", save("notes", { ...record, pinned_at }));
    }
    if (action === "restore" && "text" in record) {
      if (record["deleted_at"] === null) return error(409);
      const text = defect === "restores-empty-notes" ? "" : (record["text"] ?? null);
      return shown("notes", save("notes", { ...record, text, deleted_at: null }));
    }
    if (action === "move")
      return record["site_id"] === sent["site_id"] ? error(409) : shown("tools", save("tools", { ...record, ...sent }));
    const isArchive = action === "archive";
    if (record["archived"] === isArchive && (isArchive || defect !== "restores-open-sites")) return error(409);
    if (isArchive && defect === "restores-without-tools")
      for (const tool of table("tools").values()) if (tool["site_id"] === record.id) hidden.add(tool.id);
    return shown("sites", save("sites", { ...record, archived: isArchive }));
  }

  function remove(kind: string, record: Stored): Response {
    const isUsed = [...table("tools").values()].some((one) => one["site_id"] === record.id);
    if (kind === "sites" && isUsed) return error(409);
    if (kind === "notes") {
      if (record["deleted_at"] !== null) return error(404);
      save("notes", { ...record, deleted_at: "2027-01-05T00:00:00Z" });
      return new Response(null, { status: 204 });
    }
    table(kind).delete(record.id);
    gone.push(record);
    for (const loan of [...table("loans").values()].filter((one) => kind === "tools" && one["tool_id"] === record.id)) {
      table("loans").delete(loan.id);
      gone.push(loan);
    }
    return new Response(null, { status: 204 });
  }

  function members(site: number, method: string, { role = null }: JsonObject, person: string | undefined): Response {
    const all = table(`members of ${site}`);
    const id = Number(person);
    if (person === undefined)
      return Response.json([...all.values()].map(({ id: person_id, role: own = null }) => ({ person_id, role: own })));
    if (method === "DELETE") return all.delete(id) ? new Response(null, { status: 204 }) : error(404);
    if (!table("people").has(id) || id === OWNER) return error(422);
    const status = all.has(id) ? 200 : 201;
    if (id === OTHER) everMember.add(site);
    all.set(id, { id, role: defect === "lists-all-as-guests" ? "guest" : role });
    return Response.json({ person_id: id, role }, { status });
  }

  function list(kind: string, asked: URLSearchParams, isOwner: boolean): Response {
    const to = asked.get("to");
    const codes = asked
      .get("code")
      ?.split(",")
      .slice(0, defect === "takes-the-first-code-alone" ? 1 : undefined);
    const [order, text] = [asked.get("sort") ?? asked.get("order"), asked.get("q")];
    const limit = Number(asked.get("limit") ?? 100);
    const from = Number(asked.get("offset") ?? Number(asked.get("page") ?? 0) * limit);
    const isOpen = isOwner || (defect === "finds-hidden-tools-by-site" && asked.has("site_id"));
    const site = (tool: Stored) =>
      defect === "finds-moved-tools-in-the-old-site" ? firstSites.get(tool.id) : tool["site_id"];
    const isPassed = (one: Stored) => {
      const day = String(one["bought_on"]);
      const isInTime = to === null || (defect === "excludes-the-last-day" ? day < to : day <= to);
      const isThere = kind !== "tools" || table("sites").get(Number(one["site_id"]))?.["archived"] === false;
      if (codes !== undefined && !codes.includes(String(one["code"]))) return false;
      if (!isOpen && !isSeen(one)) return false;
      const fold = (own: string) => (defect === "searches-in-one-case" ? own : own.toLowerCase());
      if (text !== null && !fold(String(one["code"])).includes(fold(text))) return false;
      if (text !== null && defect === "searches-all-sites") return true;
      const { city } = objectAt(one, "maker");
      if (asked.has("city") && city !== asked.get("city") && defect !== "finds-every-city") return false;
      return isInTime && isThere && !hidden.has(one.id) && [null, String(site(one))].includes(asked.get("site_id"));
    };
    const isKept =
      (kind === "loans" && defect === "lists-loans-of-deleted-tools") ||
      (kind === "tools" && defect === "finds-deleted-tools" && text !== null);
    const kept = isKept ? gone.filter((one) => "tool_id" in one === (kind === "loans")) : [];
    const all = [...table(kind).values(), ...kept].filter(isPassed);
    const byText = (one: Stored, other: Stored) => (String(one["price"]) < String(other["price"]) ? -1 : 1);
    const byNumber = (one: Stored, other: Stored) => Number(one["price"]) - Number(other["price"]);
    if (order?.endsWith("price")) all.sort(defect === "sorts-prices-as-text" ? byText : byNumber);
    if (order?.startsWith("-") || order === "desc") all.reverse();
    const page = all.slice(from, from + limit);
    const isLost = (one: Stored) => {
      if (defect === "loses-the-second-in-order") return order === "asc" && all.indexOf(one) === 1;
      return (
        defect === "loses-equal-prices" && order === "price" && one["price"] === all[all.indexOf(one) - 1]?.["price"]
      );
    };
    return Response.json(page.filter((one) => !isLost(one)).map((one) => visible(kind, one)));
  }
}

function isInOrder({ usable_from, usable_until }: JsonObject): boolean {
  return typeof usable_from !== "number" || typeof usable_until !== "number" || usable_from <= usable_until;
}

function error(status: number, body: JsonObject = { status }): Response {
  return Response.json(body, { status });
}
