import type { Contract } from "../contract/contract.js";
import type { Exchange } from "../exchange/exchange.js";
import { redactedExchange } from "./redacted-exchange.js";
import { secretRemover } from "./secret-text.js";

/** Replaces the secrets of a run before anything of it is kept. */
export interface Redaction {
  /** The same exchange as plain data, without secrets. */
  exchange(exchange: Exchange): Exchange;
  /** The same text, without the secrets of the target. */
  text(text: string): string;
}

/** The parts of a check's target that can hold secrets. */
export interface TargetSecrets {
  readonly token: string;
  readonly refresh?: { readonly clientSecret: string; readonly refreshToken: string } | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
}

/** Makes what replaces secrets: those of the target wherever they stand, and what an exchange shows to be one. */
export function createRedaction(contract: Contract, target: TargetSecrets): Redaction {
  const secrets = secretsOf(target);
  const text = secretRemover(secrets);
  return { text, exchange: (exchange) => redactedExchange(exchange, secrets, { contract }) };
}

/** Shorter ones would be found inside of words. */
const SHORTEST = 4;

function secretsOf({ token, refresh, parameters = {} }: TargetSecrets): string[] {
  const passwords = Object.values(parameters).flatMap((value) => {
    const [, password = ""] = /shared_link_password=([^&]*)/.exec(value) ?? [];
    return [password, decoded(password)];
  });
  const found = [token, refresh?.clientSecret, refresh?.refreshToken, ...passwords];
  return found.flatMap((secret) => (secret !== undefined && secret.length >= SHORTEST ? [secret] : []));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
