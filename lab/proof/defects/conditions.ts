import { type Contract, isJsonObject, type JsonObject } from "content-service-contract";
import { changing, type Defect, dashed, hasStatus, planted, without } from "./defect.js";
import { errorOf } from "./statuses.js";

const RULE = "precondition-respected";
const REJECTED = "fulfilled condition rejected";

/** `If-Match` and `If-None-Match` ignored or evaluated wrongly. */
export function conditionDefects({ operations }: Contract): Defect[] {
  return operations.flatMap(({ id, parameters }) =>
    parameters.flatMap(({ name }) => {
      if (name === "If-Match") return [conditionIgnored(id, name), everyIfMatchRejected(id), etagUnchanged(id)];
      return name === "If-None-Match" ? [conditionIgnored(id, name), always304(id)] : [];
    }),
  );
}

function conditionIgnored(id: string, name: string): Defect {
  return planted(id, [`ignores-${name}`, `${name} ignored`, RULE, `ignores ${name}`], {
    only: hasStatus(412, 304),
    response: (_, { healthy, sent }) => healthy({ headers: without(sent.headers, name.toLowerCase()) }),
  });
}

function everyIfMatchRejected(id: string): Defect {
  const row = ["rejects-every-If-Match", REJECTED, RULE, "rejects every If-Match"] as const;
  return planted(id, row, () => async (call) => {
    const isRejected = call.operation?.id === id && call.sent.headers["if-match"] !== undefined;
    return isRejected ? errorOf(id, 412) : call.healthy();
  });
}

function always304(id: string): Defect {
  return planted(id, ["304-for-every-etag", REJECTED, RULE, "returns 304 for every If-None-Match"], {
    only: hasStatus(200),
    response: (response, { sent }) =>
      sent.headers["if-none-match"] === undefined ? response : { status: 304, headers: {}, body: undefined },
  });
}

/** Each file keeps the etag of its first response, also for `If-Match`. */
function etagUnchanged(id: string): Defect {
  const row = ["etag-never-changes", "etag does not change", RULE, "changes a file but not its etag"] as const;
  return planted(id, row, () => {
    const first = new Map<string, string>();
    const withFirstEtag = changing(id, {
      members(body, { sent }) {
        const file = sent.url.replace(/\?.*/, "");
        if (typeof body["etag"] !== "string") return body;
        const etag = first.get(file) ?? body["etag"];
        first.set(file, etag);
        return { ...body, etag };
      },
    });
    return async (call) => {
      const seen = first.get(call.sent.url.replace(/\?.*/, ""));
      const headers = call.sent.headers["if-match"] === seen ? without(call.sent.headers, "if-match") : undefined;
      return withFirstEtag(headers === undefined ? call : { ...call, healthy: () => call.healthy({ headers }) });
    };
  });
}

/** `fields` ignored or applied wrongly. */
export function fieldDefects({ operations }: Contract): Defect[] {
  const able = operations.filter(({ parameters }) =>
    parameters.some((one) => one.in === "query" && one.name === "fields"),
  );
  return able.flatMap(({ id }, number) => [
    planted(id, ["ignores-fields", "fields ignored", "standard-representation", "ignores fields"], {
      request({ sent }) {
        const url = new URL(sent.url);
        url.searchParams.delete("fields");
        return { url: url.href };
      },
    }),
    number % 2 === 0
      ? fieldsMisapplied(id, "has an extra property", withExtraProperty)
      : fieldsMisapplied(id, "lacks a requested property", withoutRequested),
  ]);
}

type Misapply = (record: JsonObject, fields: readonly string[]) => JsonObject;

function withExtraProperty(record: JsonObject, fields: readonly string[]): JsonObject {
  const name = ["created_at", "description", "etag", "assigned_at", "status"].find((one) => !fields.includes(one));
  return name === undefined ? record : { ...record, [name]: "2026-03-10T08:00:00+00:00" };
}

function withoutRequested(record: JsonObject, fields: readonly string[]): JsonObject {
  return without(record, ...fields.filter((one) => one !== "id" && one !== "type"));
}

function fieldsMisapplied(id: string, says: string, misapply: Misapply): Defect {
  const sentence = `returns a record that ${says} with fields`;
  return planted(id, [`fields-${dashed(says)}`, "fields applied wrongly", "standard-representation", sentence], {
    members(body, { sent }) {
      const fields = new URL(sent.url).searchParams.get("fields")?.split(",");
      if (fields === undefined) return body;
      const { entries } = body;
      if (!Array.isArray(entries)) return misapply(body, fields);
      return { ...body, entries: entries.map((one) => (isJsonObject(one) ? misapply(one, fields) : one)) };
    },
  });
}
