/** A text with its escapes decoded, and the place of each character in the source. */
export interface DecodedText {
  readonly text: string;
  /** The index in the source of each character, and the length of the source at the end. */
  readonly from: Uint32Array;
}

/** The source itself, then its text with one more level of escapes decoded each time. */
export function decodedLevels(source: string): DecodedText[] {
  const own = { text: source, from: new Uint32Array(source.length + 1) };
  for (let index = 0; index < own.from.length; index += 1) own.from[index] = index;
  const levels: DecodedText[] = [own];
  let last: DecodedText | undefined = own;
  while (last !== undefined && levels.length <= MAX_LEVELS) {
    last = decodedOnce(last);
    if (last !== undefined) levels.push(last);
  }
  return levels;
}

/** Such as JSON in a form in JSON. */
const MAX_LEVELS = 3;

/** Escapes of JSON, percent-encoding and character references of HTML. */
const ESCAPE = /\\(?:u[\da-f]{4}|["\\/bfnrt])|(?:%[\da-f]{2})+|&(?:#(?:\d{1,7}|x[\da-f]{1,6})|amp|lt|gt|quot|apos);/gi;

function decodedOnce({ text, from }: DecodedText): DecodedText | undefined {
  if (!/[\\%&]/.test(text)) return undefined;
  const parts: string[] = [];
  const places = new Uint32Array(text.length + 1);
  let length = 0;
  let done = 0;
  const add = (part: string, start: number) => {
    parts.push(part);
    for (let left = part.length; left > 0; left -= 1) places[length++] = from[start] ?? 0;
  };
  for (const { 0: spelled, index } of text.matchAll(ESCAPE)) {
    parts.push(text.slice(done, index));
    places.set(from.subarray(done, index), length);
    length += index - done;
    done = index + spelled.length;
    if (spelled.startsWith("%")) {
      for (const { character, offset } of percentDecoded(spelled)) add(character, index + offset);
    } else add(spelled.startsWith("&") ? ofHtml(spelled) : ofJson(spelled), index);
  }
  if (done === 0) return undefined;
  parts.push(text.slice(done));
  places.set(from.subarray(done), length);
  length += text.length - done;
  return { text: parts.join(""), from: places.subarray(0, length + 1) };
}

const JSON_ESCAPES: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

function ofJson(spelled: string): string {
  const name = spelled[1] ?? "";
  if (name === "u" || name === "U") return String.fromCharCode(Number.parseInt(spelled.slice(2), 16));
  return JSON_ESCAPES[name] ?? name;
}

const HTML_NAMES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function ofHtml(reference: string): string {
  const name = reference.slice(1, -1).toLowerCase();
  if (!name.startsWith("#")) return HTML_NAMES[name] ?? reference;
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
}

/** The characters of percent-encoded UTF-8. An invalid byte is a character of Latin-1. */
function* percentDecoded(escapes: string): Generator<{ readonly character: string; readonly offset: number }> {
  const byteAt = (index: number) => Number.parseInt(escapes.slice(index * 3 + 1, index * 3 + 3), 16);
  const count = escapes.length / 3;
  for (let index = 0; index < count; ) {
    const lead = byteAt(index);
    const length = lead >= 0xf0 && lead < 0xf5 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;
    let code = length === 1 ? lead : lead & (0xff >> (length + 1));
    let used = 1;
    for (; used < length && index + used < count; used += 1) {
      const next = byteAt(index + used);
      if ((next & 0xc0) !== 0x80) break;
      code = (code << 6) | (next & 0x3f);
    }
    const isValid = used === length && lead < 0xf5 && code <= 0x10ffff;
    yield { character: String.fromCodePoint(isValid ? code : lead), offset: index * 3 };
    index += isValid ? length : 1;
  }
}
