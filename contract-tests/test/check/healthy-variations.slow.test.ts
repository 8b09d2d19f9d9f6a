import { isJsonObject, type Json, type JsonObject, parseJson } from "content-service-contract";
import { createSandbox, type SandboxOptions } from "content-service-sandbox";
import { expect, test } from "vitest";
import { findRoute, loadContract, runChecks, sandboxTarget } from "../../src/index.js";
import { type DefectOptions, type Misbehave, replaces, requests, targetOn } from "../support/defects.js";

const texts = (change: (text: string, response: Response) => string) =>
  replaces(
    () => true,
    async (_, response) => {
      const text = await response.text();
      return new Response(text === "" ? null : change(text, response), response);
    },
  );

/** Changes the JSON objects of each response, the inner ones first. */
const objects = (change: (object: JsonObject, response: Response) => JsonObject) =>
  texts((text, response) => {
    const visit = (value: Json): Json => {
      if (Array.isArray(value)) return value.map(visit);
      if (!isJsonObject(value)) return value;
      return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)])), response);
    };
    const value = parseJson(text);
    return value === undefined ? text : JSON.stringify(visit(value));
  });
const members = (change: (object: JsonObject) => JsonObject) => objects((object) => ({ ...object, ...change(object) }));
const errors = (change: (error: JsonObject) => JsonObject) =>
  objects((object, { status }) => (status >= 400 && "code" in object ? change(object) : object));

const headers = (change: (headers: Headers, response: Response) => void) =>
  replaces(
    () => true,
    (_, response) => {
      const changed = new Headers(response.headers);
      change(changed, response);
      return new Response(response.body, { status: response.status, headers: changed });
    },
  );
const contentType = (type: string) =>
  headers((all) => {
    if (all.has("content-type")) all.set("content-type", type);
  });
const challenge = (value: string) =>
  headers((all, { status }) => {
    if (status === 401 && all.has("www-authenticate")) all.set("www-authenticate", value);
  });
const status = (from: number, to: number) =>
  replaces(
    (response, { method }) => response.status === from && method === "POST",
    (_, response) => new Response(response.body, { status: to, headers: response.headers }),
  );

const TIME = /(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)Z/g;
const DAY_MS = 86_400_000;

