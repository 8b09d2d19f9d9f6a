import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { ApiError, Client, ClientOptions, ErrorCode, Paginated } from "content-service-client";
import { createClient, isApiError } from "content-service-client";
import { checkExchange, type Exchange, findRoute, loadContract, recordExchange } from "content-service-contract";
import type { Listening, Sandbox } from "content-service-sandbox";
import { aside, line, type Say } from "./print.js";

/** A user of the default seed, by the suffix of the access token. */
type Person = "admin" | "owner" | "reviewer" | "member" | "partner";

type Stage = ReturnType<typeof createStage>["stage"];

export interface Chapter {
  readonly title: string;
  readonly story: string;
  /** The source file, from which the printed calls are read. */
  readonly file: string;
  play(stage: Stage): Promise<void>;
}

export function createStage(sandbox: Sandbox, server: Listening, say: Say) {
  const { baseUrl, authUrl } = server;
  const log = createExchangeLog(server);
  let texts: string[] = [];
  let shown = "";

  /** The source and operation of the next call. */
  function next(): { text: string; name: string } {
    shown = texts.shift() ?? "";
    // `owner.updateFile({ … })`, or `paginate(owner.queryMetadata, { … })`.
    return { text: shown, name: /\.(\w+)[(,)]/.exec(shown)?.[1] ?? "" };
  }

  /** The exchanges of the last call, which must match its source. */
  function checked(name: string): Call[] {
    const exchanges = log.checked();
    const called = exchanges.at(-1)?.operation;
    const advice =
      "Call one operation in each shows, showsPages or showsError, as its first argument and in their order.";
    assert.equal(called, name, `Expected a call of ${name}, whose source is printed; received ${called}. ${advice}`);
    return exchanges;
  }

  const stage = {
    sandbox,
    server,
    say,
    /** A fetch whose exchanges are checked. */
    fetch: log.fetch,
    /** The client of a person. */
    as: (person: Person, options?: Partial<ClientOptions>): Client =>
      createClient({ baseUrl, authUrl, auth: `token-${person}`, fetch: log.fetch, ...options }),
    /** Makes a call and prints the result. */
    async shows<Result>(
      call: () => PromiseLike<Result>,
      describe: (result: Result, calls: readonly Call[]) => string,
    ): Promise<Result> {
      const { text, name } = next();
      const response = await call();
      say(line(name, describe(response, checked(name))));
      say(aside(text));
      return response;
    },
    /** Fetches all pages of a list and prints the result. */
    async showsPages<Page extends AnyPage>(list: () => Paginated<Page>, describe: (pages: readonly Page[]) => string) {
      const { text, name } = next();
      const pages: Page[] = [];
      for await (const page of list().pages()) pages.push(page);
      checked(name);
      say(line(name, describe(pages)));
      say(aside(`for await (const page of ${text}.pages())`));
    },
    /** Makes a call that the service must reject and prints the error. */
    async showsError(call: () => PromiseLike<unknown>, status: number, code?: ErrorCode): Promise<void> {
      const { text, name } = next();
      const error = await call().then(
        () => new Error(`The call was not rejected with ${status} ${code ?? ""}`.trimEnd()),
        (reason: unknown) => reason,
      );
      if (!isApiError(error) || error.status !== status || (code && error.code !== code)) throw error;
      checked(name);
      say(line(name, `rejected: ${status} ${error.code ?? ""}. ${reasonOf(error)}`, "yellow"));
      say(aside(text));
    },
    /** Starts a call and prints a line once the call is in progress. The response comes later. */
    async begins<Result>(call: () => PromiseLike<Result>, text: string, isInProgress: () => boolean) {
      const { text: source, name } = next();
      const response = Promise.resolve(call());
      let ended = false;
      const end = () => {
        ended = true;
      };
      // The caller handles a rejection later.
      response.then(end, end);
      while (!ended && !isInProgress()) await setImmediate();
      if (ended) await response.then(() => assert.fail("the call ended at once"));
      say(line(name, text));
      say(aside(source));
      return { response };
    },
  };

  return {
    stage,
    /** Runs a chapter. Throws an `Error` that names the failed call. */
    async play({ title, file, play }: Chapter): Promise<void> {
      texts = callTexts(file);
      shown = "";
      try {
        await play(stage);
        log.checked();
        assert.deepEqual(texts, [], "calls of the chapter were not made");
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`In "${title}", ${shown}: ${reason}`, { cause: error });
      }
    },
    /** The operations that succeeded so far. */
    operations: log.done,
  };
}

function reasonOf({ body }: ApiError): string {
  if (body === undefined) return "";
  return "error" in body ? (body.error_description ?? "") : (body.message ?? "");
}

type AnyPage = { readonly entries: readonly unknown[] };

/** The sources of the calls in a chapter file, each on one line. */
function callTexts(file: string): string[] {
  const source = readFileSync(new URL(file), "utf8");
  return [...source.matchAll(SHOWN)].map(({ index, 0: before }) => onOneLine(callAt(source, index + before.length)));
}

const SHOWN = /\b(?:shows|showsPages|showsError|begins)\(\s*\(\) =>\s+/g;

/** The source of a call up to its closing bracket. All brackets in a chapter are balanced. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let at = source.indexOf("(", start); at < source.length; at += 1) {
    depth += source[at] === "(" ? 1 : source[at] === ")" ? -1 : 0;
    if (depth === 0) return source.slice(start, at + 1);
  }
  throw new Error(`A call has no closing bracket: ${source.slice(start, start + 40)}`);
}

function onOneLine(text: string): string {
  return text
    .replace(/,\s+(?=[)}\]])/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/ ([)\]])/g, "$1");
}

interface Call {
  readonly operation: string;
  readonly status: number;
}

function createExchangeLog({ baseUrl, authUrl }: Listening) {
  const contract = loadContract();
  const exchanges: Exchange[] = [];
  const done = new Set<string>();

  function callOf({ request, response }: Exchange): Call {
    const route = findRoute(contract, request.method, request.url ?? "", { baseUrl, authUrl });
    return { operation: route.kind === "operation" ? route.operation.id : "", status: response.status };
  }

  return {
    fetch: recordExchange(globalThis.fetch, (exchange) => exchanges.push(exchange)),
    done,
    /** Checks the exchanges since the last call against the closed contract, and returns their operations. */
    checked(): Call[] {
      const recent = exchanges.splice(0);
      const violations = recent.flatMap((exchange) =>
        checkExchange(exchange, { contract, baseUrl, authUrl, closed: true, listed: true }),
      );
      if (violations.length > 0) {
        const texts = violations.map(({ rule, message, at }) => `${rule} at ${at}: ${message}`);
        throw new Error(`The response violates the contract: ${texts.join("; ")}`);
      }
      const calls = recent.map(callOf);
      for (const { operation, status } of calls) if (status < 300) done.add(operation);
      return calls;
    },
  };
}
