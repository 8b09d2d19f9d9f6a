import { type Exchange, type HeaderValues, pointer, segmentsOf } from "content-service-contract";
import { headerPairs } from "content-service-contract/redaction";
import { counted, oneLine, visibleText } from "content-service-contract/text";
import { type BodyLine, bodyLines } from "../body-lines.js";
import { requestLine } from "../finding-groups.js";

/** A request and its response, with the violation marked. */
export function ExchangeView({ exchange, at }: { readonly exchange: Exchange; readonly at: string }) {
  const [side, part, ...rest] = segmentsOf(at);
  const { request, response } = exchange;
  const of = (which: string) => (side === which ? part : undefined);
  const status = `${response.status}`;
  return (
    <div>
      <Message title="Request" start={requestLine(exchange)} part={of("request")} rest={rest} {...request} />
      <Message title="Response" start={status} part={of("response")} rest={rest} {...response} />
    </div>
  );
}

const MAX_HEADERS = 30;
const MAX_HEADER_CHARACTERS = 300;
const MAX_BODY = { maxLines: 20, maxLineCharacters: 200 };

interface MessageProps {
  readonly title: string;
  readonly start: string;
  readonly headers?: HeaderValues | undefined;
  readonly body?: string | undefined;
  /** The part with the violation; undefined when the other message has the violation. */
  readonly part: string | undefined;
  readonly rest: readonly string[];
}

function Message({ title, start, headers, body, part, rest }: MessageProps) {
  const inBody = part === "body";
  const lines = body ? bodyLines(body, { ...MAX_BODY, invalidAt: inBody ? pointer("", ...rest) : undefined }) : [];
  // When the whole body is invalid, only its first line is marked.
  const first = lines.findIndex(({ kind }) => kind === "invalid");
  return (
    <div class="message">
      <h5>{title}</h5>
      <pre>
        <Line kind={part !== undefined && START_PARTS.has(part) ? "wrong" : "start"}>{start}</Line>
        <HeaderLines headers={headers} wrong={part === "headers" || part === "header" ? rest[0] : undefined} />
        {lines.length > 0 ? <Line kind="plain"> </Line> : ""}
        {lines.map((line, index) => (
          <BodyLineView line={line} tagged={index === first} />
        ))}
        {lines.length === 0 && inBody ? <Line kind="missing">(no body)</Line> : ""}
      </pre>
    </div>
  );
}

const START_PARTS = new Set(["method", "path", "query", "status", "url"]);

function HeaderLines({
  headers,
  wrong,
}: {
  readonly headers: HeaderValues | undefined;
  readonly wrong: string | undefined;
}) {
  const pairs = headerPairs(headers);
  const isThere = pairs.some(([name]) => name.toLowerCase() === wrong?.toLowerCase());
  const left = pairs.length - MAX_HEADERS;
  return (
    <>
      {pairs.slice(0, MAX_HEADERS).map(([name, value]) => (
        <Line kind={wrong !== undefined && name.toLowerCase() === wrong.toLowerCase() ? "wrong" : "plain"}>
          <span class="name">{short(name)}:</span> {short(value)}
        </Line>
      ))}
      {left > 0 ? <Line kind="omitted">… {counted(left, "more header")}</Line> : ""}
      {wrong !== undefined && !isThere ? <Line kind="missing">{short(wrong)}: …</Line> : ""}
    </>
  );
}

function BodyLineView({ line, tagged }: { readonly line: BodyLine; readonly tagged: boolean }) {
  const kind = line.kind === "invalid" ? (tagged ? "wrong" : "wrong-too") : line.kind;
  return <Line kind={kind}>{visibleText(line.text)}</Line>;
}

type LineKind = "plain" | "start" | "wrong" | "wrong-too" | "missing" | "omitted" | "marked";

/** One line. A violation is marked with words as well as with color. */
export function Line({ kind, children }: { readonly kind: LineKind; readonly children?: unknown }) {
  return (
    <span class={`l ${kind === "wrong-too" ? "wrong" : kind}`}>
      {children}
      {kind === "wrong" || kind === "missing" ? (
        <>
          {" "}
          <span class="tag">{kind === "wrong" ? "← here" : "← missing"}</span>
        </>
      ) : (
        ""
      )}
      {"\n"}
    </span>
  );
}

function short(text: string): string {
  return oneLine(text, MAX_HEADER_CHARACTERS);
}
