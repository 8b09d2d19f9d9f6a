import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { styleText } from "node:util";
import {
  type ApiError,
  type Client,
  type ClientOptions,
  createClient,
  type ErrorCode,
  isApiError,
  type Paginated,
} from "content-service-client";
import { checkExchange, type Exchange, findRoute, loadContract, recordExchange } from "content-service-contract-tests";
import type { Listening, Sandbox } from "content-service-sandbox";

/** Somebody of the default world, by the end of the access token. */
type Person = "admin" | "owner" | "reviewer" | "member" | "partner";

/** What a chapter has to work with. */
interface Stage {
  readonly sandbox: Sandbox;
  readonly server: Listening;
  readonly say: Say;
  /** Sends requests, and has the exchanges checked. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** The client of a person. */
  as(person: Person, options?: Partial<ClientOptions>): Client;
  /** Makes a call, and prints what came back. */
  shows<Answer>(
    call: () => PromiseLike<Answer>,
    tell: (answer: Answer, calls: readonly Call[]) => string,
  ): Promise<Answer>;
  /** Fetches all pages of a list, and prints what came back. */
  showsPages<Page extends AnyPage>(
    list: () => Paginated<Page>,
    tell: (pages: readonly Page[]) => string,
  ): Promise<void>;
  /** Makes a call that the service has to refuse, and prints how it did. */
  showsRefusal(call: () => PromiseLike<unknown>, status: number, code?: ErrorCode): Promise<void>;
  /** Makes a call, and prints that it is under way as soon as it is. Its answer comes later. */
  begins<Answer>(
    call: () => PromiseLike<Answer>,
    text: string,
    isUnderWay: () => boolean,
  ): Promise<{ readonly answer: Promise<Answer> }>;
}

/** A part of the tour, in a file of its own. */
export interface Chapter {
  readonly title: string;
  /** What it is about, for a newcomer. */
  readonly story: string;
  /** Its file, where the texts of the calls are read. */
  readonly file: string;
  play(stage: Stage): Promise<void>;
}

/** Sets the stage for chapters, which it gives one by one. */
export function createStage(sandbox: Sandbox, server: Listening, say: Say) {
  const log = createExchangeLog(server);
  let texts: string[] = [];
  let shown = "";

  /** Tells which call comes next, and what it is called. */
  function next(): { text: string; name: string } {
    shown = texts.shift() ?? "";
    return { text: shown, name: operationOf(shown) };
  }

  /** The exchanges of the call that was just made. They have to be those of the text. */
  function checked(name: string): Call[] {
    const exchanges = log.checked();
    assert.equal(exchanges.at(-1)?.operation, name, "the text is that of another call");
    return exchanges;
  }

  const stage: Stage = {
    sandbox,
    server,
    say,
    fetch: log.fetch,
    as: (person, options) =>
      createClient({
        baseUrl: server.baseUrl,
        authUrl: server.authUrl,
        auth: `token-${person}`,
        fetch: log.fetch,
        ...options,
      }),
    async shows(call, tell) {
      const { text, name } = next();
      const answer = await call();
      say(line(name, tell(answer, checked(name))));
      say(aside(text));
      return answer;
    },
    async showsPages<Page extends AnyPage>(list: () => Paginated<Page>, tell: (pages: readonly Page[]) => string) {
      const { text, name } = next();
      const pages: Page[] = [];
      for await (const page of list().pages()) pages.push(page);
      checked(name);
      say(line(name, tell(pages)));
      say(aside(`for await (const page of ${text}.pages())`));
    },
    async showsRefusal(call, status, code) {
      const { text, name } = next();
      const error = await call().then(
        () => new Error(`It was not refused with ${status} ${code ?? ""}`.trimEnd()),
        (reason: unknown) => reason,
      );
      if (!isApiError(error, code) || error.status !== status) throw error;
      checked(name);
      say(refusal(name, `refused: ${status} ${error.code ?? ""}. ${reasonOf(error)}`));
      say(aside(text));
    },
    async begins(call, text, isUnderWay) {
      const { text: source, name } = next();
      const answer = Promise.resolve(call());
      let ended = false;
      const end = () => {
        ended = true;
      };
      // Its failure is for whoever waits for the answer, and must not end the process before.
      answer.then(end, end);
      while (!ended && !isUnderWay()) await setImmediate();
      if (ended) await answer.then(() => assert.fail("it ended at once"));
      say(line(name, text));
      say(aside(source));
      return { answer };
    },
  };

  return {
    /** Plays a chapter. Throws an `Error` that names the call with which it does not go as it is told. */
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
    /** The operations that were called so far, and did what they are for. */
    operations: log.done,
  };
}

