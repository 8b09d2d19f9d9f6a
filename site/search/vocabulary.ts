/** The concepts of the field, each with its words. The texts of the site use the first one. A word can be in several. */
export const CONCEPTS: readonly (readonly string[])[] = [
  ["cancel", "abort", "interrupt", "stop"],
  ["create", "add", "make", "new", "mkdir"],
  ["delete", "remove", "erase", "destroy", "rm"],
  ["update", "change", "edit", "modify", "patch"],
  ["get", "read", "fetch", "retrieve", "show", "view", "open"],
  ["list", "browse", "iterate", "enumerate", "ls"],
  ["copy", "duplicate", "clone"],
  ["folder", "directory", "dir"],
  ["file", "document"],
  ["user", "member", "account", "person", "people", "someone", "somebody", "employee", "colleague"],
  ["domain", "whitelist", "allowlist"],
  ["pagination", "page", "pages", "paging", "paginate", "paged", "cursor", "marker", "offset"],
  ["process", "worker", "instance", "replica", "cluster"],
  ["retry", "retries", "retried"],
  ["parallel", "concurrent", "concurrency", "simultaneous", "batch", "bulk"],
  ["token", "tokens", "credential", "credentials", "bearer"],
  ["error", "exception", "failure", "problem"],
  ["fault", "chaos", "simulate", "inject", "failure"],
  ["test", "spec"],
  ["contract", "conformance", "compliance", "drift", "validate", "verify", "fuzz", "fuzzing", "schemathesis", "dredd"],
  ["workflow", "ci", "pipeline", "gitlab", "jenkins", "actions"],
  ["install", "setup"],
  ["changelog", "changes", "upgrade", "releases", "roadmap", "news"],
  ["database", "sql", "postgres", "postgresql", "sqlite", "mysql"],
  ["store", "storage", "persist"],
  ["languages", "python", "java", "go", "golang", "ruby", "php", "rust", "kotlin", "swift", "curl"],
  ["command", "cli", "terminal", "npx", "flag", "flags"],
  ["performance", "speed", "fast", "faster", "benchmark", "latency", "throughput"],
  ["metrics", "event", "log", "logging", "trace", "tracing", "telemetry", "prometheus", "datadog", "grafana", "sentry"],
  ["snapshot", "state", "seed", "fixture", "fixtures"],
  ["runtimes", "runtime", "node", "nodejs", "deno", "bun", "edge", "lambda", "serverless", "browser"],
  ["linux", "windows", "macos", "mac", "alpine"],
  ["reports", "junit", "sarif", "html", "allure", "tap"],
  ["runners", "jest", "vitest", "mocha", "jasmine", "ava"],
  ["loggers", "pino", "winston", "bunyan", "console"],
  ["security", "safe", "secure", "vulnerability", "attack", "audit"],
  ["conflict", "exists", "taken", "collision"],
  ["web", "website", "bookmark", "hyperlink"],
  ["share", "public", "publish"],
  ["permissions", "permission", "rights", "acl", "see"],
  ["collaboration", "collaborator"],
  ["bundle", "size", "big", "bundler", "webpack", "vite", "rollup", "esbuild", "parcel"],
  ["operations", "endpoints", "reference", "overview"],
  ["editor", "vscode", "intellisense", "autocomplete", "autocompletion"],
  ["memory", "heap", "leak", "ram"],
  ["time", "clock", "date", "timezone"],
  ["crash", "killed", "kill", "restart", "sigterm", "oom"],
  ["moving", "migrate", "migration", "switch", "alternative"],
  ["delay", "wait", "backoff", "throttle"],
  ["production", "deploy", "deployment", "docker", "container", "kubernetes"],
  ["invite", "invitation", "role"],
  ["restore", "undo", "recover", "undelete"],
  ["email", "mail", "address"],
  ["generate", "codegen", "generator", "generated"],
  ["recorded", "record", "recording", "har", "traffic"],
  ["template", "schema"],
  ["limit", "maximum", "max", "quota"],
  ["timeout", "deadline", "hang", "stuck", "slow"],
];

/** Phrases whose words mean something else apart, and what the texts of the site say instead. */
export const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bwho ?am ?i\b|\bwhoami\b|\bmyself\b/gi, "current user"],
  [/\bsoft[- ]delet\w+\b|\brecycle bin\b|\bundelete\b/gi, "restore trash"],
  [/\bdry[- ]?runs?\b|\bread[- ]only mode\b/gi, "read-only check"],
  [/\btime[- ]travel\b|\bfake timers?\b/gi, "sandbox time clock"],
  [/\bservice accounts?\b|\bmachine[- ]to[- ]machine\b|\bm2m\b/gi, "client credentials token"],
  [/\bwhat['’]?s? (?:is )?new\b|\brelease notes\b/gi, "changelog"],
  [/\bsign[- ]?in\b|\blog[- ]?in\b/gi, "authentication"],
  [/\bsign[- ]?out\b|\blog(?:ged)?[- ]?out\b/gi, "session logout"],
];

interface Absent {
  readonly words: readonly string[];
  /** Words with which a query is about something else. */
  readonly unless?: readonly string[];
  readonly text: string;
  readonly id: string;
}

/** Subjects that the product does not have, and the page that leads on. */
export const ABSENT: readonly Absent[] = [
  {
    words: ["upload", "download", "binary", "multipart", "stream", "blob"],
    unless: ["openapi", "spec", "swagger", "prevent", "block", "disable", "restrict", "forbid"],
    text: "The contract has no operation for the content of files. Define it as this guide shows:",
    id: "guides/files.html",
  },
  {
    words: ["webhook", "notification", "realtime", "comment", "thumbnail", "preview", "representation", "watermark"],
    text: "The contract has no such operation. Define it yourself:",
    id: "guides/other-endpoints.html",
  },
  {
    words: ["graphql", "grpc", "soap", "websocket"],
    text: "The service and the client use HTTP with JSON. Define other requests yourself:",
    id: "guides/other-endpoints.html",
  },
  {
    words: ["jwt", "saml", "pkce", "sso", "oidc"],
    text: "The client refreshes tokens, but has no login of its own. Pass it the tokens of your login:",
    id: "guides/tokens.html",
  },
  {
    words: ["python", "java", "golang", "ruby", "php", "rust", "kotlin", "swift", "dotnet"],
    unless: ["from", "migrate", "names"],
    text: "The client is for JavaScript and TypeScript. Other languages can use the OpenAPI document and the sandbox:",
    id: "guides/testing-with-the-sandbox.html#programs-in-other-languages",
  },
  {
    words: ["msw", "nock", "playwright", "cypress", "selenium", "wiremock", "pact", "prism"],
    text: "No adapter is needed: every test tool can call the sandbox.",
    id: "guides/testing-with-the-sandbox.html",
  },
];

/** Words of a question that say nothing of its subject. */
export const STOP_WORDS = new Set(
  "a all also an and any are as at be by can do docs documentation does example examples for from guide how i if in into is it its just library long many me much my of on only or other our out per same sdk should so some still than that the their them then there these they this those to too until us use using via want was we were what when where which while who why will with you your".split(
    " ",
  ),
);
