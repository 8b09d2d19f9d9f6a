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

/** Words that people type for a page, a section or an option, by its address. The build checks each address. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  "guides/start.html":
    "quickstart getting started tutorial hello first example introduction request call begin onboarding sample copy account try newcomer",
  "guides/install.html": "installation setup npm yarn pnpm requirements supported compatibility platform version",
  "guides/install.html#runtimes": "nodejs deno bun cloudflare edge serverless lambda electron react native",
  "guides/install.html#browsers-and-cors": "browser cors cross origin preflight frontend",
  "guides/install.html#es-modules-and-commonjs": "esm cjs mjs commonjs require import module",
  "guides/install.html#typescript": "ts typings types compiler tsconfig strict",
  "guides/install.html#bundle-size": "bundle size weight kb tree shaking treeshaking dependencies",
  "guides/install.html#openapi-document": "openapi swagger spec schema download json yaml postman insomnia import",
  "guides/install.html#license": "mit apache copyright open source commercial commercially",
  "guides/tokens.html":
    "authentication authorization authenticate login oauth oauth2 bearer sign in session keys automatic automatically get obtain access credentials signed keep stay lifetime",
  "guides/tokens.html#refreshing-tokens": "refresh token expired expiry expiration renew rotate rotation",
  "guides/tokens.html#token-stores": "save persist storage database keychain",
  "guides/tokens.html#authentication-errors": "login required logout relogin unauthorized 401",
  "guides/many-processes.html":
    "cluster pm2 kubernetes replicas scaling horizontal distributed lock redis share shared pods containers workers servers instances serverless lambda multiple postgres store cron job second replica invalidates spot autoscaling vault secrets manager",
  "guides/many-users.html":
    "multi tenant multitenant saas multiple accounts users postgres backend logout log out session save token tokens store sql shutdown sigterm encrypt encryption rest singleton isolation",
  "guides/paging.html":
    "pagination cursor next page iterate loop all items infinite scroll list first 100 results only rest more than rows skipped ten nightly resume checkpoint batch job",
  "guides/paging.html#work-on-many-records": "resume continue checkpoint interrupted bulk batch concurrency",
  "guides/errors-and-retries.html":
    "error handling exceptions catch try throw failure turn off disable retries timeout unhandled rejection friendly message give up seconds payload large safe again",
  "guides/errors-and-retries.html#timeouts-and-limits": "maximum timeout body size default",
  "guides/calls.html":
    "configuration settings per request options response headers status code metadata of a response throttle rate audit trail singleton interceptor",
  "guides/calls.html#timeouts-retries-and-headers-of-a-call": "custom header correlation id per call override",
  "guides/calls.html#parallel-calls": "parallel concurrent concurrency simultaneous batch bulk promise all queue",
  "guides/calls.html#cancel-a-call": "cancel abort signal abortcontroller interrupt request",
  "guides/calls.html#logs-traces-and-metrics":
    "debug debugging log logging verbose monitoring telemetry opentelemetry tracing observability metrics",
  "guides/locks-and-conditions.html":
    "etag if-match optimistic locking concurrency conflict race lost update overwrite overwriting simultaneous edits two people same time exclusive checkout others poll cheaply compare swap cas check-in stale release somebody saved meanwhile unchanged cache",
  "guides/shared-links.html": "share public url password link slug readable short vanity expire browser anonymous",
  "guides/metadata-queries.html":
    "search filter find query sql where custom properties sort sorting order results fields bind variables placeholder parameters group sum prefix scope",
  "guides/metadata-queries.html#conditions": "like wildcard escape percent greater less than compare amount",
  "guides/testing-with-the-sandbox.html":
    "mock mocking stub fake unit test testing jest vitest local server offline outage hangs integration e2e vcr cassette nock junit fixtures behave",
  "guides/sandbox.html":
    "emulator local server simulator docker port seed reset playground train plane internet without account restart keep localhost",
  "guides/sandbox.html#faults": "chaos simulate failure inject error latency delay",
  "guides/sandbox.html#time": "clock fake timers advance freeze date",
  "guides/contract-tests-in-ci.html":
    "github actions pipeline continuous integration validate conformance suppress expected known findings acceptance supplier vendor provider consumer production monitoring",
  "guides/contract-tests-in-ci.html#check-recorded-traffic": "har recording",
  "guides/frameworks.html":
    "react vue svelte next nextjs remix express fastify nest tanstack integration infinite scroll ssr hydration angular solid hook unmount page cloudflare kv worker module hot reload",
  "guides/from-another-sdk.html":
    "compare comparison axios migrate migration switch move moving alternative vendor official box dropbox google drive sharepoint cheat sheet equivalent managers",
  "guides/branded-deployments.html":
    "white label custom domain self hosted on premise base url enterprise regional region production staging proxy beta switch tenant own ts2353 known properties",
  "guides/other-endpoints.html":
    "upload download copy move file webhook comment event missing unsupported undocumented custom endpoint operation",
  "reliability/retries.html":
    "throttle throttling rate limit backoff retry idempotency idempotent duplicate attempts twice ran deleting delete 404 doubled",
  "reliability/retries.html#delays": "backoff exponential jitter retry-after wait sleep throttle throttling",
  "reliability/retries.html#retry-budget": "circuit breaker retry storm overload",
  "reliability/networks.html": "offline connection reset econnreset dns socket hang network failure fetch failed",
  "reliability/networks.html#redirects-and-proxies":
    "proxy corporate http_proxy https_proxy 407 authentication required",
  "reliability/networks.html#unreachable-hosts": "econnrefused enotfound eai_again dns tls ssl certificate self signed",
  "reliability/crashes.html":
    "crash kill sigkill restart durability lost token recovery disk full spot preempted terminated power",
  "reliability/security.html":
    "vulnerability report secrets leak threat ssrf xss injection encryption gdpr soc iso certificate telemetry phone home sbom bill materials pii machine read audit compliance supply chain",
  "reliability/proof.html":
    "mutation mutant defects compare comparison versus schemathesis dredd results prism dredd which tool better trust quality false alarms spectral",
  "reliability/performance.html":
    "benchmark speed latency throughput slow cpu memory fast scale scales traffic load k6 requests second rps",
  "project/changelog.html":
    "changelog release notes history what is new breaking changes version production ready stable 1.0 maturity",
  "project/releasing.html":
    "semver versioning publish deprecation stable npm provenance new version release process signs signed packages sbom",
  "operations/errors.html": "error codes status codes list",
  "operations/errors.html#rate_limit_exceeded":
    "throttle throttled throttling rate limit limits quota too many requests",
  "operations/errors.html#precondition_failed": "etag conflict stale version",
  "operations/errors.html#unauthorized": "invalid token expired login",
  "operations/updateFile.html":
    "rename move lock unlock check out tag label description share unshare block download collision same name filename length restrict company only",
  "operations/findSharedItem.html": "open resolve shared link paste what is behind",
  "operations/restoreFolder.html": "undelete untrash recover recycle bin deleted mistake back accidentally",
  "operations/createCollaboration.html":
    "invite invitation share permission access role member grant read only external guest give access editor viewer group company partner invitee",
  "operations/index.html": "reference cheat sheet overview list of endpoints",
  "operations/index.html#selecting-attributes":
    "fields parameter select partial sparse projection return only some missing absent property attribute response",
  "operations/index.html#acting-for-others": "as-user impersonate on behalf",
  "guides/files.html":
    "upload download binary stream bytes multipart form attachment range resume progress save pdf disk picture avatar image duplex big large",
  "guides/sandbox-data.html#custom-seeds": "seed fixture records own data json schema test data",
  "guides/sandbox-data.html#permissions": "permission access rights role who may see",
  "guides/inspector.html":
    "inspector ui dashboard console browse records devtools playground live requests network tab curl copy",
  "package/contract-diff.html": "breaking change changes detection compare two versions spec diff semver openapi",
  "package/contract-har.html": "har recorded traffic recording browser proxy",
  "package/contract-proxy.html": "proxy live traffic staging intercept validate",
  "package/contract-matchers.html": "matcher expect jest vitest assertion tomatchcontract supertest schema",
  "package/testing.html": "stub fake client errors unit test helper throw custom token store",
  "package/openapi.html":
    "client credentials machine server variables security schemes basic api key link header pagination listpages cookie deepobject",
  "package/client.html#ClientOptions.baseUrl": "host endpoint url domain server",
  "package/client.html#ClientOptions.fetch": "custom fetch proxy agent transport http client interceptor undici axios",
  "package/client.html#ClientOptions.appInfo": "user agent useragent",
  "package/client.html#ClientOptions.allowInsecure": "http localhost plain insecure",
  "package/client.html#ClientOptions.requestIntervalMs": "rate limit limiter throttle quota requests per second minute",
  "package/client.html#ClientOptions.maxBodyBytes": "response size limit large memory",
  "package/client.html#Client.asUser": "impersonate impersonation act as another user on behalf as-user sudo",
  "package/client.html#Client.http": "raw request low level middleware interceptor",
  "package/client.html#CallSettings.headers": "custom header headers extra additional request",
  "package/client.html#CallSettings.retry": "disable retry retries off never",
  "package/client.html#CallSettings.timeoutMs": "request timeout deadline",
  "package/client.html#CallPromise.withResponse": "response headers raw status request id",
  "package/client.html#RetryOptions.maxAttempts": "maxRetries retries retry count number limit disable",
  "package/client.html#RetryOptions.baseDelayMs": "backoff retry delay interval",
  "package/client.html#PaginateOptions.maxItems": "limit count top first",
  "package/client.html#Paginated.toArray": "collect all items array",
  "package/client.html#createPartialClient": "small bundle tree shaking",
  "package/node-transport.html":
    "undici agent keepalive keep alive connection pool proxy mtls client certificate http2 sockets mutual tls",
  "package/node-transport.html#NodeTransportOptions.proxy": "http proxy corporate https_proxy",
  "operations/refreshAccessToken.html": "oauth2 grant_type rotate renew exchange bearer curl endpoint grant lifetime",
  "operations/getCurrentUser.html": "me profile logged whose check token valid validity test works whoami account",
  "operations/deleteUser.html":
    "offboard offboarding leaver deactivate deprovision transfer content ownership force fired leaves company quit employee seat license",
  "operations/addEmailAlias.html": "second email address secondary login confirm married renamed alternative mailbox",
  "operations/createWebLink.html": "weblink bookmark url shortcut external resource youtube",
  "operations/listCollaborationAllowlistEntries.html":
    "whitelist allowed domains external companies partners direction",
  "operations/createMetadataTemplate.html":
    "custom fields properties attributes define schema enum dropdown options multiselect files",
  "operations/listEnterpriseMetadataTemplates.html": "available custom fields",
  "operations/getFileMetadata.html": "read custom fields properties values attributes canedit version",
  "operations/createFileMetadata.html": "set add apply attach custom fields properties values attributes",
  "operations/deleteFileMetadata.html":
    "remove detach custom fields properties values attributes undo unset field clear",
  "operations/queryMetadata.html": "search filter find by custom fields properties values",
  "operations/createTask.html":
    "approval approve review reviewer assign due date workflow todo sign off signoff ask somebody check",
  "operations/getTaskAssignment.html":
    "approved rejected completed review resolution sign off did approve status still must who",
  "operations/listLegalHoldPolicyAssignments.html":
    "litigation ediscovery compliance which users folders files dispute covered find assignment id",
  "operations/assignLegalHoldPolicy.html":
    "litigation ediscovery compliance freeze preserve custodian put on hold lawsuit investigation dispute stop deletion documents court",
  "operations/listFilesOnHold.html": "litigation ediscovery frozen preserved files document under",
  "operations/listFileVersionsOnHold.html":
    "litigation ediscovery frozen preserved earlier old versions superseded copies revisions",
  "operations/listFileVersionLegalHolds.html":
    "litigation ediscovery frozen preserved versions of a policy every revision which assignments",
  "operations/listFileVersionRetentions.html":
    "compliance keep until disposition retained dispose governance ending expire expiring soon next month purge purged schedule records management archiving obligation years",
  "operations/createTermsOfService.html":
    "tos terms and conditions agreement legal eula click-through consent guests accept",
  "operations/index.html#pagination": "page size limit maximum usemarker offset",
  "operations/index.html#rate-limits": "requests per minute quota throttling allowed",
  "operations/index.html#ids-times-and-scopes":
    "root folder id number format timestamp timezone oauth scopes strings why",
  "operations/errors.html#item_name_in_use": "same name already exists duplicate name taken conflict",
  "operations/errors.html#not_found": "does not exist missing unknown",
  "operations/errors.html#forbidden": "not allowed permission denied 403",
  "guides/many-users.html#databases": "sqlite mysql postgres mariadb token table",
  "guides/many-processes.html#custom-stores": "own interface implement dynamodb mongodb",
  "guides/many-processes.html#one-machine": "tokens.json file permission disk",
  "guides/paging.html#endless-lists": "infinite loop same marker repeated",
  "guides/testing-with-the-sandbox.html#records-faults-and-other-users":
    "simulate error reset between tests seed beforeeach",
  "guides/sandbox.html#hosts-and-web-pages": "docker container network remote 421 misdirected cors",
  "guides/sandbox.html#request-journal": "recorded history sent assert verify which calls made",
  "guides/sandbox.html#custom-operations": "own endpoint handler extend",
  "guides/sandbox.html#limitations": "difference real not supported",
  "guides/sandbox-data.html#users": "credentials demo accounts token-owner token-admin test users passwords logins",
  "guides/sandbox-data.html": "demo data default records ids relative dates",
  "guides/contract-tests-in-ci.html#reports": "junit html json baseline ignore known failures",
  "guides/contract-tests-in-ci.html#in-a-workflow": "github gitlab jenkins yaml nightly",
  "guides/contract-tests-in-ci.html#check-a-service": "exit code production safe read only write cli command",
  "guides/contract-tests-in-ci.html#check-your-own-tests": "response validation openapi spec match vitest jest",
  "guides/from-openapi-fetch.html":
    "migrate openapi fetch difference why typescript types existing wrapper drop generic paths throw",
  "guides/other-endpoints.html#generate-from-a-contract": "codegen generator own api openapi document other service",
  "reliability/security.html#reporting-a-vulnerability": "disclosure contact cve",
  "reliability/security.html#what-was-tried": "penetration test pentest audit attacks",
  "reliability/networks.html#unexpected-responses":
    "html instead of json unexpected token invalid json captive portal gateway",
  "reliability/networks.html#oversized-responses": "too large big body memory limit",
  "reliability/networks.html#truncated-responses": "cut connection reset econnreset incomplete",
  "reliability/performance.html#other-clients": "compare comparison ky axios got fetch slower faster",
  "project/assumptions.html":
    "assumed undocumented behavior gaps not specified x-assumed ambiguities deviations vendor spec",
  "project/decisions.html": "why architecture adr rationale design flock folder lock",
  "package/file-token-store.html": "tokens json file disk permission lock lease",
  "package/sql-token-store.html": "postgres mysql sqlite database table lock lease",
  "package/redis-token-store.html": "redis valkey lock lease ioredis",
  "package/bytes.html": "upload download blob stream progress checksum",
  "guides/branded-deployments.html#configure-the-client": "own host domain header",
  "guides/your-own-api.html":
    "fuzz fuzzing openapi schemathesis alternative pact any other own service callers.json roles config conformance automatic swagger fastapi spring django rails bugs backend tests isolation qa fuzzer",
  "package/openapi.html#clientCredentials": "client credentials grant client_credentials machine service account m2m",
  "package/contract-tests.html#createCoverage": "coverage",
  "operations/schemas.html": "data model object types entities",
  "operations/errors.html#access_denied_insufficient_permissions": "not allowed edit item",
  "operations/errors.html#bad_request": "body not valid invalid",
  "operations/errors.html#conflict": "already collaborator member",
  "operations/errors.html#operation_blocked_temporary": "busy later",
  "operations/errors.html#invalid_client": "wrong secret",
  "operations/errors.html#invalid_request": "parameter missing",
  "package/index.html": "list modules exports subpath entry points",
  "sandbox/rejectCollaboration.html": "decline",
  "sandbox/acceptCollaboration.html": "guest clicks invite",
  "sandbox/clearFaults.html": "stop injected failures",
  "sandbox/clearRequests.html": "clear log",
  "sandbox/getClock.html": "current time emulator",
  "sandbox/getState.html": "dump export database",
  "sandbox/putState.html": "import snapshot load",
  "sandbox/getSandbox.html": "emulator ready readiness health",
  "sandbox/finishTaskAssignment.html": "approve",
  "sandbox/trashFolder.html": "bin",
  "sandbox/revokeToken.html": "session expired",
  "sandbox/confirmEmailAlias.html": "click confirmation mail",
  "sandbox/assignTask.html": "reviewer",
};

/** Words of a question that say nothing of its subject. */
export const STOP_WORDS = new Set(
  "a all also an and any are as at be by can do docs documentation does example examples for from guide how i if in into is it its just library long many me much my of on only or other our out per same sdk should so some still than that the their them then there these they this those to too until us use using via want was we were what when where which while who why will with you your".split(
    " ",
  ),
);
