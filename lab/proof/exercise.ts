import { type CallInput, isJsonObject, type JsonObject, loadContract, parseJson } from "content-service-contract";
import { negativeCases } from "content-service-contract-tests";
import type { PlainRequest, PlainResponse } from "./defects/defect.js";
import { type DefectServer, proofCall, requestTo, TOKEN } from "./defects/defect-server.js";

const contract = loadContract();
const cases = negativeCases(contract, TOKEN);

/**
 * Calls one operation in every way that could show a defect, then all other operations, and returns all responses as
 * text. When a defect changes none of them, it is not a defect. Independent of the kit's checks.
 */
export async function exercise(server: DefectServer, id: string): Promise<string[]> {
  const responses: string[] = [];
  const send = async (sent: PlainRequest): Promise<PlainResponse> => {
    const response = await server.respond(sent);
    // Request ids are numbered, and a defect may send one request more.
    responses.push(JSON.stringify(response).replace(/r\d{7}/g, "r"));
    return response;
  };
  const call = (input: CallInput, operation = id) => send(requestTo(server, operation, input));
  for (const input of variants(id)) {
    // A record that may exist once has been created already.
    if (input.query?.["fields"] !== undefined) server.sandbox.reset();
    await call(input);
  }
  await paginate(id, call);
  const callAs = (token: string) => {
    const sent = requestTo(server, id, proofCall(id));
    return send({ ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } });
  };
  for (const token of ["token-expired", "no-such-token"]) await callAs(token);
  for (const { operation, request } of cases.filter((one) => one.operation.id === id)) {
    const { method, path, headers, body } = request;
    const url = `${operation.server === "auth" ? server.authUrl : server.baseUrl}${path}`;
    await send({ method, url, headers: Object.fromEntries(new Headers(headers)), body });
  }
  await refresh(server, id, send);
  for (const other of contract.operations.map((one) => one.id)) if (other !== id) await call(proofCall(other), other);
  await call({ path: { file_id: "4009" }, query: { fields: EVERYTHING }, body: {} }, "updateFile");
  await call({ path: { file_id: "4002", scope: "enterprise_7001", template_key: "contract" } }, "getFileMetadata");
  await call({ query: { policy_id: "8001" } }, "listLegalHoldPolicyAssignments");
  for (const token of ["token-member", "token-partner"]) {
    // The calls before may have removed the record.
    server.sandbox.reset();
    await callAs(token);
  }
  return responses;
}

const EVERYTHING = ["etag", "name", "description", "tags", "lock", "parent", "permissions", "shared_link"];

/** The working call, twice, with each optional part, and with unknown ids. */
function variants(id: string): CallInput[] {
  const operation = contract.operation(id);
  const works = proofCall(id);
  const has = (name: string) => operation.parameters.some((one) => one.name === name);
  const query = (more: JsonObject): CallInput => ({ ...works, query: { ...works.query, ...more } });
  const header = (more: JsonObject): CallInput => ({ ...works, header: { ...works.header, ...more } });
  const missing = Object.keys(works.path ?? {}).map((name) => ({
    ...works,
    path: { ...works.path, [name]: "999999" },
  }));
  return [
    works,
    works,
    ...(has("fields") ? [query({ fields: ["name", "etag", "modified_at", "assigned_at"] })] : []),
    ...(has("If-Match") ? ["99", "0", "1", "2"].map((etag) => header({ "If-Match": etag })) : []),
    ...(has("If-None-Match") ? ["3", "99"].map((etag) => header({ "If-None-Match": etag })) : []),
    ...(has("limit") ? [query({ limit: 1 }), query({ limit: 5000 })] : []),
    ...(has("offset") ? [query({ offset: 1, limit: 1 })] : []),
    ...(id === "updateFile" ? CHANGES.map((body) => ({ ...works, body })) : []),
    ...(id === "queryMetadata" ? QUERIES.map((more) => ({ body: { ...bodyOf(works), limit: 5000, ...more } })) : []),
    ...missing,
  ];
}

const CHANGES: readonly JsonObject[] = [
  { name: "found.txt" },
  { tags: ["one"] },
  { lock: { access: "lock" } },
  { permissions: { can_download: "company" } },
  { shared_link: { access: "company" } },
  { parent: { id: "3001" } },
];

/** On the records of the default seed, each operator finds something and leaves something out. */
const QUERIES: readonly JsonObject[] = [
  {},
  { query: "amount <= :amount", query_params: { amount: 100 } },
  { query: "amount = :amount OR status = :status", query_params: { amount: 50, status: "open" } },
  { query: "NOT amount = :amount", query_params: { amount: 100 } },
  { query: "party LIKE :party", query_params: { party: "outside%" } },
];

function bodyOf({ body }: CallInput): JsonObject {
  return isJsonObject(body) ? body : {};
}

/** Pages through a list by marker: at most 12 pages, since a defective list may never end. */
async function paginate(id: string, call: (input: CallInput) => Promise<PlainResponse>): Promise<void> {
  const { parameters } = contract.operation(id);
  const has = (name: string) => parameters.some((one) => one.name === name);
  const works = proofCall(id);
  const inBody = id === "queryMetadata";
  if (!inBody && !has("marker")) return;
  const limit = { listEnterpriseMetadataTemplates: 1, listFileVersionsOnHold: 7 }[id] ?? 40;
  let marker: JsonObject = {};
  for (let page = 0; page < 12; page += 1) {
    const pageQuery = { limit, ...(has("usemarker") ? { usemarker: true } : {}), ...marker };
    const input = inBody
      ? { body: { ...bodyOf(works), ...pageQuery } }
      : { ...works, query: { ...works.query, ...pageQuery } };
    const body = parseJson((await call(input)).body);
    const next = isJsonObject(body) ? body["next_marker"] : undefined;
    if (typeof next !== "string") return;
    marker = { marker: next };
  }
}

async function refresh(server: DefectServer, id: string, send: DefectServer["respond"]): Promise<void> {
  if (id !== "refreshAccessToken") return;
  const form = { grant_type: "refresh_token", client_id: "sandbox-client", client_secret: "sandbox-secret" };
  const spend = async (token: string, more: JsonObject = {}) =>
    parseJson((await send(requestTo(server, id, { body: { ...form, refresh_token: token, ...more } }))).body);
  await spend("refresh-reviewer", { client_secret: "wrong" });
  const first = await spend("refresh-reviewer");
  if (!isJsonObject(first)) return;
  await spend("refresh-reviewer");
  await spend(String(first["refresh_token"]));
  const me = requestTo(server, "getCurrentUser", {});
  await send({ ...me, headers: { authorization: `Bearer ${String(first["access_token"])}` } });
}
