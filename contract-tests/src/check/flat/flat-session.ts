import { type Contract, type Exchange, type Json, type Operation, parseJson } from "content-service-contract";
import { type Check, jsonOf, type Session } from "../session/check.js";
import { targetInput } from "../session/target-input.js";
import { flatContract } from "./flat-contract.js";
import { documentedBody, documentedPlace, documentedQuery, flatBody } from "./flat-values.js";

/** Checks of the flat form of a contract (`flatContract`), for a service that speaks the documented one. */
export function withFlatSession(contract: Contract, checks: readonly Check[]): Check[] {
  const flat = flatContract(contract);
  if (flat === contract) return [...checks];
  return checks.map((check) => ({ ...check, run: (session) => check.run(flatSession(session, flat)) }));
}

/** The exchange that a flat one was made of. A plan has one trace for all its checks. */
const documented = new WeakMap<Exchange, Exchange>();

function flatSession(session: Session, contract: Contract): Session {
  const written = (operation: Operation, body: Json | undefined, id: Json | undefined) =>
    body === undefined ? undefined : documentedBody(session.contract, operation, body, id);
  const received = (exchange: Exchange, isExpanded = false): Exchange => {
    const body = jsonOf(exchange);
    const same = body === undefined ? undefined : flatBody(body, isExpanded);
    if (same === undefined || same === body) return exchange;
    const flat = { ...exchange, response: { ...exchange.response, body: JSON.stringify(same) } };
    documented.set(flat, exchange);
    return flat;
  };
  /** The place in the document of one in its flat form, whose path can be shorter. */
  const documentedRule = (at: string) => {
    const pathOf = ({ pointer }: Operation) => pointer.slice(0, pointer.lastIndexOf("/"));
    const same = contract.operations.find((one) => at.startsWith(`${pathOf(one)}/`));
    return same === undefined ? at : pathOf(session.contract.operation(same.id)) + at.slice(pathOf(same).length);
  };
  return {
    ...session,
    contract,
    async call(id, input, used) {
      const operation = session.contract.operation(id);
      const own = /\{([^{}]+)\}$/.exec(operation.path)?.[1];
      const body = written(operation, input.body, own === undefined ? undefined : input.path?.[own]);
      const query = documentedQuery(session.contract, operation, input.query ?? {});
      const exchange = await session.call(id, { ...input, query, ...(body !== undefined && { body }) }, used);
      return received(exchange, input.query?.["include"] !== undefined);
    },
    async sendWrong(id, request) {
      const operation = session.contract.operation(id);
      const last = operation.path.endsWith("}") ? /[^/]+$/.exec(request.path.replace(/\?.*$/, ""))?.[0] : undefined;
      const sent = parseJson(request.body);
      const body = written(operation, sent, last && decodeURIComponent(last));
      const isSame = body === undefined || body === sent;
      const path = operation.path.endsWith("/") ? request.path.replace(/(?=$|\?)/, "/") : request.path;
      const own = isSame ? request : { ...request, body: JSON.stringify(body) };
      return received(await session.sendWrong(id, { ...own, path }));
    },
    operationOf: (exchange) => session.operationOf(documented.get(exchange) ?? exchange),
    inputFor: (id) => targetInput(contract, contract.operation(id), session.target),
    find({ exchange, at, alsoAt, message, contract: rule, ...found }) {
      const sent = documented.get(exchange) ?? exchange;
      const place = (one: string) => documentedPlace(jsonOf(sent), one);
      session.find({
        ...found,
        message: message.replace(/\/response\/body\/data\/[^\s,]+/g, place),
        exchange: sent,
        ...(rule === undefined ? {} : { contract: documentedRule(rule) }),
        ...(at === undefined ? {} : { at: place(at) }),
        ...(alsoAt === undefined ? {} : { alsoAt: alsoAt.map(place) }),
      });
    },
  };
}
