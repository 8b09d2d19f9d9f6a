/** JSON texts that are expensive for a careless reader, by what is hostile about them, each of about a number of characters. */
export const hostileBodies: Readonly<Record<string, (size: number) => string>> = {
  "a list of empty records": (size) => entries("{}", size),
  "a list of wrong records": (size) => entries('{"type":"file","id":1,"etag":1,"name":1,"sequence_id":1}', size),
  "a list of records of no known type": (size) => entries('{"type":"?"}', size),
  "a list of numbers": (size) => entries("0", size),
  "a list of equal records": (size) => entries('{"a":[1,{"b":2}]}', size),
  "lists of lists": (size) => entries("[[],[[]]]", size),
  "lists nested in lists": (size) => "[".repeat(size / 2) + "]".repeat(size / 2),
  "records nested in records": (size) => `${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}`,
  "nested items": (size) =>
    `${'{"type":"folder","id":"1","item_collection":{"entries":['.repeat(size / 60)}${"]}}".repeat(size / 60)}`,
  "parents nested in parents": (size) => `${'{"type":"folder","parent":'.repeat(size / 27)}{}${"}".repeat(size / 27)}`,
  "many properties": (size) => record(size, (index) => `"p${index}":${index}`),
  "many properties with records": (size) => record(size, (index) => `"p${index}":{"type":1}`),
  "many numeric names": (size) => record(size, (index) => `"${index * 7919}":1`),
  "one name many times": (size) => record(size, () => '"entries":[{}]'),
  "names of prototypes": (size) =>
    record(
      size,
      (index) => `"${["__proto__", "constructor", "toString", "hasOwnProperty"][index % 4]}":{"type":"file"}`,
    ),
  "many passwords": (size) => record(size, (index) => `"password":"secret-number-${index}"`),
  "many tokens in records": (size) => entries('{"access_token":"abcdefgh","refresh_token":["abcdefghi"]}', size),
  "different tokens": (size) => list(size, (index) => `{"access_token":"t0ken-${index}"}`),
  "a secret of one letter": (size) => `{"password":"${"a".repeat(size / 3)}b","text":"${"a".repeat(size / 2)}"}`,
  "a long string": (size) => `{"type":"${"x".repeat(size)}"}`,
  "a long name": (size) => `{"${"n".repeat(size)}":1}`,
  "long names in a list": (size) => entries(`{"${"n".repeat(5_000)}":1,"id":1}`, size),
  "a long number": (size) => `{"total_count":${"9".repeat(size)}}`,
  "an exponent": () => '{"total_count":1e999999,"limit":-1e999999,"offset":1e-999999}',
  spaces: (size) => `{"type":"${" ".repeat(size)}x","id":1}`,
  "spaces between": (size) => `{"a"${" ".repeat(size)}:1,"id":1}`,
  backslashes: (size) => `{"a":"${"\\\\".repeat(size / 2)}","id":1}`,
  "escaped quotes": (size) => `{"password":"${'\\"'.repeat(size / 2)}`,
  "quotes that never close": (size) => '"a":"b'.repeat(size / 6),
  "percent signs": (size) => `{"password":"%25%25%25%25","text":"${"%25".repeat(size / 3)}"}`,
  "lone surrogates": (size) => `{"name":"${"\\ud800".repeat(size / 6)}","id":1}`,
  "a byte order mark": (size) => `\uFEFF${entries("{}", size)}`,
  "broken text": (size) => "\uFFFD\u0000\u001b[31m".repeat(size / 7),
  "an open list": (size) => "[{},".repeat(size / 4),
  dates: (size) => entries(`{"type":"file","id":"1","created_at":"2026-01-01T00:00:00.${"9".repeat(2_000)}x"}`, size),
  addresses: (size) => entries(`{"type":"user","id":"1","login":"${"a.".repeat(1_500)}@"}`, size),
  urls: (size) => entries(`{"type":"web_link","id":"1","url":"https://${"a/".repeat(1_500)}%"}`, size),
  "numbers as names of lists": (size) => record(size, (index) => `"entries${index}":[${index}]`),
};

function list(size: number, item: (index: number) => string): string {
  const items: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = item(index);
    items.push(next);
    length += next.length + 1;
  }
  return `{"entries":[${items.join(",")}],"limit":1}`;
}

function entries(item: string, size: number): string {
  return list(size, () => item);
}

function record(size: number, member: (index: number) => string): string {
  const members: string[] = [];
  for (let length = 0, index = 0; length < size; index += 1) {
    const next = member(index);
    members.push(next);
    length += next.length + 1;
  }
  return `{${members.join(",")}}`;
}
