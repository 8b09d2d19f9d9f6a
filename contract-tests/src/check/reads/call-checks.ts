import {
  type CallInput,
  type Contract,
  documentedResponse,
  type Exchange,
  findRoute,
  inputRequest,
  isJsonObject,
  type Operation,
  queryOf,
  readRequest,
} from "content-service-contract";
import { changesOfSeveral } from "../document/bulks.js";
import { inferResources } from "../document/infer-resources.js";
import { continues } from "../lists/list.js";
import { etagIn, etagPlace, withCurrentEtag } from "../records/preconditions.js";
import { createdId } from "../resources/identity.js";
import { recordIn } from "../resources/payload.js";
import { type Check, type CheckTarget, checkOf, jsonOf, type Session } from "../session/check.js";
import { expectSuccessIfKnown, isSuccess } from "../session/expectations.js";
import { namesRecords } from "../session/own-request.js";
import { fitsAnywhere, givenValue, type TargetChoice, type TargetInput, targetInput } from "../session/target-input.js";

/** The checks of an operation, or a skipped one with the reason why it cannot be called. */
export function callableChecks(contract: Contract, operation: Operation, target: CheckTarget, checks: () => Check[]) {
  const skipped = (reason: string) => [succeeds(operation, "succeeds", "", async (session) => session.skip(reason))];
  try {
    const reason = whyNot(contract, operation, target);
    return reason === undefined ? checks() : skipped(reason);
  } catch (error) {
    // A schema that cannot be compiled is of its own operations alone.
    return skipped(`The contract cannot be used: ${error instanceof Error ? error.message : error}`);
  }
}

/** Why an operation cannot be called: made-up ids of a record to change, or no valid request. */
function whyNot(contract: Contract, operation: Operation, target: CheckTarget): string | undefined {
  const { id, isSafe, parameters, requestBody } = operation;
  // Requests that write get their ids by these facts.
  if (!isSafe && namesRecords(contract)) return undefined;
  const ids = isSafe ? [] : idsMissing(contract, operation, target);
  if (ids.length > 0) return `Missing parameters: ${ids.map((name) => `${id}.${name}`).join(", ")}`;
  const isMissing = ({ name }: { name: string }) => givenValue(target, operation, name) === undefined;
  const isNamed = Object.keys(target.parameters ?? {}).some((name) => name.startsWith(`${id}.`));
  if (!isNamed && changesOfSeveral(contract).has(operation)) return `${id} changes records that the run did not create`;
  const bare = parameters.find((one) => one.required && one.example === undefined && isMissing(one));
  if (bare !== undefined) return `The contract has no example for ${bare.in} parameter ${bare.name}`;
  const isBare = requestBody?.required && operation.requestMedia?.examples.length === 0;
  if (isBare) return "The contract has no example for the request body";
  return invalidity(contract, operation, targetInput(contract, operation, target).input, target);
}

export function idsMissing(contract: Contract, operation: Operation, target: CheckTarget): string[] {
  return operation.parameters.flatMap((one) => {
    const isMissing = givenValue(target, operation, one.name) === undefined;
    return one.in === "path" && isMissing && !fitsAnywhere(contract, one) ? [one.name] : [];
  });
}

function invalidity(contract: Contract, operation: Operation, input: CallInput, target: CheckTarget) {
  const { path, headers, body = "" } = inputRequest(operation, input, target);
  const route = findRoute(contract, operation.method, path);
  if (route.kind !== "operation" || route.operation.id !== operation.id) return "The example is of another path";
  const received = { path: route.path, query: queryOf(path), headers: new Headers(headers), body };
  const [first] = readRequest(contract, operation, received).violations;
  return first === undefined ? undefined : `The contract has no valid example: ${first.message}`;
}

