import { AsyncLocalStorage } from "node:async_hooks";
import { type Context, context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { type ClientOptions, createClient, createPartialClient } from "content-service-client";
import { traced } from "content-service-client/opentelemetry";
import { getCurrentUser } from "content-service-client/operations";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from "vitest";
import { manualClock } from "../support/manual-clock.js";
import { baseUrl } from "./support/client-with.js";
import { never, reset, scriptedFetch, status, user } from "./support/scripted-fetch.js";

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer("test");

/** The context manager of Node, as small as it can be. */
const storage = new AsyncLocalStorage<Context>();
beforeEach(() => {
  exporter.reset();
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  context.setGlobalContextManager({
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (own, run, self, ...args) => storage.run(own, () => run.call(self as never, ...args)),
    bind: (_, target) => target,
    enable: () => context as never,
    disable: () => context as never,
  });
});
afterEach(() => {
  propagation.disable();
  context.disable();
});

function clientOf(fetch: ReturnType<typeof scriptedFetch>, options: Partial<ClientOptions> = {}) {
  const clock = manualClock();
  const client = traced(createClient, { tracer })({ baseUrl, auth: "s3cret-token", fetch, clock, ...options });
  return { client, clock };
}

/** The finished spans, without what the SDK adds. */
const spans = () =>
  exporter.getFinishedSpans().map((span) => ({
    name: span.name,
    kind: span.kind,
    attributes: span.attributes,
    status: span.status.code,
    parent: span.parentSpanContext?.spanId,
    id: span.spanContext().spanId,
    traceId: span.spanContext().traceId,
  }));

describe("traced", () => {
  it("makes a span for the call and one for each request, which carries its context [CL-12]", async () => {
    const fetch = scriptedFetch(status(503), reset, user);
    const { client, clock } = clientOf(fetch);
    await tracer.startActiveSpan("request", async (span) => {
      await clock.run(client.getCurrentUser({ query: { fields: ["login"] } }));
      span.end();
    });
    const [first, second, third, call, request] = spans();
    const attributes = {
      "http.request.method": "GET",
      "url.full": `${baseUrl}/users/me?fields=REDACTED`,
      "server.address": "api.content.example",
      "server.port": 443,
    };
    const error = { kind: SpanKind.CLIENT, name: "GET /users/me", parent: call?.id, status: SpanStatusCode.ERROR };
    const code = "http.response.status_code";
    const again = "http.request.resend_count";
    expect(first).toMatchObject({ ...error, attributes: { ...attributes, [code]: 503, "error.type": "503" } });
    expect(first?.attributes).not.toHaveProperty(again);
    expect(second).toMatchObject({ ...error, attributes: { ...attributes, [again]: 1, "error.type": "NetworkError" } });
    const done = { ...attributes, [again]: 2, [code]: 200 };
    expect(third).toMatchObject({ ...error, status: SpanStatusCode.UNSET, attributes: done });
    expect(call).toMatchObject({ name: "getCurrentUser", kind: SpanKind.INTERNAL, parent: request?.id, status: 0 });
    const parents = fetch.sent.map(({ headers }) => headers.get("traceparent"));
    expect(parents).toEqual([first, second, third].map((span) => `00-${span?.traceId}-${span?.id}-01`));
    expect(JSON.stringify(spans())).not.toContain("s3cret");
  });

  it("gives the call the error that it rejects with, and counts the request after a 401 [CL-12]", async () => {
    let token = 0;
    const { client } = clientOf(scriptedFetch(status(401), status(404)), { auth: () => `token-${++token}` });
    await expect(client.deleteUser({ path: { user_id: "1004" } })).rejects.toMatchObject({ status: 404 });
    expect(spans()).toMatchObject([
      { name: "DELETE /users/{user_id}", attributes: { "error.type": "401" } },
      { name: "DELETE /users/{user_id}", attributes: { "error.type": "404", "http.request.resend_count": 1 } },
      { name: "deleteUser", status: SpanStatusCode.ERROR, attributes: { "error.type": "ApiError" } },
    ]);
  });

  it("ends every span of calls that are aborted or time out, and mixes none up [CL-12]", async () => {
    const stop = new AbortController();
    const hanging = clientOf(scriptedFetch(never), { retry: false, timeoutMs: 50 });
    const other = clientOf(scriptedFetch(user));
    const aborted = hanging.client.getCurrentUser({ signal: stop.signal }).catch(() => undefined);
    await other.client.asUser("1004").getCurrentUser();
    stop.abort();
    await aborted;
    await hanging.clock.run(hanging.client.http.GET("/users/me")).catch(() => undefined);
    const names = spans().map(({ attributes, name }) => [name, attributes["error.type"]]);
    expect(names).toEqual([
      ["GET /users/me", undefined],
      ["getCurrentUser", undefined],
      ["GET /users/me", "AbortError"],
      ["getCurrentUser", "AbortError"],
      ["GET /users/me", "TimeoutError"],
      ["getCurrentUser", "TimeoutError"],
    ]);
    const [, first, , second] = spans();
    const parents = spans().map(({ parent }) => parent);
    expect(parents).toMatchObject([first?.id, undefined, second?.id, undefined, {}, undefined]);
  });

  it("keeps the types, the event hook and the transport of its client [CL-12]", async () => {
    class Controller extends AbortController {}
    const types: string[] = [];
    const fetch = Object.assign(scriptedFetch(user), { Controller });
    const options = { baseUrl, auth: "token", fetch, onEvent: ({ type }: { type: string }) => types.push(type) };
    const client = traced(createPartialClient)({ getCurrentUser }, options);
    expectTypeOf(client.getCurrentUser).toEqualTypeOf(createClient(options).getCurrentUser);
    await client.getCurrentUser();
    expect(types).toEqual(["start", "request", "response", "end"]);
    expect(fetch.sent[0]?.init.signal).toBeInstanceOf(AbortSignal);
    // Without a provider, and with no span to carry.
    expect(fetch.sent[0]?.headers.get("traceparent")).toBeNull();
    expect(trace.getActiveSpan()).toBeUndefined();
    expect(() => traced(createClient)({} as ClientOptions)).toThrow(TypeError);
  });
});
