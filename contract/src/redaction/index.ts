/** Removes secrets from exchanges, texts and reports. */
export { headerPairs, type Redacted, type RedactionOptions, redactedExchange, redaction } from "./redacted-exchange.js";
export { createBodyLimit, createRedaction, type Redaction, targetSecrets } from "./run-redaction.js";
export { secretNames } from "./secret-names.js";
export { REDACTED, secretRemover } from "./secret-text.js";
