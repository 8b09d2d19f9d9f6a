/** The concepts of the field, each with its words. The texts of the site use the first one. A word can be in several. */
export const CONCEPTS: readonly (readonly string[])[] = `
cancel abort interrupt stop
create add make new mkdir insert
delete remove erase destroy rm drop
update change edit modify patch alter
get read retrieve show view open
list browse iterate enumerate ls
copy duplicate clone
folder directory dir
file document
user member account person people someone somebody employee colleague coworker staff
enterprise company organization organisation tenant
group team department
domain whitelist allowlist
hold freeze frozen preserve litigation ediscovery lawsuit court
retention retain disposition archive archiving purge
lock checkout exclusive reserve
trash bin trashed recycle
task todo approval
metadata attribute property
pagination page paging paged cursor marker offset
process worker instance replica cluster server machine
parallel concurrent concurrency simultaneous batch bulk
token credential bearer
expire expiry expiration lifetime ttl
validation validate invalid
refresh renew rotate rotation
authentication auth login authenticate signin
error exception failure problem
fault chaos simulate inject failure
sandbox emulator mock fake simulator dummy
contract conformance compliance drift fuzz schemathesis dredd
openapi swagger spec specification oas
workflow ci pipeline gitlab jenkins actions
changelog changes upgrade releases roadmap news
database sql postgres postgresql sqlite mysql mariadb
store storage persist
languages python java go golang ruby php rust kotlin swift curl
command cli terminal npx flag
option setting config configure configuration
performance speed fast benchmark latency throughput overhead
compare comparison versus vs difference alternative
metrics event log trace telemetry prometheus datadog grafana sentry
snapshot state seed fixture dump
runtimes runtime node nodejs deno bun edge lambda serverless browser
linux windows macos mac alpine
reports junit sarif html allure tap
runners jest vitest mocha jasmine ava
security safe secure vulnerability attack audit
conflict exists taken collision duplicate
web website bookmark hyperlink
link url uri href
share public publish
permissions rights acl see privilege
collaboration collaborator
crash killed kill sigterm oom
resume continue checkpoint restart
reset clear clean wipe
moving migrate migration switch alternative
delay wait backoff throttle
production deploy docker container kubernetes
certificate tls ssl https
digest checksum hash sha1 sha256 md5 integrity
invite invitation role guest
external outside outsider partner
restore undo recover undelete
generate codegen generator
recorded record recording har traffic
query search find filter lookup
limit maximum max
timeout deadline hang stuck slow
network connection socket offline
reject decline deny
`
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

/** Phrases whose words mean something else apart, and what the texts of the site say instead. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bwho ?am ?i\b|\bwhoami\b|\bmyself\b/gi, "current user"],
  [/\bsoft[- ]delet\w+\b|\brecycle bin\b|\bundelete\b/gi, "restore trash"],
  [/\bdry[- ]?runs?\b|\bread[- ]only mode\b/gi, "read-only check"],
  [/\btime[- ]travel\b|\bfake timers?\b/gi, "sandbox time clock"],
  [/\bservice accounts?\b|\bmachine[- ]to[- ]machine\b|\bm2m\b/gi, "client credentials token"],
  [/\bwhat['’]?s? (?:is )?new\b|\brelease notes\b/gi, "changelog"],
  [/\b(?:sign|log)[- ]?in\b(?: (?:page|form|screen|button|url)\b)?/gi, "authentication"],
  [/\bshare (?=(?:(?:an?|the|my|files?|folders?|documents?) )*with (?!(?:an? )?(?:password|link)))/gi, "invite "],
  [/\bhow many\b|\b(?:http )?(?:status(?: code)?|http)(?= \d{3}\b)/gi, " "],
  [
    /\b(?:remove|revoke|withdraw|delete|take away)\b.*\b(?:access\b(?!.*token)|(?:user|member|person|people)s? from (?:\w+ )?(?:folder|file))|\bunshare (?=folder)/gi,
    "delete collaboration",
  ],
  [/\bfull[- ]text\b/gi, "fulltext"],
  [/\bsingle sign[- ]?on\b/gi, "sso"],
  [/\b(?:two|multi)[- ]factor\b/gi, "mfa"],
  [/\bvalid (?=until|for)/gi, "expire "],
  // Elsewhere it is the function.
  [/(?:^|\bto )fetch (?!failed|function|option|error)/gi, "get "],
  [/\bc#|\.net\b|\bgo (?=sdk|client|library)/gi, "dotnet "],
  [/\bsign[- ]?out\b|\blog(?:ged)?[- ]?out\b/gi, "session logout"],
];

interface Absent {
  readonly words: string;
  /** Words with which a query is about something else. */
  readonly unless?: string;
  readonly text: string;
  readonly id: string;
}