/** What the service says in words. */
function reasonOf({ body }: ApiError): string {
  if (body === undefined) return "";
  return "error" in body ? (body.error_description ?? "") : body.message;
}

type AnyPage = { readonly entries: readonly unknown[] };

/** The calls that a chapter shows, as they stand in its file, each on one line, in the order in which they are made. */
function callTexts(file: string): string[] {
  const source = readFileSync(new URL(file), "utf8");
  return [...source.matchAll(SHOWN)].map(({ index, 0: before }) => onOneLine(callAt(source, index + before.length)));
}

const SHOWN = /\b(?:shows|showsPages|showsRefusal|begins)\(\s*\(\) =>\s+/g;

/** The operation of a call: `owner.updateFile({ … })`, or `paginate(owner.queryMetadata, { … })`. */
function operationOf(text: string): string {
  return /\.(\w+)[(,)]/.exec(text)?.[1] ?? "";
}

/** A call from its start to the bracket that closes it. No text in a chapter has a bracket without its counterpart. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let at = source.indexOf("(", start); at < source.length; at += 1) {
    depth += source[at] === "(" ? 1 : source[at] === ")" ? -1 : 0;
    if (depth === 0) return source.slice(start, at + 1);
  }
  throw new Error(`A call has no end: ${source.slice(start, start + 40)}`);
}

function onOneLine(text: string): string {
  return text
    .replace(/,\s+(?=[)}\]])/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/ ([)\]])/g, "$1");
}

/** What went over the wire. */
interface ExchangeLog {
  /** Fetches, and keeps the exchange. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** The operations that were called and did what they are for. */
  readonly done: ReadonlySet<string>;
  /**
   * Holds the exchanges since the last time against the contract, closed world, and gives what they were.
   *
   * @throws Error that names everything that does not fit.
   */
  checked(): Call[];
}

/** An operation, and the status of its answer. */
interface Call {
  readonly operation: string;
  readonly status: number;
}

/** Makes an empty log for a sandbox that listens. */
function createExchangeLog({ baseUrl, authUrl }: Listening): ExchangeLog {
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
    checked() {
      const recent = exchanges.splice(0);
      const violations = recent.flatMap((exchange) =>
        checkExchange(exchange, { contract, baseUrl, authUrl, closed: true }),
      );
      if (violations.length > 0) {
        const texts = violations.map(({ rule, message, at }) => `${rule} at ${at}: ${message}`);
        throw new Error(`The contract does not hold: ${texts.join("; ")}`);
      }
      const calls = recent.map(callOf);
      for (const { operation, status } of calls) if (status < 300) done.add(operation);
      return calls;
    },
  };
}

// Plain text where nobody looks, or where colour is not wanted (https://no-color.org).
const colour = process.stdout.isTTY && !process.env["NO_COLOR"];

/** Takes a line of the tour, or an empty one. */
export type Say = (text?: string) => void;

/** Prints a line. */
export const say: Say = (text = "") => {
  console.log(text);
};

/** A title. */
export function heading(text: string): string {
  return style("bold", text);
}

/** A name, and what there is to say of it. */
export function line(name: string, text: string): string {
  return `  ${style("green", name.padEnd(34))} ${text}`;
}

/** The same for something that was refused. */
function refusal(name: string, text: string): string {
  return `  ${style("yellow", name.padEnd(34))} ${text}`;
}

/** Something that can be skipped at a first reading, broken after commas into lines of a terminal's width. */
function aside(text: string): string {
  const lines = text.match(/.{1,98}(?:, |$)|.{1,98}/g) ?? [text];
  return lines.map((part, index) => style("dim", `    ${index > 0 ? "    " : ""}${part.trimEnd()}`)).join("\n");
}

function style(format: "bold" | "green" | "yellow" | "dim", text: string): string {
  return colour ? styleText(format, text) : text;
}
