import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Contract } from "../contract.js";
import type { Operation } from "../operation.js";
import { queryOf } from "../rule-context.js";
import type { Reply } from "./faults/damage.js";
import type { LogEntry } from "./log.js";
import type { RawRequest } from "./read-request.js";
import { errorBody, formOf } from "./refusal.js";
import { json } from "./serve-operation.js";

/** The operations of one document, and how they are answered. */
export interface Mount {
  readonly contract: Contract;
  /** What stands before the path of an operation. */
  readonly prefixOf: (operation: Operation) => string;
  /** How large the body of a request may be. */
  readonly maxBodyBytes: number;
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
  const app = new Hono();
  const replies = new WeakMap<Response, Reply>();
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
    const { method, path } = context.req;
    const { status } = reply.response;
    const durationMs = Math.round((performance.now() - startMs) * 100) / 100;
    log({ ...notes, method, path, operation, status, damage: reply.damage, durationMs });
    if (reply.damage !== undefined) replies.set(reply.response, reply);
    return reply.response;
  }

  const refused = (context: Context, status: number, code: string, message: string, form = "Error", headers = {}) =>
    answered(context, undefined, async ({ requestId }) => {
      const body = errorBody(form, { status, code, message, errors: [] });
      return { response: json(status, { ...body, request_id: requestId }, headers) };
    });

  for (const { contract, prefixOf, maxBodyBytes, answer } of mounts) {
    const limit = bodyLimit({
      maxSize: maxBodyBytes,
      onError: (context) => refused(context, 413, "bad_request", `The body may have ${maxBodyBytes} bytes at most.`),
    });
    for (const operations of byPath(contract.operations)) {
      const path =
        operations[0] === undefined ? "" : prefixOf(operations[0]) + operations[0].path.replace(/\{([^}]+)\}/g, ":$1");
      const allow = operations.map(({ method }) => method.toUpperCase()).join(", ");
      const documented = operations.find(({ responses }) => responses.some(({ status }) => status === "405"));
      const form = documented === undefined ? "Error" : formOf(contract, documented, 405);
      const wrongMethod = (context: Context) =>
        refused(context, 405, "method_not_allowed", "This path takes no such method.", form, { allow });
      for (const operation of operations) {
        // Hono answers HEAD as if it were GET; no operation here takes HEAD.
        app.on(operation.method.toUpperCase(), path, limit, (context) =>
          context.req.raw.method === "HEAD"
            ? wrongMethod(context)
            : answered(context, operation.id, async (notes) => answer(operation, await rawOf(context), notes)),
        );
      }
      app.all(path, wrongMethod);
    }
  }
  app.notFound((context) => refused(context, 404, "not_found", "There is no such path."));
  app.onError((error, context) =>
    answered(context, undefined, async (notes) => {
      notes.failure = error;
      const body = errorBody("Error", {
        status: 400,
        code: "bad_request",
        message: "The request cannot be read.",
        errors: [],
      });
      return { response: json(400, { ...body, request_id: notes.requestId }) };
    }),
  );

  return async (request: Request): Promise<Reply> => {
    const response = await app.fetch(request);
    return replies.get(response) ?? { response };
  };
}

/** The operations, those of one path together. Literal paths come first, since they win over templates. */
function byPath(operations: readonly Operation[]): Operation[][] {
  const paths = new Map<string, Operation[]>();
  for (const operation of operations) paths.set(operation.path, [...(paths.get(operation.path) ?? []), operation]);
  const isTemplate = ([path]: [string, Operation[]]) => Number(path.includes("{"));
  return [...paths].sort((left, right) => isTemplate(left) - isTemplate(right)).map(([, list]) => list);
}

async function rawOf({ req }: Context): Promise<RawRequest> {
  const { url, headers } = req.raw;
  return { path: req.param(), query: url.includes("?") ? queryOf(url) : [], headers, body: await req.text() };
}