/** Subjects that the product does not have, and the page that leads on. */
export const ABSENT: readonly Absent[] = [
  {
    words: "upload download binary multipart stream blob zip unzip chunked",
    unless:
      "event events openapi spec swagger prevent block disable restrict forbid company only permission link deny can may count size",
    text: "The contract has no operation for the content of files. Define it as this guide shows:",
    id: "guides/files.html",
  },
  {
    words:
      "webhook notification realtime comment annotation thumbnail preview representation watermark ocr antivirus malware virus esign signature favorite favourite starred pin chat mention transcode translate summarize fulltext full-text longpoll subscribe device classification graphql grpc soap websocket sse webdav ftp sftp smb odata protobuf mqtt xml",
    unless: "release package npm compile junit report reports",
    text: "The contract has no such operation. Define it yourself:",
    id: "guides/other-endpoints.html",
  },
  {
    words: "jwt saml pkce sso oidc ldap scim mfa 2fa totp passkey kerberos",
    text: "The client refreshes tokens, but has no login of its own. Pass it the tokens of your login:",
    id: "guides/tokens.html",
  },
  {
    words:
      "python java golang ruby php rust kotlin swift dotnet csharp c++ scala perl elixir dart flutter maven pip nuget",
    unless: "from migrate names",
    text: "The client is for JavaScript and TypeScript. Other languages can use the OpenAPI document and the sandbox:",
    id: "guides/testing-with-the-sandbox.html#programs-in-other-languages",
  },
  {
    words: "docker dockerfile dockerhub",
    unless: "token tokens refresh network 421 forbidden",
    text: "There is no image for containers. Install the package in yours, and allow the name of the host:",
    id: "guides/sandbox.html#hosts-and-web-pages",
  },
  {
    words: "202 asynchronous",
    unless: "iterator",
    text: "No operation responds with 202. Each call returns the result:",
    id: "operations/index.html",
  },
  {
    words: "msw nock playwright cypress selenium wiremock pact prism puppeteer mirage mockserver testcontainers",
    unless: "compare compared comparison versus vs results",
    text: "No adapter is needed: every test tool can call the sandbox.",
    id: "guides/testing-with-the-sandbox.html",
  },
];

/** Words of a question that say nothing of its subject. */
export const STOP_WORDS = new Set(
  "a all also an and any are as at be by can do docs documentation does doesn doesnt don dont example examples for from guide how i if in into is it its just library long me much my of on only or other our out per same sdk should so some still than that the their them then there these they this those to too until us use using via want was we were what when where which while who why will with work works you your".split(
    " ",
  ),
);

/** The words of a text, without punctuation. */
export function wordsIn(text: string): string[] {
  return text
    .replace(/['’]s\b|(?<=\d),(?=\d{3}\b)/g, "")
    .split(/[^\p{L}\p{N}_-]+|(?<![\p{L}\p{N}])-+|-+(?![\p{L}\p{N}])/u)
    .filter((word) => word !== "");
}

/** `Retry-After` → `Retry-After`, `Retry`, `After`. */
export function withParts(word: string): string[] {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])|[_-]/).filter((part) => part !== "");
  return parts.length > 1 ? [word, ...parts] : [word];
}

/** The words of a text that say what is searched. */
export function meaningfulWords(typed: string): string[] {
  const text = PHRASES.reduce((known, [phrase, words]) => known.replace(phrase, words), typed);
  const words = wordsIn(text);
  const meaningful = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return meaningful.length > 0 ? meaningful : words;
}

/** `retries` → `retr`. A word without a known ending, or too short for one, stays as it is. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  const stem = lower
    .replace(/(?:ations?|ating|ated?|ions?|ings?|i?ed|i?es|ers?|[sey])$/, "")
    .replace(/([bdgmnprt])\1$/, "$1");
  return stem.length < 4 ? lower.replace(/(?<=\w{3})(?<![isu])s$/, "") : stem;
}

/** The word of a thesaurus group that the texts of the site use, such as `delete` for `removing`. */
export function firstOf(word: string): string {
  return FIRST.get(stemOf(word)) ?? word.replace(/s$/, "");
}

const FIRST = new Map(CONCEPTS.toReversed().flatMap((group) => group.map((word) => [stemOf(word), group[0] ?? word])));