/** Services that are right in other ways than the sandbox, the outer ones first. Only the last of a service changes requests. */
const services: Readonly<Record<string, Readonly<Record<string, Misbehave>>>> = {
  "that says more": {
    "pretty-printed JSON": texts((text) => {
      const value = parseJson(text);
      return value === undefined ? text : `${JSON.stringify(value, null, 2)}\n`;
    }),
    "lower-case t and z in times": texts((text) => text.replace(TIME, "$1t$2z")),
    "unknown properties": members((object) =>
      ["type", "entries", "code", "error", "access_token"].some((key) => key in object)
        ? { x_new: { id: "1", etag: "9" }, x_other: [1] }
        : {},
    ),
    "nulls in errors": errors((error) => ({
      ...{ ...error, type: "error", message: null, status: null, context_info: null },
      ...{ help_url: null, request_id: null },
    })),
    "charset in upper case": contentType("application/json; charset=UTF-8"),
    "a gateway's headers": headers((all) => {
      for (const [name, value] of Object.entries({
        via: "1.1 gateway",
        "x-request-id": crypto.randomUUID(),
        vary: "Accept-Encoding, Origin",
        "strict-transport-security": "max-age=31536000",
        "set-cookie": "session=1; Path=/",
        "x-empty": "",
        "cache-control": "no-cache, no-store",
        date: new Date().toUTCString(),
      }))
        all.set(name, value);
    }),
    "another challenge for a token": challenge(
      'Bearer realm="Service", error="invalid_token", error_description="The access token, it expired"',
    ),
    "201 for 200": status(200, 201),
    "unknown query parameters that are ignored": requests(({ query }) =>
      query.has("no_such_parameter") ? { query: { no_such_parameter: undefined } } : undefined,
    ),
  },
  "in another form": {
    "escaped JSON": texts((text) =>
      text.replace(/[/\u0080-\uffff]/g, (one) =>
        one === "/" ? "\\/" : `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
      ),
    ),
    "times with an offset": texts((text) => text.replace(TIME, "$1T$2+00:00")),
    "keys in reverse order": objects((object) => Object.fromEntries(Object.entries(object).reverse())),
    "sizes of the maximum of int64": texts((text) =>
      text.replace(/"(space_amount|max_upload_size|size)":\d+/g, '"$1":9223372036854775807'),
    ),
    "empty texts in errors": errors((error) => ({ ...error, message: "", help_url: "", request_id: "" })),
    "charset in quotes": contentType('Application/JSON;charset="utf-8"'),
    "two challenges for a token": challenge('Negotiate, Basic realm="a, b", bearer realm="x", error="invalid_token"'),
    "200 for 201": status(201, 200),
    "markers that never repeat": neverRepeating(),
  },
  "with other values": {
    "times with six digits of a second": texts((text) =>
      text.replace(TIME, (_, date: string, time: string) => {
        const [seconds, fraction = ""] = time.split(".");
        return `${date}T${seconds}.${fraction.padEnd(6, "0")}Z`;
      }),
    ),
    "enum values that are new": members((object) => ({
      ...("effective_access" in object ? { effective_access: "everyone" } : {}),
      ...("resolution_state" in object ? { resolution_state: "delegated" } : {}),
    })),
    "other codes in errors": errors((error) =>
      "message" in error ? { ...error, code: `acme_${error["code"]}` } : error,
    ),
    "the same request id of a gateway in each response": headers((all) => all.set("x-gateway-id", "gw-1")),
    "a clock that is a year ahead": headers((all) =>
      all.set("date", new Date(Date.now() + 365 * DAY_MS).toUTCString()),
    ),
    "chunked responses without a length": headers((all) => {
      all.delete("content-length");
      all.set("transfer-encoding", "chunked");
    }),
    "etags of another form": weakEtags(),
  },
  "behind a gateway": {
    "a gateway's page for methods that it does not know": replaces(
      (response, { method }) => response.status === 405 && !["GET", "PUT", "POST", "DELETE"].includes(method),
      (_, { headers: own }) => page(405, { allow: own.get("allow") ?? "GET" }),
    ),
    "a gateway's page for paths that it does not know": replaces(
      (response, { method, path }) =>
        response.status === 404 && findRoute(loadContract(), method, path).kind === "unknown",
      () => page(404),
    ),
    "a gateway's page for empty segments": replaces(
      (_, { path }) => /\/(\/|\?|$)/.test(path),
      () => page(404),
    ),
    "short errors": objects((object, response) => {
      const { code, error } = object;
      if (response.status < 400 || (code ?? error) === undefined) return object;
      return code === undefined ? { error: error ?? null } : { code };
    }),
    "a lower maximum of limit": requests(({ query }) => {
      const limit = Number(query.get("limit") ?? 0);
      return limit > 50 && limit < 2 ** 63 ? { query: { limit: "50" } } : undefined;
    }),
  },
  "that sends more": {
    "more attributes than fields asks for": replaces(
      ({ ok }, { method, query }) => ok && method === "GET" && query.has("fields"),
      async (sent, response) => {
        const { created_at: at } = Object(await (await sent.forward({ query: { fields: "created_at" } })).json());
        const body: Json = await response.json();
        return Response.json(isJsonObject(body) && at !== undefined ? { ...body, created_at: at } : body, response);
      },
    ),
  },
  "that receives less": {
    "an intermediary that drops empty headers": requests(({ headers: sent }) => {
      const empty = Object.entries(sent).filter(([, value]) => value.trim() === "");
      return { headers: Object.fromEntries(empty.map(([name]) => [name, undefined])) };
    }),
  },
};

function together(variations: Readonly<Record<string, Misbehave>>): Misbehave {
  return Object.values(variations).reduceRight(
    (inner, outer) => (sent, sandbox) => outer({ ...sent, forward: () => inner(sent, sandbox) }, sandbox),
  );
}

/** Targets that give less, and other sandboxes. */
const targets: Readonly<Record<string, DefectOptions["target"] & { readonly sandbox?: SandboxOptions }>> = {
  "a token without admin rights": { token: "token-owner" },
  "a token without admin rights or ids": { token: "token-owner", parameters: {}, workspace: undefined },
  "no ids": { parameters: {} },
  "no workspace": { workspace: undefined },
  "no refresh token, and an As-User without rights": {
    refresh: undefined,
    parameters: { ...sandboxTarget().parameters, "As-User": "1002" },
  },
  "a clock that is 100 days ahead, and another name for the header of shared links": {
    brandHeader: "X-Brand",
    sandbox: { brandHeader: "X-Brand", now: () => Date.now() + 100 * DAY_MS },
  },
};

function page(status: number, headers: Record<string, string> = {}): Response {
  return new Response(`<html>${status}</html>`, { status, headers: { "content-type": "text/html", ...headers } });
}

function neverRepeating(): Misbehave {
  let next = 0;
  const numbered = members(({ next_marker: marker }) =>
    typeof marker === "string" && marker !== "" ? { next_marker: `${marker}~${next++}` } : {},
  );
  const plain = (marker: string) => marker.replace(/~\d+$/, "");
  return (sent, sandbox) => {
    const { query, json } = sent;
    const marker = query.get("marker");
    const inBody = typeof json["marker"] === "string" ? { body: { ...json, marker: plain(json["marker"]) } } : {};
    const changed = marker === null ? inBody : { query: { marker: plain(marker) } };
    return numbered({ ...sent, forward: () => sent.forward(changed) }, sandbox);
  };
}

function weakEtags(): Misbehave {
  const weak = members(({ etag }) => (typeof etag === "string" ? { etag: `W/"${etag}"` } : {}));
  return (sent, sandbox) => {
    const conditions = ["if-match", "if-none-match"].flatMap((name) => {
      const { [name]: etag } = sent.headers;
      return etag === undefined ? [] : [[name, /^W\/"(.*)"(.*)$/.exec(etag)?.slice(1, 3).join("") ?? etag]];
    });
    return weak({ ...sent, forward: () => sent.forward({ headers: Object.fromEntries(conditions) }) }, sandbox);
  };
}

async function problemsOf(misbehave?: Misbehave, target: (typeof targets)[string] = {}, closed = false) {
  const { sandbox: options, ...given } = target;
  const sandbox = await createSandbox(options);
  const own = { ...targetOn(sandbox, misbehave), ...given };
  const { checks } = await runChecks(own, {
    effects: "lasting",
    closed,
    wait: async (delayMs) => sandbox.clock.advance(delayMs),
  });
  await sandbox.close();
  return checks
    .filter(({ outcome }) => outcome === "failed" || outcome === "errored")
    .map(({ id, findings, reason }) => `${id}: ${reason ?? findings[0]?.message}`);
}

test.each(Object.entries(services))("a service %s has no finding", async (name, variations) => {
  expect(await problemsOf(together(variations), {}, name === "that receives less")).toEqual([]);
});

test.each(Object.entries(targets))("a service with %s has no finding", async (_, target) => {
  expect(await problemsOf(undefined, target)).toEqual([]);
});

test("a first run, and a second one with the same ids, have no finding", async () => {
  const sandbox = await createSandbox();
  const first = await runChecks(targetOn(sandbox), { effects: "lasting" });
  const { checks } = await runChecks(targetOn(sandbox), { effects: "lasting" });
  expect(checks.filter(({ reason }) => reason?.includes("refresh token is spent")).length).toBe(3);
  const failed = [first.checks, checks].flat().filter(({ outcome }) => outcome === "failed" || outcome === "errored");
  // The first run has deleted this user.
  expect(failed).toMatchObject([{ outcome: "errored", reason: "The service rejected the token of the member (401)" }]);
  await sandbox.close();
});
