import { type Contract, documentedResponse, type Operation, queryOf } from "content-service-contract-tests/contract";
import { Hono, type Context as HonoContext } from "hono";
import type { Reply } from "../faults/fault-effects.js";
import { errorBody, formOf } from "../responses/error-response.js";
import { json, withId } from "../responses/plain-response.js";
import type { LogEntry } from "./log.js";
import { readLimitedBody } from "./read-limited-body.js";
import { isNestedDeeper, type RawRequest } from "./read-request.js";
import { FAILED } from "./service-api.js";

/** The operations of one document, and how they are answered. */
export interface Mount {
  readonly contract: Contract;
  /** What stands before the path of an operation. */
  readonly prefixOf: (operation: Operation) => string;
  /** How large the body of a request may be. */
  readonly maxBodyBytes: number;
  /** The schema of the errors that its document leaves out. */
  readonly errorForm: "Error" | "ControlError";
  readonly answer: (operation: Operation, raw: RawRequest, about: RequestNotes) => Promise<Reply>;
}

/** What is known of a request while it is answered. */
export interface RequestNotes {
  readonly requestId: string;
  /** Who the call acts for, once that is known. */
  userId?: string;
  /** What went wrong in the sandbox itself. */
  failure?: unknown;
}

/**
 * Routes requests to the operations of documents. What fits no operation gets 404, and a method that a path does not
 * take gets 405 with `Allow`.
 */
export function createApp(mounts: readonly Mount[], log: (entry: LogEntry) => void) {
  const app = new Hono<{ Bindings: Slot }>();
  let count = 0;

  async function answered(
    context: Context,
    operation: string | undefined,
    answer: (notes: RequestNotes) => Promise<Reply>,
  ) {
    count += 1;
    const notes: RequestNotes = { requestId: `r${String(count).padStart(7, "0")}` };
    const startMs = performance.now();
    const reply = await answer(notes);
    const { method, url } = context.req.raw;
    const { status } = reply.answer;
    const durationMs = Math.round((performance.now() - startMs) * 100) / 100;
    try {
      log({ ...notes, method, path: pathOf(url), operation, status, damage: reply.damage, durationMs });
    } catch {
      // Watching changes nothing: a broken log line must not fail the call that it describes.
    }
    context.env.reply = reply;
    return SET_DOWN;
  }

  const refused = (context: Context, { status, form, headers = {}, failure, ...said }: EarlyRefusal) =>
    answered(context, undefined, async (notes) => {
      if (failure !== undefined) notes.failure = failure;
      const body = errorBody(form ?? "Error", { status, errors: [], ...said });
      return { answer: json(status, withId(body, notes.requestId), headers) };
    });

  for (const { contract, prefixOf, maxBodyBytes, errorForm, answer } of mounts) {
    const formFor = (operation: Operation, status: number) =>
      documentedResponse(operation, status) === undefined ? errorForm : formOf(contract, operation, status);
    for (const operations of byPath(contract.operations)) {
      const path =
        operations[0] === undefined
          ? ""
          : prefixOf(operations[0]) + operations[0].path.replace(/\{([^}]+)\}/g, ":$1{[^/]*}");
      const allow = operations.map(({ method }) => method.toUpperCase()).join(", ");
      const documented = operations.find(({ responses }) => responses.some(({ status }) => status === "405"));
      const form = documented === undefined ? errorForm : formOf(contract, documented, 405);
      const message = "This path takes no such method.";
      const wrongMethod = (context: Context) =>
        refused(context, { status: 405, code: "method_not_allowed", message, form, headers: { allow } });
      for (const operation of operations) {
        // Hono answers HEAD as if it were GET; no operation here takes HEAD.
        app.on(operation.method.toUpperCase(), path, async (context) => {
          if (context.req.raw.method === "HEAD") return wrongMethod(context);
          const wrongBody = (status: number, message: string) => {
            const form = formFor(operation, status);
            const code = form === "TokenError" ? "invalid_request" : "bad_request";
            return refused(context, { status, code, message, form });
          };
          let body: string | undefined;
          try {
            body = await readLimitedBody(context.req.raw, maxBodyBytes);
          } catch {
            return wrongBody(400, "The body did not arrive whole.");
          }
          if (body === undefined) return wrongBody(413, `The body may have ${maxBodyBytes} bytes at most.`);
          if (isNestedDeeper(body, MAX_DEPTH)) return wrongBody(400, "The body is nested too deeply.");
          const raw = rawOf(context, body);
          return answered(context, operation.id, (notes) => answer(operation, raw, notes));
        });
      }
      app.all(path, wrongMethod);
    }
  }
  app.notFound((context) => refused(context, { status: 404, code: "not_found", message: "There is no such path." }));
  app.onError((failure, context) =>
    refused(context, { status: 500, code: "internal_server_error", message: FAILED, failure }),
  );

  return async (request: Request): Promise<Reply> => {
    const slot: Slot = { reply: undefined };
    await app.fetch(request, slot);
    if (slot.reply === undefined) throw new Error("The request was not answered");
    return request.method === "HEAD" ? withoutBody(slot.reply) : slot.reply;
  };
}

/** Where a reply is put down. Hono routes; what it passes on as a `Response` says nothing. */
interface Slot {
  reply: Reply | undefined;
}
type Context = HonoContext<{ Bindings: Slot }>;
const SET_DOWN = new Response();

function withoutBody({ answer, ...rest }: Reply): Reply {
  return { ...rest, answer: { ...answer, body: null } };
}

interface EarlyRefusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly form?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly failure?: unknown;
}

/** How deep lists and objects may be inside each other in a body. No body of the contract comes near. */
const MAX_DEPTH = 200;

/** The path of a URL as it was sent: decoded, it could break a line of the log. */
function pathOf(url: string): string {
  return url.replace(/^[^/]*\/\/[^/?#]*|[?#].*$/gs, "");
}

/** The operations, those of one path together. Literal paths come first, since they win over templates. */
function byPath(operations: readonly Operation[]): Operation[][] {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  const isTemplate = ([path]: [string, Operation[]]) => Number(path.includes("{"));
  return [...paths].sort((left, right) => isTemplate(left) - isTemplate(right)).map(([, list]) => list);
}

function rawOf({ req }: Context, body: string): RawRequest {
  const { url, headers } = req.raw;
  return { path: req.param(), query: url.includes("?") ? queryOf(url) : [], headers, body };
}
