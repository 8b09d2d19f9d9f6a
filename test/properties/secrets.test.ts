import { type RefreshEvent, sharedLink } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { clientWith } from "../support/client-with.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { authUrl } from "../support/token-service.js";
import { check, outputs, settled } from "./support/check.js";
import { visibleText, wholeText } from "./support/texts.js";

/** A secret with a core that no encoding changes, so that it is found in any output. */
interface Secret {
  readonly text: string;
  readonly core: string;
}

/** Any secret with these characters around its core. */
function secret(around: fc.Arbitrary<string>, mark: string): fc.Arbitrary<Secret> {
  const core = fc.integer({ min: 1_000_000, max: 9_999_999 }).map((number) => `${mark}${number}`);
  return fc.tuple(around, core, around).map(([before, core, after]) => ({ text: `${before}${core}${after}`, core }));
}

const unicode = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
const bytes = (text: string) =>
  Array.from(new TextEncoder().encode(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`);

/** The spellings of a repeated secret in a text. */
const write = {
  raw: (text: string) => text,
  url: encodeURIComponent,
  rfc3986: percent,
  lower: (text: string) => percent(text).replace(/%../g, (byte) => byte.toLowerCase()),
  bytes: (text: string) => bytes(text).join(""),
  twice: (text: string) => encodeURIComponent(encodeURIComponent(text)),
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  slashes: (text: string) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
  unicode: (text: string) => text.replace(/[\s\S]/g, unicode),
  form: (text: string) => String(new URLSearchParams({ "": text })).slice(1),
  html: (text: string) => text.replace(/[<>&"'/]/g, (char) => `&#${char.charCodeAt(0)};`),
  entities: (text: string) => Array.from(text, (char) => `&#x${char.codePointAt(0)?.toString(16)};`).join(""),
  upper: (text: string) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase()),
} satisfies Record<string, (text: string) => string>;

type Form = keyof typeof write;
// Object.keys returns strings.
const forms = Object.keys(write) as Form[];

