import { createClient } from "content-service-client";
import type { Seed } from "content-service-sandbox";
import { type CallInput, isJsonObject, type Json, type PositiveCase } from "../src/index.js";
import { callOperation, withParameters } from "./call-operation.js";
import type { TargetAddress } from "./targets.js";
import { controlSandbox } from "./targets.js";

/**
 * The cases in which a sandbox must succeed: those of the contract with a success, each different request once. The
 * errors have to come about, which scenarios see to.
 */
export function sandboxSuccesses(cases: readonly PositiveCase[]): PositiveCase[] {
  const known = new Set<string>();
  return cases.filter((one) => {
    const { operation, status, input } = one;
    const own = namesOf(one).filter((name) => `${operation.id} ${name}` in fitting);
    const request = JSON.stringify([operation.id, status, input, own]);
    if (status >= 400 || known.has(request)) return false;
    known.add(request);
    return true;
  });
}

/** Puts the world back, prepares what the case needs, and gives the input of the call. */
export async function prepareSuccess(target: TargetAddress, positive: PositiveCase): Promise<CallInput> {
  await controlSandbox(target, "POST /reset");
  const { operation } = positive;
  const fits = namesOf(positive).flatMap((name) => fitting[`${operation.id} ${name}`] ?? []);
  let input = withParameters(operation, positive.input, target);
  for (const { world, path, header } of fits) {
    if (world !== undefined) {
      const seed = await controlSandbox<Seed>(target, "GET /state");
      await controlSandbox(target, "PUT /state", world(seed) as { [key: string]: Json });
    }
    input = { ...input, path: { ...input.path, ...path }, header: { ...input.header, ...header } };
  }
  return withGivenMarker(target, positive, input);
}

/** What an example needs to succeed on the default seed, where that is more than the example itself. */
interface Fit {
  /** Makes the world to start from. */
  readonly world?: (seed: Seed) => Seed;
  /** Sent instead of the examples of the parameters. */
  readonly path?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
}

/** An etag that nothing has. */
const changed = { "If-None-Match": "999" };

/** By operation, and the name of the example of its request, or of its answer. Everything else succeeds as it is. */
const fitting: Readonly<Record<string, Fit>> = {
  // Nobody has been given these credentials.
  "refreshAccessToken refresh": {
    world: (seed) => ({
      ...seed,
      clients: [{ client_id: "example-client-id", client_secret: "example-client-secret" }],
      refresh_tokens: [{ token: "example-refresh-token-1", user_id: "1001", client_id: "example-client-id" }],
    }),
  },
  // The etag of the examples is that of the file, which gives 304.
  "findSharedItem full": { header: changed },
  "findSharedItem fields": { header: changed },
  // The example of the header is a link to a file.
  "findSharedItem folder": linkTo("leases"),
  "findSharedItem web_link": linkTo("register"),
  // What these create is there already: the seed shows the world after the examples.
  "createWebLink create": { world: without("web_links", "6001") },
  "createCollaboration invite_user": { world: without("collaborations", "9001") },
  "createFileMetadata apply": { world: without("metadata_instances", "7d1e5f3a-9b20-4c64-a1d8-3e5f7a9b0c12") },
  "assignLegalHoldPolicy hold_folder": { world: without("legal_hold_policy_assignments", "8101") },
  "assignLegalHoldPolicy hold_user": { world: without("legal_hold_policy_assignments", "8102") },
  "createMetadataTemplate create": {
    world: (seed) => ({ ...seed, metadata_templates: [], metadata_instances: [] }),
  },
  // The examples of the path name another template than these do.
  "createFileMetadata apply_global_properties": {
    world: without("metadata_instances", "1c3e5a7b-2d4f-4680-9a1b-3c5d7e9f0a21"),
    path: { scope: "global", template_key: "properties" },
  },
  "getFileMetadata global_properties": { path: { scope: "global", template_key: "properties" } },
};

function linkTo(slug: string): Fit {
  const link = encodeURIComponent(`https://content.example/s/${slug}`);
  return { header: { ...changed, ServiceApi: `shared_link=${link}` } };
}

type ListName = "web_links" | "collaborations" | "metadata_instances" | "legal_hold_policy_assignments";

function without(list: ListName, id: string): (seed: Seed) => Seed {
  return (seed) => ({ ...seed, [list]: (seed[list] ?? []).filter((one) => one.id !== id) });
}

/** A list takes only markers that it gave. An empty page has one that leads to the page that should have come. */
async function withGivenMarker(target: TargetAddress, { operation }: PositiveCase, input: CallInput) {
  const { query = {}, body } = input;
  const inBody = isJsonObject(body) && "marker" in body;
  if (!inBody && !("marker" in query)) return input;
  const before = inBody ? { ...input, body: omit(body, "marker") } : { ...input, query: omit(query, "marker") };
  await controlSandbox(target, "POST /faults", { kind: "empty_page", operation: operation.id });
  const client = createClient({ ...target, auth: target.token });
  const page = await callOperation(client, operation, before);
  const marker = isJsonObject(page) ? page["next_marker"] : undefined;
  if (typeof marker !== "string") throw new Error(`${operation.id} gave no marker`);
  return inBody ? { ...input, body: { ...body, marker } } : { ...input, query: { ...query, marker } };
}

function omit(record: Readonly<Record<string, Json>>, name: string): Record<string, Json> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== name));
}

function namesOf({ requestExample, example }: Pick<PositiveCase, "requestExample" | "example">): string[] {
  return [requestExample, example].flatMap((one) => (one === undefined ? [] : [one.name]));
}