/** Calls with required parameters, with optional ones, with `fields` and with each example. Nobody says how to undo a write. */
export function successChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const examples = operation.requestMedia?.examples ?? [];
  const example = examples[0]?.name;
  const input = (choice: TargetChoice = {}, own = target) => targetInput(contract, operation, own, choice);
  const whole = withoutConditions(input({ optional: true }));
  const hasFields = operation.parameters.some(({ name }) => name === "fields");
  const wanted: Variant[] = [
    { id: "succeeds", how: "", ...input(), example },
    { id: "succeeds-with-options", how: " with its optional parameters", ...whole, example, isOptional: true },
    ...(hasFields ? [{ id: "succeeds-with-fields", how: " with fields", ...input({ fields: true }) }] : []),
    ...otherTargets(operation, target).map(({ name, other }) => ({
      id: `succeeds-with-other-${name}`,
      how: ` with another ${name}`,
      ...input({}, other),
    })),
    ...examples.slice(1).map((requestExample) => ({
      id: `succeeds-with-${requestExample.name}`,
      how: ` with the example ${requestExample.name}`,
      // The list checks send the example with a marker: they have one.
      example: continues(requestExample) ? undefined : requestExample.name,
      ...input({ requestExample }),
    })),
  ];
  const unlike = new Map(wanted.toReversed().map((one) => [JSON.stringify(one.input), one]));
  return wanted
    .filter((one) => unlike.get(JSON.stringify(one.input)) === one)
    .map(({ id, how, input, known, example, isOptional = false }) =>
      succeeds(operation, id, how, async (session) => {
        const requestExample = example === "generated" ? undefined : example;
        const exchange = await session.call(operation.id, input, { requestExample });
        const { status } = exchange.response;
        const left = !operation.isSafe && isSuccess(status) && (await leftBy(session, operation, input, exchange));
        if (left) session.leaveBehind(left);
        // A redirect can be all that is documented.
        const isRedirect = status >= 300 && status < 400 && status !== 304;
        if (isRedirect && documentedResponse(operation, status) !== undefined) return;
        // Optional values may exclude each other, and a valid body may break rules that no schema has.
        const isPlain = contract.follows("errors") || (operation.isSafe && !isOptional);
        const isLogin = PASSWORD.test(exchange.request.body ?? "");
        const isWrong = UNSUPPORTED.has(status) || (status === 401 && operation.secured && !isLogin);
        expectSuccessIfKnown(session, exchange, (known && isPlain) || isWrong);
      }),
    );
}

/** Deletes the record that a call created, where the contract has an operation for that. Returns what is left otherwise. */
export async function leftBy(session: Session, { id }: Operation, input: CallInput, exchange: Exchange) {
  const resource = inferResources(session.contract).find(({ create }) => create?.id === id);
  const { remove, parameter } = resource ?? {};
  const sent = isJsonObject(input.body) ? input.body : undefined;
  const created = resource && createdId(resource, exchange, sent);
  if (remove !== undefined && parameter !== undefined && created !== undefined) {
    const own = { ...session.inputFor(remove.id).input, path: { ...input.path, [parameter]: created } };
    const place = etagPlace(session.contract, remove);
    const etag = etagIn({ exchange, shown: recordIn(jsonOf(exchange)) }, place);
    const removed = await session.call(remove.id, withCurrentEtag(own, place, etag));
    if (isSuccess(removed.response.status)) return undefined;
  }
  return created === undefined ? `${id} succeeded, and may have changed a record.` : `A record of ${id}: ${created}`;
}

function succeeds(operation: Operation, name: string, how: string, run: Check["run"]): Check {
  return checkOf(operation, [name, `succeeds${how}`, operation.isSafe ? "none" : "lasting"], run);
}

/** A documented method and media type exist. */
const UNSUPPORTED: ReadonlySet<number> = new Set([405, 406, 415]);

/** A property whose value no example can know. */
const PASSWORD = /"[^"]*(pass(word|code|phrase)|secret|otp)"\s*:/i;

interface Variant extends TargetInput {
  readonly id: string;
  readonly how: string;
  /** The name of the example that gives the body. */
  readonly example?: string | undefined;
  readonly isOptional?: boolean;
}

/** The target with its other value of a parameter, such as a link to a folder in `findSharedItem.other_ServiceApi`. */
export function otherTargets({ id, parameters: own }: Operation, target: CheckTarget) {
  return own.flatMap(({ name }) => {
    const value = target.parameters?.[`${id}.other_${name}`];
    const parameters = { ...target.parameters, [`${id}.${name}`]: value ?? "" };
    return value === undefined ? [] : [{ name, other: { ...target, parameters } }];
  });
}

/** Without `If-None-Match`, which changes the response and has checks of its own. */
function withoutConditions({ input, known }: TargetInput): TargetInput {
  const { header = {}, ...others } = input;
  const kept = Object.entries(header).filter(([name]) => !/^if-/i.test(name));
  return { input: kept.length === 0 ? others : { ...others, header: Object.fromEntries(kept) }, known };
}
