import { callerOperation, type Exchange, pointer } from "content-service-contract";
import { type Check, checkOf, letPass, objectOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess, placeOf, textIn } from "../session/expectations.js";
import { callWith, type Tokens } from "./tokens.js";

export function tokenResponseChecks(tokens: Tokens): Check[] {
  let first: string | undefined;
  const { id: operation } = tokens.operation;
  const usable = "returns tokens of the same user, with their lifetime in seconds";
  const ignoring = "ignores unknown parameters and an Authorization header";
  return [
    checkOf(tokens.operation, ["returns-usable-tokens", usable, "none"], async (session) => {
      const exchange = await refreshed(session, tokens);
      if (exchange === undefined) return;
      expectResponse(session, exchange);
      const user = await userOf(session, textIn(exchange, "access_token") ?? "");
      if (user !== undefined) await expectLasting(session, exchange);
      const expected = await expectedUser(session, operation);
      first = user;
      if (user === undefined || user === expected.user) return;
      if (!expected.isGiven)
        session.skip(`The refresh token is of another user than the token: give ${operation}.user_id`);
      findUser(session, exchange, `${expected.user}`, user);
    }),
    checkOf(tokens.operation, ["ignores-unknown-parameters", ignoring, "none"], async (session) => {
      const exchange = await refreshed(session, tokens, { unknown_parameter: "1" });
      if (exchange === undefined) return;
      const user = await userOf(session, textIn(exchange, "access_token") ?? "");
      if (first !== undefined && user !== undefined && user !== first) findUser(session, exchange, first, user);
    }),
  ];
}

async function refreshed(session: Session, tokens: Tokens, unknown?: Record<string, string>) {
  const { id, path } = tokens.operation;
  const form = { ...tokens.form(), ...unknown };
  const authorization = unknown === undefined ? {} : { authorization: "Bearer of-another-server" };
  const headers = { "content-type": "application/x-www-form-urlencoded", ...authorization };
  const body = new URLSearchParams(form).toString();
  const exchange = await session.sendWrong(id, { method: "POST", path, headers, body });
  tokens.take(exchange);
  tokens.skipIfSpent(session, exchange);
  const what = "an unknown parameter and an `Authorization` header";
  const isAccepted =
    unknown === undefined
      ? expectSuccess(session, exchange)
      : expectStatus(session, exchange, "2xx", what, { rule: "call-succeeds" });
  return isAccepted ? exchange : undefined;
}

/** RFC 6749, section 5.1. */
function expectResponse(session: Session, exchange: Exchange): void {
  const cache = new Headers(exchange.response.headers).get("cache-control");
  if (!/(?:^|[\s,])no-store(?:$|[\s,;])/i.test(cache ?? "")) {
    find(session, exchange, `Expected Cache-Control: no-store; received ${cache ?? "none"}`, "headers/cache-control");
  }
  const seconds = objectOf(exchange)["expires_in"];
  if (typeof seconds === "number" && !isPlausible(seconds))
    find(session, exchange, `Expected a lifetime in seconds; received ${seconds}`, "body/expires_in");
  const type = textIn(exchange, "token_type");
  if (type !== undefined && type.toLowerCase() !== "bearer")
    find(session, exchange, `Expected the token type bearer; received ${type}`, "body/token_type");
}

/** A token is accepted until the end of its lifetime, and not after it, as far as the run may wait. */
async function expectLasting(session: Session, exchange: Exchange): Promise<void> {
  const seconds = objectOf(exchange)["expires_in"];
  // Other tokens have to outlast it.
  if (typeof seconds !== "number" || seconds > DAY) return;
  let passedMs = 0;
  for (const [afterMs, isAccepted] of [
    [LATER_MS, true],
    [seconds * 900, true],
    [seconds * 1000 + LATER_MS, false],
  ] as const) {
    if (afterMs < passedMs + LATER_MS || (isAccepted && afterMs > seconds * 900)) continue;
    if (!(await letPass(session, afterMs - passedMs))) return;
    passedMs = afterMs;
    if (((await userOf(session, textIn(exchange, "access_token") ?? "")) !== undefined) === isAccepted) continue;
    const received = `it was ${isAccepted ? "rejected" : "accepted"} after ${afterMs / 1000}`;
    const message = `Expected the access token to be accepted for ${seconds} seconds; ${received}`;
    return find(session, exchange, message, "body/expires_in");
  }
}

const LATER_MS = 4000;

const DAY = 86_400;

/** Above 11 days only whole days are, up to the 60 days of the refresh token: an hour in milliseconds looks like 41.7. */
function isPlausible(seconds: number): boolean {
  return seconds > 0 && (seconds < 1_000_000 || (seconds % DAY === 0 && seconds <= 400 * DAY));
}

/** The id of the user of an access token. The check that spends the refresh token finds one that does not work. */
async function userOf(session: Session, token: string): Promise<string | undefined> {
  const exchange = await callWith(session, token);
  return exchange !== undefined && isSuccess(exchange.response.status) ? textIn(exchange, "id") : undefined;
}

/** The user of the refresh token, if it is given, or else that of the access token. */
async function expectedUser(session: Session, operation: string) {
  const given = session.target.parameters?.[`${operation}.user_id`];
  if (given !== undefined) return { user: given, isGiven: true };
  const showing = callerOperation(session.contract);
  return { user: showing && textIn(await session.call(showing.id, {}), "id"), isGiven: false };
}

function findUser(session: Session, exchange: Exchange, expected: string, received: string): void {
  const message = `Expected a token of the user ${expected}; received one of the user ${received}`;
  find(session, exchange, message, "body/access_token");
}

function find(session: Session, exchange: Exchange, message: string, place: string): void {
  const operation = session.operationOf(exchange);
  const [, name] = /^body\/(.+)$/.exec(place) ?? [];
  const { pointer: owner } = session.contract.operation(operation);
  const { status } = exchange.response;
  const contract = name === undefined ? pointer(owner, "responses", status) : placeOf(session, operation, status, name);
  session.find({ rule: "token-response", message, contract, at: `/response/${place}`, exchange });
}
