/** Removes secrets from exchanges, texts and reports. */
export {
  createBodyLimit,
  createRedaction,
  headerPairs,
  headerSecrets,
  type Redacted,
  type Redaction,
  type RedactionOptions,
  redactedExchange,
  redaction,
} from "./redacted-exchange.js";
export { secretNames } from "./secret-names.js";
export { REDACTED, secretRemover } from "./secret-text.js";
