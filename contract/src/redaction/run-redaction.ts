import type { Exchange } from "../exchange/exchange.js";
import type { Contract } from "../model/contract.js";
import { decode, headerPairs, MIN_REPEATED, type Redacted, redaction, withoutOwn } from "./redacted-exchange.js";
import { mayNameSecrets, secretNames } from "./secret-names.js";
import { searchedSpellings, secretRemover } from "./secret-text.js";
import { decodedLevels } from "./spellings.js";

/** Replaces the secrets of a run: those of its target, and those that any of its exchanges shows. */
export type Redaction = ReturnType<typeof createRedaction>;

/** The parts of a check's target that can hold secrets. */
export interface TargetSecrets {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly secondToken?: string | undefined;
  readonly callers?: readonly { readonly token?: string | undefined }[] | undefined;
  readonly expiredToken?: string | undefined;
  readonly refresh?:
    | {
        readonly clientSecret: string;
        readonly refreshToken: string;
        readonly expiredToken?: string | undefined;
        readonly otherClient?: { readonly clientSecret: string } | undefined;
      }
    | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: readonly string[] | undefined;
}

/** The most characters of bodies that are kept for the reports of a run. */
const MAX_KEPT_CHARACTERS = 64 * 1_048_576;

/** Creates a function that leaves out the bodies of exchanges when those of the previous ones reach a limit. */
export function createBodyLimit(): (exchange: Exchange) => Exchange {
  let characters = 0;
  const note = (body: string | undefined) => (body === undefined ? {} : { body: "(not kept)" });
  return (exchange) => {
    const { request, response } = exchange;
    characters += (request.body?.length ?? 0) + (response.body?.length ?? 0);
    if (characters <= MAX_KEPT_CHARACTERS) return exchange;
    return { request: { ...request, ...note(request.body) }, response: { ...response, ...note(response.body) } };
  };
}

/** Creates the redaction of a run. */
export function createRedaction(contract: Contract | undefined, target: TargetSecrets = {}) {
  const given = targetSecrets(target);
  const learned = createLearnedSecrets();
  // Several findings share an exchange.
  const done = new WeakMap<Exchange, Exchange>();
  const limitedBodies = createBodyLimit();
  let document: string | undefined;
  const names = () => (document ??= JSON.stringify(contract?.document ?? {}));
  const redact = (found: Exchange): Redacted =>
    redaction(found, [...given, ...learned.in(textOf(found))], { contract });
  const exchange = (found: Exchange): Exchange => {
    const redacted = done.get(found) ?? limitedBodies(redact(found).exchange);
    done.set(found, redacted);
    return redacted;
  };
  return {
    /** Collects the secrets of an exchange, which later ones may repeat anywhere. */
    learn({ request, response }: Exchange): void {
      const bodyOf = ({ body = "" }: { readonly body?: string | undefined }) =>
        mayNameSecrets(body, contract) ? body : "";
      const found = {
        request: { ...request, body: bodyOf(request) },
        response: { ...response, body: bodyOf(response) },
      };
      const { seen } = withoutOwn(found, contract, secretNames(contract));
      // A name in the contract, such as the example `password` of a password, is none elsewhere.
      learned.add(seen.filter((one) => !names().includes(`${JSON.stringify(one)}:`)));
    },
    /** Copies an exchange without secrets, and returns a function that also removes its own from other texts. */
    redact,
    /** The copy, always the same one. It has no bodies when those of the previous ones reach a limit. */
    exchange,
    /** Removes the secrets of the run so far from a text. */
    text: (text: string) => secretRemover([...given, ...learned.in(text)])(text),
  };
}

function textOf({ request, response }: Exchange): string {
  const headers = [...headerPairs(request.headers), ...headerPairs(response.headers)].flat();
  return [request.url ?? request.path, request.body, response.body, ...headers].join("\n");
}

/** Keeps the secrets that a run has seen, the last ones of too many, and finds those that a text may have. */
function createLearnedSecrets() {
  const known = new Map<string, readonly string[]>();
  return {
    add(seen: readonly string[]) {
      for (const secret of new Set(seen)) {
        if (secret.length < MIN_REPEATED) continue;
        const spellings = known.get(secret) ?? searchedSpellings(secret);
        known.delete(secret);
        known.set(secret, spellings);
        const [oldest = ""] = known.size > MAX_LEARNED ? known.keys() : [];
        known.delete(oldest);
      }
    },
    in(text: string): string[] {
      if (known.size === 0) return [];
      const levels = decodedLevels(text).flatMap((level) => [level.text, level.text.replaceAll("+", " ")]);
      return [...known].flatMap(([secret, spellings]) =>
        spellings.some((one) => levels.some((level) => level.includes(one))) ? [secret] : [],
      );
    },
  };
}

const MAX_LEARNED = 1_000;

const MIN_LENGTH = 4;

/** The secrets of a target, without those that are so short that they also match inside words. */
export function targetSecrets({
  headers = {},
  callers = [],
  refresh,
  parameters = {},
  secrets = [],
  ...target
}: TargetSecrets) {
  const passwords = Object.values(parameters).flatMap((value) => {
    const [, password = ""] = /shared_link_password=([^&]*)/.exec(value) ?? [];
    return [password, decode(password.replaceAll("+", "%2B"))];
  });
  const found = [
    ...[target.token, target.secondToken, target.expiredToken, ...callers.map(({ token }) => token)],
    ...[refresh?.clientSecret, refresh?.refreshToken, refresh?.expiredToken, refresh?.otherClient?.clientSecret],
    ...Object.entries(headers).flatMap(([name, value]) => headerSecrets(name, value)),
    ...[...passwords, ...secrets],
  ];
  return found.filter((secret) => secret !== undefined).filter((secret) => secret.length >= MIN_LENGTH);
}

/** The secrets in a header that an operator gives: the value, and what follows a scheme such as `Bearer`. */
function headerSecrets(name: string, value: string): string[] {
  // A short value, such as `en`, is also a part of other words.
  const isShort = value.length < MIN_REPEATED && !/auth|token|key|secret|password|cookie|session/i.test(name);
  return isShort ? [] : [value, value.replace(/^[a-z]+ +/i, "")];
}
