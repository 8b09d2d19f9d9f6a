import { answers, answersJson, user, writes } from "../answers.js";
import { overHttp } from "../place.js";
import { gives, noAnswer, REPORT, type Row, refused, WHO_ANSWERED } from "../row.js";

const HTML = "<html><h1>Sign in to the network</h1></html>";
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** The answer is whole, and is not what the contract promises. */
export const unexpected: readonly Row[] = [
  {
    fault: "HTML with status 200",
    place: overHttp(answers(200, { "content-type": "text/html" }, HTML)),
    gives: refused(200, "not JSON"),
    sent: [1, 1],
    kept: 1,
    advice: WHO_ANSWERED,
  },
  {
    fault: "HTML with status 502",
    place: overHttp(answers(502, { "content-type": "text/html" }, HTML)),
    gives: refused(502),
    sent: [4, 1],
    kept: 1,
    advice: WHO_ANSWERED,
  },
  {
    fault: "a wrong content type around JSON",
    place: overHttp(answers(200, { "content-type": "image/png" }, JSON.stringify(user))),
    gives: gives(user, "the value: the body counts, not its label"),
    sent: [1, 1],
    kept: 1,
    advice: "Nothing.",
  },
  {
    fault: "an image",
    place: overHttp(answers(200, { "content-type": "image/png" }, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff))),
    gives: refused(200, "not JSON"),
    sent: [1, 1],
    kept: 1,
    advice: WHO_ANSWERED,
  },
  {
    fault: "nothing, with status 200",
    place: overHttp(answers(200, {})),
    gives: refused(200, "empty answer"),
    sent: [1, 1],
    kept: 1,
    advice: REPORT,
  },
  {
    fault: "broken JSON",
    place: overHttp(answersJson('{"type":"user",')),
    gives: refused(200, "not JSON"),
    sent: [1, 1],
    kept: 1,
    advice: REPORT,
  },
  {
    fault: "broken UTF-8 within a text",
    place: overHttp(
      answersJson(Buffer.concat([Buffer.from('{"id":"1004","name":"'), Buffer.of(0xc3), Buffer.from('"}')])),
    ),
    gives: gives({ id: "1004", name: "\ufffd" }, "the value, with U+FFFD for what is broken"),
    sent: [1, 1],
    kept: 1,
    advice: "Do not write such a text back.",
  },
  {
    fault: "JSON in UTF-16",
    place: overHttp(answersJson(Buffer.from(JSON.stringify(user), "utf16le"))),
    gives: refused(200, "not JSON"),
    sent: [1, 1],
    kept: 1,
    advice: REPORT,
  },
  {
    fault: "JSON nested 100,000 deep",
    place: overHttp(answersJson(`{"type":"user","id":"1004","deep":${nested(100_000)}}`)),
    gives: gives(user, "the value, as deep as it came"),
    sent: [1, 1],
    kept: 1,
    advice: "Walk an open property without recursion: `JSON.stringify` throws a `RangeError` on this one.",
  },
  {
    fault: "a refusal nested 30,000 deep",
    place: overHttp(answersJson(`{"code":"bad_request","message":"Wrong.","context_info":${nested(30_000)}}`, 400)),
    gives: refused(400, "bad_request: Wrong."),
    sent: [1, 1],
    kept: 1,
    advice: "Handle it by its code.",
  },
  {
    fault: "a refusal whose message is no text",
    place: overHttp(answersJson('{"code":"bad_request","message":{"toString":1,"valueOf":1}}', 400)),
    gives: refused(400, "bad_request"),
    sent: [1, 1],
    kept: 1,
    advice: "Handle it by its code.",
  },
  {
    fault: "a refusal nested 100,000 deep",
    place: overHttp(answersJson(`{"code":"bad_request","message":"Wrong.","context_info":${nested(100_000)}}`, 400)),
    gives: refused(400),
    sent: [1, 1],
    advice: "It is longer than the 64 KiB that are read. Look at `excerpt`.",
  },
  {
    fault: "a body packed in a way that Node does not know",
    place: overHttp(answers(200, { "content-encoding": "unknown" }, Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd))),
    gives: refused(200, "not JSON"),
    sent: [1, 1],
    kept: 1,
    advice: REPORT,
  },
  {
    fault: "gzip that is broken",
    place: overHttp(answers(200, { "content-encoding": "gzip" }, "{}")),
    gives: noAnswer("Z_DATA_ERROR"),
    sent: [4, 1],
    kept: 1,
    advice: REPORT,
  },
  {
    fault: "gzip a hundred times over",
    place: overHttp(answers(200, { "content-encoding": Array(100).fill("gzip").join(", ") }, "{}")),
    gives: noAnswer("TypeError"),
    sent: [4, 1],
    kept: 1,
    advice: `\`cause\` tells it. ${REPORT}`,
  },
  {
    fault: "204 with a body",
    place: overHttp(writes("HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\n{}")),
    gives: gives(undefined, "`undefined`: 204 says that there is nothing"),
    sent: [1, 1],
    kept: 1,
    advice: "Nothing.",
  },
];