/** How a serializer escapes JSON. */
const escapeJson = {
  plain: (json: string) => json,
  slashes: (json: string) => json.replaceAll("/", "\\/"),
  ascii: (json: string) => json.replace(/[^ -~]/g, unicode),
  html: (json: string) => json.replace(/[<>&'=+]/g, unicode),
  // A quote or a backslash is escaped already.
  most: (json: string) =>
    json.replace(/\\(?:u[\da-f]{4}|.)|[^"{}[\]:,_a-mo-z]/gsu, (part) =>
      /^\\./.test(part) ? part : write.unicode(part),
    ),
} satisfies Record<string, (json: string) => string>;

/** A response, or an error of `fetch`, that repeats secrets: the pieces of its text, and its format. */
interface Echo {
  readonly pieces: readonly (string | { readonly which: number; readonly form: Form })[];
  readonly container: "html" | "json" | "broken" | "thrown";
  readonly escapes: keyof typeof escapeJson;
  /** Longer than the client reads. */
  readonly long: boolean;
}

/** Any response that repeats secrets in these forms. */
function echo(): fc.Arbitrary<Echo> {
  const repeated = fc.record({ which: fc.nat(), form: fc.constantFrom(...forms) });
  return fc.record({
    pieces: fc.array(fc.oneof(wholeText, repeated), { minLength: 1, maxLength: 6 }),
    container: fc.constantFrom("html", "json", "broken", "thrown"),
    // Object.keys returns strings.
    escapes: fc.constantFrom(...(Object.keys(escapeJson) as (keyof typeof escapeJson)[])),
    long: fc.nat({ max: 9 }).map((one) => one === 9),
  });
}

/** A response that repeats these secrets in its body and headers, or an error that quotes them. */
function echoed(echo: Echo, status: number, secrets: readonly Secret[]): Response {
  const text = textOf(echo, secrets);
  if (echo.container !== "thrown") {
    const headers = { "x-echo": encodeURIComponent(secrets.map((one) => one.text).join("")) };
    return new Response(text, { status, headers });
  }
  const details = { args: [text], request: { headers: [text] }, code: `E_${text}`, cause: new Error(text) };
  throw Object.assign(new TypeError(`cannot send ${text}`), details);
}

function textOf({ pieces, container, escapes, long }: Echo, secrets: readonly Secret[]): string {
  const written = pieces.map((piece) => {
    if (typeof piece === "string") return piece;
    const { text } = secrets[piece.which % secrets.length] ?? { text: "" };
    return write[piece.form](text);
  });
  // Without a separator, the end of one and the start of the next could make an escape.
  const text = written.join("|");
  const filler = long ? ".".repeat(LIMIT) : "";
  if (container === "thrown") return text;
  if (container === "html") return `<p>${text}</p>${filler}`;
  if (container === "broken") return `{"code":"${text}${filler}`;
  const said = { code: text, error: text, message: text, error_description: text, request_id: text };
  return escapeJson[escapes](JSON.stringify({ ...said, context_info: [{ [text]: text }], filler }));
}

/** More than the client reads of any response. */
const LIMIT = 66_000;

const status = fc.constantFrom(200, 400, 401, 404, 409, 429, 500, 503);
const token = (mark: string) => secret(fc.oneof(visibleText, fc.constant("")), mark);
const text = (mark: string) => secret(wholeText, mark);

function expectHidden(secrets: readonly Secret[], ...values: unknown[]): void {
  const lines = values.flatMap(outputs).join("\n").split("\n");
  for (const { core } of secrets) {
    const spellings = forms.map((form) => write[form](core));
    expect(lines.find((line) => spellings.some((spelling) => line.includes(spelling)))).toBeUndefined();
  }
}

describe("a secret in a response", () => {
  it("is in no output of a call: tokens, the password of a link, a new password", async () => {
    const secrets = fc.tuple(token("a"), token("b"), text("c"), text("d"));
    const responses = fc.tuple(echo(), status, fc.boolean());
    const property = fc.asyncProperty(secrets, responses, async (secrets, [echo, status, finds]) => {
      const [first, second, link, fresh] = secrets;
      const fetch = scriptedFetch(() => echoed(echo, status, sent));
      const auth = ({ rejected }: { rejected?: string | undefined }) => (rejected === undefined ? first : second).text;
      const { client, clock, events } = clientWith(fetch, { auth, maxBodyBytes: 60_000 });
      const isRejected = status === 401 && echo.container !== "thrown";
      const sent = [first, ...(isRejected ? [second] : []), finds ? link : fresh];
      const body = { shared_link: { access: "open", password: fresh.text } } as const;
      const call = finds
        ? client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/1", password: link.text }) })
        : client.updateFile({ path: { file_id: "4001" }, body });
      const result = await settled(clock, call);
      expectHidden(sent, events, ...(result.status === "rejected" ? [result.reason] : []));
    });
    await check(property, 0.5);
  });

  it("is in no output of a refresh: the client secret, the refresh token", async () => {
    const responses = fc.tuple(echo(), status);
    const property = fc.asyncProperty(text("e"), text("f"), responses, async (client, refresh, [echo, status]) => {
      const fetch = scriptedFetch(() => echoed(echo, status, [client, refresh]));
      const clock = manualClock();
      const store = memoryTokenStore({ refreshToken: refresh.text });
      const auth = refreshingAuth({ authUrl, clientId: "app", clientSecret: client.text, store, fetch, clock });
      const events: RefreshEvent[] = [];
      const onEvent = (event: unknown) => events.push(event as RefreshEvent);
      const result = await settled(clock, Promise.resolve(auth({ onEvent })));
      expect(result.status).toBe("rejected");
      expectHidden([client, refresh], events, result.status === "rejected" && result.reason);
    });
    await check(property, 0.5);
  });
});
