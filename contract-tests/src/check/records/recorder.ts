import {
  type CallInput,
  type Exchange,
  inputRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  type Parameter,
  pointer,
  valueAt,
} from "content-service-contract";
import { type List, toList } from "../lists/list.js";
import { largePage } from "../lists/list-parameters.js";
import { type PagesRead, type Reading, readList } from "../lists/read-list.js";
import { wrapperOf } from "../resources/bodies.js";
import { identityOf } from "../resources/identity.js";
import type { Kind } from "../resources/operations.js";
import { plain, recordIn } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { needOf, roleNames } from "../sentences/callers.js";
import { tagIn } from "../sentences/values.js";
import { type Caller, callersOf, hasRole } from "../session/callers.js";
import { jsonOf, type Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { NoResponseError } from "../session/send.js";
import { SkippedError } from "../session/session.js";
import { withoutUsualKey } from "./idempotency-keys.js";
import { etagIn, etagPlace, withCurrentEtag } from "./preconditions.js";
import type { Purpose, Step, Subject } from "./trace.js";

/** What a call is about. */
export interface About {
  readonly subject?: Subject | undefined;
  readonly purpose?: Purpose | undefined;
  /** Sends a request that violates the contract. */
  readonly isWrong?: boolean;
  /** Sends it as another caller. @default the user of the token */
  readonly caller?: Caller;
}

/** Makes the calls of a plan and keeps them. */
export interface Recorder {
  readonly steps: Step[];
  readonly gaps: string[];
  /** Who makes the calls that the user of the token may not make. */
  readonly able: ReadonlyMap<Operation, Caller>;
  /** Calls an operation. Undefined where the run does not permit the call. */
  call(kind: Kind, operation: Operation, input: CallInput, about?: About): Promise<Step | undefined>;
  /** Reads a list to its end, in pages of a size where its parameters allow that. */
  list(resource: Resource, path: Subject["path"], options?: ListOptions): Promise<Step | undefined>;
}

/** How a list is read. */
export interface ListOptions {
  /** The list with its filters or its order. @default all of it */
  readonly list?: List;
  readonly reading?: Reading;
  /** Why it is read, by what was. */
  readonly purpose?: Purpose | ((read: PagesRead) => Purpose);
  readonly caller?: Caller;
}

/** Creates the recorder of a plan. A record that shows those below it, such as the `lines` of an order, is their list too. */
export function createRecorder(session: Session, resources: readonly Resource[]): Recorder {
  const steps: Step[] = [];
  const gaps: string[] = [];
  const able = new Map<Operation, Caller>();
  const unable = new Set<Operation>();
  /** The calls without a complete response. */
  const silent: Operation[] = [];
  async function send(operation: Operation, input: CallInput, about: About): Promise<Exchange | undefined> {
    const { caller = able.get(operation), isWrong = false } = about;
    if (silent.filter((one) => one === operation).length >= MOST_SILENT) return undefined;
    try {
      if (caller !== undefined) return await caller.call(session, operation.id, input);
      if (!isWrong) return await sendAsAble(operation, input);
      return await session.sendWrong(operation.id, inputRequest(operation, input, session.target));
    } catch (error) {
      if (error instanceof NoResponseError && error.isFound) silent.push(operation);
      else if (!(error instanceof SkippedError)) throw error;
      gaps.push(error.message);
      return undefined;
    }
  }
  /** Without the role, or after a 403, as a colleague: those first who have a role that the operation or its description names. */
  async function sendAsAble(operation: Operation, input: CallInput): Promise<Exchange> {
    const { contract, target } = session;
    const [own, ...others] = callersOf(target);
    const lacksRole = hasRole(operation, own) === false && !unable.has(operation);
    const exchange = lacksRole ? undefined : await session.call(operation.id, input);
    if (exchange !== undefined && (exchange.response.status !== 403 || unable.has(operation))) return exchange;
    const need = needOf(contract, operation, roleNames(contract, target));
    const isNamed = (one: Caller) =>
      Number((lacksRole ? hasRole(operation, one) : one.facts.roles?.some((role) => need?.names(role))) ?? false);
    const colleagues = others.filter(({ facts }) => facts.roles && facts.tenant === own.facts.tenant);
    const best = colleagues.toSorted((one, other) => isNamed(other) - isNamed(one));
    for (const other of best.slice(0, MOST_COLLEAGUES)) {
      const again = await other.call(session, operation.id, input);
      // What one does not see is not found.
      if (again.response.status === 403 || (exchange !== undefined && again.response.status === 404)) continue;
      able.set(operation, other);
      return again;
    }
    unable.add(operation);
    return exchange ?? session.call(operation.id, input);
  }
  return {
    ...{ steps, gaps, able },
    async call(kind, operation, asked, about = {}) {
      const { subject, purpose } = about;
      const isStated = purpose?.kind === "old-etag" || purpose?.kind === "current-etag";
      const place = isStated ? undefined : etagPlace(session.contract, operation);
      const ofSubject = steps.filter((one) => subject !== undefined && one.subject?.path === subject.path);
      const known = place && ofSubject.flatMap((one) => etagIn(one, place) ?? []).at(-1);
      const given = withoutUsualKey(operation, asked, session.inputFor(operation.id).input);
      const query = { ...requiredQuery(session, operation), ...given.query };
      const current = withCurrentEtag({ ...given, query }, place, known);
      const mask = kind === "patch" ? maskOf(operation) : undefined;
      const input = mask === undefined ? current : withMask(session, operation, current, mask);
      const exchange = await send(operation, input, about);
      if (exchange === undefined) return undefined;
      const step: Step = {
        ...{ kind, operation, input, exchange, purpose, subject, listing: undefined },
        isSuccess: isSuccess(exchange.response.status),
        sent: masked(dataIn(session, operation, input.body), mask && input.query?.[mask.name]),
        shown: recordIn(jsonOf(exchange)),
      };
      steps.push(step, ...(kind === "read" && purpose === undefined ? listsIn(step, resources) : []));
      return step;
    },
    async list(resource, path, { list = listOf(session, resource, path), reading = {}, purpose, caller } = {}) {
      const { list: operation } = resource;
      if (operation === undefined || list === undefined) return undefined;
      const { limit } = list.parameters;
      const about = caller === undefined ? {} : { caller };
      const read = await readList(
        (own, position, asked) => send(operation, own.inputFor(position, asked), about),
        list,
        {
          limit: limit && largePage(session.contract, limit.schema),
          most: MOST_PAGES,
          ...reading,
        },
      );
      if (read === undefined) return undefined;
      const { exchange } = read;
      const step: Step = {
        ...{ kind: "list", operation, input: list.input, exchange, subject: undefined, sent: undefined },
        purpose: typeof purpose === "function" ? purpose(read) : purpose,
        isSuccess: isSuccess(exchange.response.status),
        shown: undefined,
        listing: { ...read, resource, path: pathIn(operation, path) },
      };
      steps.push(step);
      return step;
    },
  };
}

/** The lists of records without operations that show them, in the record above. */
function listsIn(step: Step, resources: readonly Resource[]): Step[] {
  const { subject, shown, exchange } = step;
  return resources.flatMap((resource): Step[] => {
    const { parent, list, read, name } = resource;
    const isNamed = ([one]: [string, Json]) => plain(one) === plain(name);
    const [property = "", records] = Object.entries(shown?.record ?? {}).find(isNamed) ?? [];
    const isOwn = list === undefined && read === undefined && parent === subject?.resource;
    // Not names alone, such as labels.
    if (subject === undefined || !isOwn || !Array.isArray(records) || !records.every(isJsonObject)) return [];
    const entries = records.map((record, index) => ({
      ...{ id: identityOf(resource, record), record, exchange },
      at: `${shown?.at ?? ""}${pointer("", property, index)}`,
    }));
    const listing = {
      ...{ resource, path: subject.path, entries, ids: entries.map(({ id }) => id), exchange },
      ...{ pages: [], last: undefined, isComplete: true, isRejected: false, violation: undefined },
    };
    return [{ ...step, kind: "list", subject: undefined, sent: undefined, shown: undefined, listing }];
  });
}

/** The values in the path of an operation alone. */
function pathIn({ path: template }: Operation, path: Subject["path"]): Subject["path"] {
  return Object.fromEntries(Object.entries(path).filter(([name]) => template.includes(`{${name}}`)));
}

/** The query parameter that names the properties which a change is about, such as `updateMask`. */
export function maskOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find((one) => one.in === "query" && /^(update|field)mask$/.test(plain(one.name)));
}

