import { type Contract, isJsonObject, type JsonObject } from "../../src/index.js";
import { changingJson, type Defect, without } from "../defect.js";
import { errorOf } from "./statuses.js";

/** `If-Match` and `If-None-Match` ignored or evaluated wrongly. */
export function conditionDefects({ operations }: Contract): Defect[] {
  return operations.flatMap(({ id, parameters }) =>
    parameters
      .filter(({ name }) => name === "If-Match" || name === "If-None-Match")
      .flatMap(({ name }) => [
        conditionIgnored(id, name),
        ...(name === "If-Match" ? [alwaysRejected(id), stillEtag(id)] : [always304(id)]),
      ]),
  );
}

function conditionIgnored(id: string, name: string): Defect {
  return {
    id: `${id}/ignores-${name}`,
    operation: id,
    category: `${name} ignored`,
    rule: "precondition-respected",
    describe: `${id} ignores ${name}`,
    plant: () => async (call) => {
      const response = await call.healthy();
      if (call.operation?.id !== id || (response.status !== 412 && response.status !== 304)) return response;
      return call.healthy({ headers: without(call.sent.headers, name.toLowerCase()) });
    },
  };
}

function alwaysRejected(id: string): Defect {
  return {
    id: `${id}/rejects-every-If-Match`,
    operation: id,
    category: "fulfilled condition rejected",
    rule: "precondition-respected",
    describe: `${id} rejects every If-Match`,
    plant: () => async (call) =>
      call.operation?.id === id && call.sent.headers["if-match"] !== undefined ? errorOf(id, 412) : call.healthy(),
  };
}

function always304(id: string): Defect {
  return {
    id: `${id}/304-for-every-etag`,
    operation: id,
    category: "fulfilled condition rejected",
    rule: "precondition-respected",
    describe: `${id} returns 304 for every If-None-Match`,
    plant: () => async (call) => {
      const response = await call.healthy();
      const asked = call.operation?.id === id && call.sent.headers["if-none-match"] !== undefined;
      return asked && response.status === 200 ? { status: 304, headers: {}, body: undefined } : response;
    },
  };
}

/** Each file keeps the etag of its first response, also for `If-Match`. */
function stillEtag(id: string): Defect {
  return {
    id: `${id}/etag-never-changes`,
    operation: id,
    category: "etag does not change",
    rule: "precondition-respected",
    describe: `${id} changes a file but not its etag`,
    plant: () => {
      const first = new Map<string, string>();
      const present = changingJson(id, (body, { sent }) => {
        const file = sent.url.replace(/\?.*/, "");
        if (!isJsonObject(body) || typeof body["etag"] !== "string") return body;
        const etag = first.get(file) ?? body["etag"];
        first.set(file, etag);
        return { ...body, etag };
      });
      return async (call) => {
        const seen = first.get(call.sent.url.replace(/\?.*/, ""));
        const headers = call.sent.headers["if-match"] === seen ? without(call.sent.headers, "if-match") : undefined;
        return present(headers === undefined ? call : { ...call, healthy: () => call.healthy({ headers }) });
      };
    },
  };
}

/** `fields` ignored or applied wrongly. */
export function fieldDefects({ operations }: Contract): Defect[] {
  const able = operations.filter(({ parameters }) =>
    parameters.some((one) => one.in === "query" && one.name === "fields"),
  );
  return able.flatMap(({ id }, number) => [
    fieldsIgnored(id),
    narrowed(
      id,
      number % 2 === 0 ? tooMany : tooFew,
      number % 2 === 0 ? "has an extra property" : "lacks a requested property",
    ),
  ]);
}

function fieldsIgnored(id: string): Defect {
  return {
    id: `${id}/ignores-fields`,
    operation: id,
    category: "fields ignored",
    rule: "standard-representation",
    describe: `${id} ignores fields`,
    plant: () => async (call) => {
      const url = new URL(call.sent.url);
      if (call.operation?.id !== id || !url.searchParams.has("fields")) return call.healthy();
      url.searchParams.delete("fields");
      return call.healthy({ url: url.href });
    },
  };
}

type Narrow = (record: JsonObject, fields: readonly string[]) => JsonObject;

const tooMany: Narrow = (record, fields) => {
  const name = ["created_at", "description", "etag", "assigned_at", "status"].find((one) => !fields.includes(one));
  return name === undefined ? record : { ...record, [name]: "2026-03-10T08:00:00+00:00" };
};
const tooFew: Narrow = (record, fields) => without(record, ...fields.filter((one) => one !== "id" && one !== "type"));

function narrowed(id: string, narrow: Narrow, says: string): Defect {
  return {
    id: `${id}/fields-${says.replaceAll(" ", "-")}`,
    operation: id,
    category: "fields applied wrongly",
    rule: "standard-representation",
    describe: `A record of ${id} with fields ${says}`,
    plant: () =>
      changingJson(id, (body, { sent }) => {
        const fields = new URL(sent.url).searchParams.get("fields")?.split(",");
        if (fields === undefined || !isJsonObject(body)) return body;
        const { entries } = body;
        if (!Array.isArray(entries)) return narrow(body, fields);
        return { ...body, entries: entries.map((one) => (isJsonObject(one) ? narrow(one, fields) : one)) };
      }),
  };
}
