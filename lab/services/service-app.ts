import { readFileSync } from "node:fs";
import type { Contract, Json, JsonObject } from "content-service-contract";
import { createContract, findRoute, isJsonObject, queryOf, readRequest } from "content-service-contract";
import type { CheckTarget } from "content-service-contract-tests";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { parse } from "yaml";

/** What a request carries to its handler: the values are of the types of the document. */
interface ServiceEnv {
  Variables: { body: Json; query: JsonObject; caller: string };
}

export type ServiceContext = Context<ServiceEnv>;

/** A small stateful service, with its planted defects. */
interface ServicePlan<Defect extends string> {
  /** The name of its files. */
  readonly name: string;
  /** A sentence for each defect, by id. */
  readonly defects: Readonly<Record<Defect, string>>;
  /** What the operator of the service gives to the contract tests. */
  readonly target: Pick<CheckTarget, "baseUrl" | "token" | "secondToken" | "callers">;
  readonly errorBody: (status: number, message: string) => JsonObject;
  /** Who sends a request; undefined without valid credentials. Leave it out for a service without credentials. */
  readonly callerOf?: (request: Request) => string | undefined;
  /** Creates the state of the service, and adds its handlers to the app. */
  readonly addRoutes: (setting: Setting<Defect>) => void;
}

/** What the handlers of a service use. */
export interface Setting<Defect extends string> {
  readonly app: Hono<ServiceEnv>;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;
  /** A time as text, by default the current one. */
  readonly time: (ms?: number) => string;
  /** Whether a defect is planted. */
  readonly has: (defect: Defect) => boolean;
}

export type Service = ReturnType<typeof defineService>;

/** Defines a service, which can be created with one of its defects. */
export function defineService<Defect extends string>(plan: ServicePlan<Defect>) {
  const { name, target, addRoutes } = plan;
  // A contract compiles its schemas once.
  const contract = createContract(withoutFacts(documentOf(name)));
  // Those who run services do not know the ids of their defects.
  const defects: Readonly<Record<string, string>> = plan.defects;
  return {
    ...{ name, defects, target, contract },
    /** Creates the service with a state of its own, healthy or with a defect. */
    create({ defect, now }: { readonly defect?: string | undefined; readonly now: () => number }): Hono<ServiceEnv> {
      if (defect !== undefined && !Object.hasOwn(defects, defect))
        throw new TypeError(`The ${name} has no defect ${defect}`);
      const app = createServiceApp(contract, now, plan);
      addRoutes({ app, now, time: (ms = now()) => new Date(ms).toISOString(), has: (id) => id === defect });
      return app;
    },
  };
}

/** The document of a service, with the links and the facts (`x-…`) that its operator can add. */
export function documentOf(service: string): JsonObject {
  const document: unknown = parse(readFileSync(new URL(`${service}.yaml`, import.meta.url), "utf8"), { merge: true });
  if (!isJsonObject(document)) throw new Error(`${service}.yaml is no object`);
  return document;
}

/** What a document says that nobody has prepared for the contract tests. */
function withoutFacts(document: JsonObject): unknown {
  return JSON.parse(JSON.stringify(document), (name, value: unknown) =>
    /^(links$|x-)/.test(name) ? undefined : value,
  );
}

/** Creates a Hono app that checks credentials, validates requests by the document, and serializes errors. */
function createServiceApp(
  contract: Contract,
  now: () => number,
  { errorBody, callerOf }: Pick<ServicePlan<string>, "errorBody" | "callerOf">,
): Hono<ServiceEnv> {
  const base = new URL(contract.operations[0]?.serverUrl ?? "").pathname.replace(/\/$/, "");
  const getPath = ({ url }: Request) => {
    const { pathname } = new URL(url);
    return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : "/";
  };
  const app = new Hono<ServiceEnv>({ getPath });
  app.onError((error, c) => {
    // Any other error is a mistake in the service.
    if (!(error instanceof HTTPException)) throw error;
    return c.json(errorBody(error.status, error.message), error.status);
  });
  app.notFound((c) => c.json(errorBody(404, "This path does not exist"), 404));
  app.use(async (c, next) => {
    c.header("Date", new Date(now()).toUTCString());
    const url = getPath(c.req.raw) + new URL(c.req.url).search;
    const method = c.req.method === "HEAD" ? "GET" : c.req.method;
    const route = findRoute(contract, method, url);
    if (route.kind === "method") {
      const allow = route.others.map((one) => one.method.toUpperCase()).join(", ");
      return c.json(errorBody(405, "Method not allowed"), 405, { allow });
    }
    if (route.kind === "unknown") return c.notFound();
    const { operation, path } = route;
    const caller = callerOf?.(c.req.raw);
    if (operation.secured && caller === undefined) throw new HTTPException(401, { message: "Invalid credentials" });
    const query = queryOf(url).filter(([name]) => operation.parameters.some((one) => one.name === name));
    // A body that the document does not mention is ignored, like other query parameters.
    const body = operation.requestBody === undefined ? "" : await c.req.text();
    const read = readRequest(contract, operation, { path, query, headers: c.req.raw.headers, body });
    const [violation] = read.violations;
    const isOfPath = violation?.at.startsWith("/request/path");
    if (violation !== undefined) throw new HTTPException(isOfPath ? 404 : 400, { message: violation.message });
    c.set("body", read.body.kind === "value" ? read.body.value : null);
    c.set("query", read.query);
    c.set("caller", caller ?? "");
    await next();
  });
  return app;
}

/** The body of a request. The caller names the type that the document gives it. */
export function bodyOf<Body>(c: ServiceContext): Body {
  // The middleware has validated it.
  return c.get("body") as Body;
}

/** The query of a request, with its defaults. The caller names the types that the document gives it. */
export function parametersOf<Query>(c: ServiceContext): Query {
  // The middleware has validated it.
  return c.get("query") as Query;
}

export function reject(status: 400 | 403 | 404 | 409 | 410 | 412 | 422, message: string): never {
  throw new HTTPException(status, { message });
}
