/** JSON texts that are expensive for a careless reader, by what is hostile about them, each of about a number of characters. */
export const hostileBodies: Readonly<Record<string, (size: number) => string>> = {
  "a list of empty records": (size) => entries("{}", size),
  "a list of wrong records": (size) => entries('{"type":"file","id":1,"etag":1,"name":1,"sequence_id":1}', size),
  "lists nested in lists": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "records nested in records": (size) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  "nested items": (size) =>
    `${'{"type":"folder","id":"1","item_collection":{"entries":['.repeat(size / 60)}${"]}}".repeat(size / 60)}`,
  "parents nested in parents": (size) => `${'{"type":"folder","parent":'.repeat(size / 27)}{}${"}".repeat(size / 27)}`,
  "many properties": (size) => record(size, (index) => `"p${index}":${index}`),
  "many numeric names": (size) => record(size, (index) => `"${index * 7919}":1`),
  "names of prototypes": (size) =>
    record(
      size,
      (index) => `"${["__proto__", "constructor", "toString", "hasOwnProperty"][index % 4]}":{"type":"file"}`,
    ),
  "many passwords": (size) => record(size, (index) => `"password":"secret-number-${index}"`),
  "different tokens": (size) => list(size, (index) => `{"access_token":"t0ken-${index}"}`),
  "a secret of one letter": (size) => `{"password":"${"a".repeat(size / 3)}b","text":"${"a".repeat(size / 2)}"}`,
  "a long string": (size) => `{"type":"${"x".repeat(size)}"}`,
  "long names in a list": (size) => entries(`{"${"n".repeat(5_000)}":1,"id":1}`, size),
  "a long number": (size) => `{"total_count":${"9".repeat(size)}}`,
  "an exponent": () => '{"total_count":1e999999,"limit":-1e999999,"offset":1e-999999}',
  spaces: (size) => `{"type":"${" ".repeat(size)}x","id":1}`,
  backslashes: (size) => `{"a":"${"\\\\".repeat(size / 2)}","id":1}`,
  "escaped quotes": (size) => `{"password":"${'\\"'.repeat(size / 2)}`,
  "quotes that never close": (size) => '"a":"b'.repeat(size / 6),
  "percent signs": (size) => `{"password":"%25%25%25%25","text":"${"%25".repeat(size / 3)}"}`,
  "lone surrogates": (size) => `{"name":"${"\\ud800".repeat(size / 6)}","id":1}`,
  "a byte order mark": (size) => `\uFEFF${entries("{}", size)}`,
  "broken text": (size) => "\uFFFD\u0000\u001b[31m".repeat(size / 7),
  dates: (size) => entries(`{"type":"file","id":"1","created_at":"2026-01-01T00:00:00.${"9".repeat(2_000)}x"}`, size),
  addresses: (size) => entries(`{"type":"user","id":"1","login":"${"a.".repeat(1_500)}@"}`, size),
};

function list(size: number, item: (index: number) => string): string {
  return `{"entries":[${filled(size, item)}],"limit":1}`;
}

function entries(item: string, size: number): string {
  return list(size, () => item);
}

function record(size: number, member: (index: number) => string): string {
  return `{${filled(size, member)}}`;
}

/** So many parts, with commas between them, that they have the size. */
function filled(size: number, part: (index: number) => string): string {
  const parts: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = part(index);
    parts.push(next);
    length += next.length + 1;
  }
  return parts.join(",");
}