/** With the names of all properties of the body, unless the input names some. */
function withMask(session: Session, operation: Operation, input: CallInput, { name }: Parameter): CallInput {
  if (input.query?.[name] !== undefined) return input;
  const tag = tagIn(session.contract, operation);
  const names = Object.keys(dataIn(session, operation, input.body) ?? {}).filter((one) => one !== tag);
  return { ...input, query: { ...input.query, [name]: names.join(",") } };
}

/** The data of a request that its mask names. */
function masked(data: JsonObject | undefined, mask: Json | undefined): JsonObject | undefined {
  if (data === undefined || typeof mask !== "string") return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => mask.split(",").includes(name)));
}

const MOST_PAGES = 60;
const MOST_SILENT = 2;
const MOST_COLLEAGUES = 3;

/** The list of a resource below some records. */
export function listOf(session: Session, resource: Resource, path: Subject["path"]): List | undefined {
  const { list: operation } = resource;
  if (operation === undefined) return undefined;
  // Others may select entries.
  const isFixed = ({ name, schema }: Parameter) => {
    const { const: only, enum: values } = session.contract.schemaAt(schema);
    return only !== undefined || (Array.isArray(values) && values.length === 1) || /version$/i.test(name);
  };
  const query = requiredQuery(session, operation, isFixed);
  const input = { ...session.inputFor(operation.id).input, path, query };
  return toList(session.contract, operation, { input, identify: (record) => identityOf(resource, record) });
}

/** The query parameters without which an operation cannot be called, such as `api-version`. */
function requiredQuery(session: Session, { id, parameters }: Operation, isMeant = (_: Parameter) => true) {
  const { query = {} } = session.inputFor(id).input;
  const names = parameters.flatMap((one) => (one.in === "query" && one.required && isMeant(one) ? one.name : []));
  return Object.fromEntries(Object.entries(query).filter(([name]) => names.includes(name)));
}

/** The data in the body of a request. */
function dataIn({ contract }: Session, operation: Operation, body: Json | undefined): JsonObject | undefined {
  const data = body === undefined ? undefined : valueAt(body, wrapperOf(contract, operation));
  return isJsonObject(data) ? data : undefined;
}
