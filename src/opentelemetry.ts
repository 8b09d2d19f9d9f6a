import type { Attributes, Context, Span, Tracer } from "@opentelemetry/api";
import { context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { checkFunctions, known } from "./checks.js";
import type { CallEvent } from "./core/events.js";
import type { ClientOptions, FetchLike } from "./core/options.js";

/** Settings of `traced`. */
export interface TracedOptions {
  /** Makes the spans. @default the tracer "content-service-client" of the global provider */
  tracer?: Tracer | undefined;
}

interface TracedCall {
  readonly span: Span;
  readonly context: Context;
  attempt?: Span;
  sent: number;
}

/**
 * Returns `createClient`, or `createPartialClient`, that makes clients with OpenTelemetry spans: an `INTERNAL` span for each
 * call, named after the operation, and a `CLIENT` span below it for each request, retries included, by the semantic
 * conventions for HTTP. Each request carries the context of its span (`traceparent`) if a propagator is registered.
 *
 * `url.full` has the names of query parameters, and `REDACTED` for their values. Clients that are derived from a traced one
 * are traced, too. The requests of `refreshingAuth`, and redirects of downloads, have no spans of their own.
 * @example
 * const client = traced(createClient)({ baseUrl: "https://api.content.example/2.0", auth: token });
 * const me = await client.getCurrentUser(); // The spans "getCurrentUser" and "GET /users/me".
 */
export function traced<Create extends (...args: never) => unknown>(create: Create, options?: TracedOptions): Create;
export function traced(create: (...args: unknown[]) => unknown, options: TracedOptions = {}) {
  const { tracer = trace.getTracer("content-service-client") } = known(options, { tracer: {} });
  checkFunctions({ create, "tracer.startSpan": tracer?.startSpan });
  // Both functions have the options last.
  return (...args: unknown[]) => create(...args.slice(0, -1), tracedOptions(args.at(-1) as ClientOptions, tracer));
}

function tracedOptions(options: ClientOptions, tracer: Tracer): ClientOptions {
  // Plain JavaScript can leave out the options, which `createClient` reports.
  const { onEvent, fetch: transport = (url, init) => fetch(url, init) }: Partial<ClientOptions> = options ?? {};
  const calls = new Map<number, TracedCall>();
  /** The attempt that starts: the client emits its event and calls `fetch` in the same turn. */
  let starting: Context | undefined;

  const tracedFetch: FetchLike = (url, init) => {
    const own = starting;
    starting = undefined;
    if (!own) return transport(url, init);
    trace.getSpan(own)?.setAttributes(addressOf(url));
    // A copy: the client sends its headers again with the next attempt.
    const headers = new Headers(init.headers);
    propagation.inject(own, headers, { set: (carrier, name, value) => carrier.set(name, value) });
    return context.with(own, transport, undefined, url, { ...init, headers });
  };

  const record = (event: CallEvent): void => {
    const { method, template, operation } = event;
    if (event.type === "start") {
      const span = tracer.startSpan(operation ?? `${method} ${template}`, { kind: SpanKind.INTERNAL });
      calls.set(event.callId, { span, context: trace.setSpan(context.active(), span), sent: 0 });
      return;
    }
    const call = calls.get(event.callId);
    if (event.type === "request" && call) {
      const resent = call.sent > 0 && { "http.request.resend_count": call.sent };
      const attributes = { "http.request.method": method, ...resent };
      call.sent += 1;
      call.attempt = tracer.startSpan(`${method} ${template}`, { kind: SpanKind.CLIENT, attributes }, call.context);
      starting = trace.setSpan(call.context, call.attempt);
    } else if (event.type === "response" || event.type === "failure") {
      end(call?.attempt, event);
    } else if (event.type === "end") {
      end(call?.span, event);
      calls.delete(event.callId);
    }
  };

  return {
    ...options,
    // The transport for Node brings its own controllers.
    fetch: Object.assign(tracedFetch, transport),
    onEvent(event) {
      if (event.type !== "refresh") record(event);
      return onEvent?.(event);
    },
  };
}

/** The attributes of an address. The values of a query can be secrets, such as API keys, or personal data. */
function addressOf(url: string): Attributes {
  const { href, hostname, port, protocol } = new URL(url);
  return {
    "url.full": href.replace(/=[^&#]*/g, "=REDACTED"),
    "server.address": hostname,
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
  };
}

type EndEvent = Extract<CallEvent, { readonly type: "response" | "failure" | "end" }>;

/** Ends a span. An error status is the type of its error, unless the client made an error of it. */
function end(span: Span | undefined, event: EndEvent): void {
  const { status, error }: { readonly status?: number | undefined; readonly error?: unknown } = event;
  const isError = event.type === "end" ? event.outcome !== "success" : error !== undefined || Number(status) >= 400;
  if (status !== undefined && event.type !== "end") span?.setAttribute("http.response.status_code", status);
  if (isError) {
    const { name = "_OTHER", message } = error instanceof Error ? error : ({} as Partial<Error>);
    span?.setAttribute("error.type", error === undefined ? `${status}` : name);
    span?.setStatus({ code: SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
  }
  span?.end();
}
