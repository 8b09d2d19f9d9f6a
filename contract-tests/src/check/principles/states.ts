import {
  type CallInput,
  type Contract,
  type Json,
  type JsonObject,
  type Operation,
  pointer,
  requestMedia,
  schemaProperties,
  stringsAt,
  withValue,
} from "content-service-contract";
import { bodyProperties, wrapperOf } from "../resources/new-values.js";
import { plain, shown, shownProperties, singular } from "../resources/payload.js";
import { type Resource, resourceNamed, resourcesAbove } from "../resources/resources.js";
import { sentencesOf, sentencesOfResponses, wordPattern } from "../resources/sentences.js";
import { referenceNames } from "./bodies.js";
import { resembles, verbOf } from "./change-principles.js";
import { operationsByKind, type Principle } from "./principle.js";
import type { Plan } from "./records.js";
import type { Kind, Subject } from "./trace.js";

/** A state of a record: a value of a listed property, a property that is true, or one that has a time. */
interface State {
  readonly property: string;
  /** As a description spells it. */
  readonly word: string;
  readonly value: Json;
  isHeldBy(record: JsonObject): boolean;
}

/** An operation that the contract rejects while a record is in one of some states. */
interface Barrier {
  readonly kind: Kind;
  readonly operation: Operation;
  /** Whose record has the state: the resource of the operation, one above it, or one that its body names. */
  readonly holder: Resource;
  readonly states: readonly State[];
}

/** The calls that the contract rejects in some states of a record, each with a record in such a state. */
export function stateCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { create, read, pathAbove, actionInput } = records;
  return { tryInStates };

  async function tryInStates(): Promise<void> {
    for (const barrier of barriersOf(contract, resources, resource)) {
      for (const state of barrier.states.slice(0, MOST_STATES)) await tryIn(barrier, state);
    }
  }

  async function tryIn({ kind, operation, holder }: Barrier, state: State): Promise<void> {
    const above = await pathAbove(holder);
    const held = above && (await create(holder, above));
    if (held === undefined) return;
    const earlier = records.allShared().find((one) => one.resource === holder);
    records.share(held);
    const isNew = kind === "create";
    const subject = isNew ? await aboveNew(held) : await existing(held);
    // The service may have taken another record that others refer to.
    const isHeld = [resource, ...resourcesAbove(resource)].includes(holder) || records.allShared().includes(held);
    if (subject !== undefined && isHeld && (await bring(held, state))) {
      const name = singular(holder.name).replaceAll(/[_-]/g, " ");
      const where = `the \`${state.property}\` of the ${name} is ${shown(state.value)}`;
      const about = { purpose: { kind: "barred", state: where } as const, ...(isNew ? {} : { subject }) };
      const named = kind === "action" ? [...(await stateInputs(operation, subject, state))] : [];
      const others = named.flatMap(([value, one]) => (value === state.value ? [] : [one]));
      const inputs =
        others.length > 0 ? others : [withoutState(operation, await actionInput(operation, subject), state)];
      for (const input of inputs) {
        const step = await recorder.call(kind, operation, input, about);
        if (isNew && step?.isSuccess) records.adopt(resource, step, subject.path);
        if (!isNew) await read(subject);
      }
    }
    if (earlier !== undefined) records.share(earlier);
  }

  /** A record of the resource that belongs to another one. */
  async function existing(held: Subject): Promise<Subject | undefined> {
    if ([resource, ...resourcesAbove(resource)].includes(held.resource)) return records.createBelow(held, resource);
    const path = await pathAbove(resource);
    return path && (await create(resource, path));
  }

  /** Where a record of the resource would belong to another one. */
  async function aboveNew(held: Subject): Promise<Subject | undefined> {
    const { parent } = resource;
    const isAbove = parent !== undefined && resourcesAbove(resource).includes(held.resource);
    const path = isAbove ? (await records.createBelow(held, parent))?.path : await pathAbove(resource);
    return path && { resource, path, id: undefined };
  }

  /** Brings a record into a state: by the action with its name, by a change of its property, or by all actions in turn. */
  async function bring(subject: Subject, state: State): Promise<boolean> {
    const { actions, patch, replace } = subject.resource;
    const isThere = async () => state.isHeldBy((await read(subject))?.shown?.record ?? {});
    if (await isThere()) return true;
    const named = actions.filter((one) => resembles(plain(state.word), verbOf(one)));
    for (const action of named) {
      await recorder.call("action", action, await actionInput(action, subject), { subject });
      if (await isThere()) return true;
    }
    for (const [kind, operation] of [
      ["patch", patch],
      ["replace", replace],
    ] as const) {
      const schema = operation && bodyProperties(contract, requestMedia(operation)).get(state.property);
      if (operation === undefined || schema === undefined) continue;
      const ways = [state.value, ...stringsAt(contract.schemaAt(schema), "enum")];
      for (const value of ways) {
        const media = requestMedia(operation);
        const base =
          kind === "patch" || media === undefined ? {} : ((await actionInput(operation, subject)).body ?? {});
        const body = withValue(base, `${wrapperOf(contract, media)}${pointer("", state.property)}`, value);
        const input = { ...session.inputFor(operation.id).input, path: subject.path, body };
        await recorder.call(kind, operation, input, { subject });
        if (await isThere()) return true;
      }
    }
    for (const action of actions.filter((one) => !named.includes(one))) {
      const inputs = await stateInputs(action, subject, state);
      const before = [...inputs.keys()].filter((value) => value !== state.value);
      const ways = [state.value, ...before.flatMap((value) => [value, state.value])];
      const told = ways.flatMap((value) => inputs.get(value) ?? []);
      for (const input of told.length > 0 ? told : [await actionInput(action, subject)]) {
        await recorder.call("action", action, input, { subject });
        if (await isThere()) return true;
      }
    }
    return false;
  }

  /** The inputs of an action whose body names a state, by that. */
  async function stateInputs(action: Operation, subject: Subject, { value }: State): Promise<Map<Json, CallInput>> {
    const media = requestMedia(action);
    const lists = [...bodyProperties(contract, media)].map(([name, at]) => ({
      name,
      values: stringsAt(contract.schemaAt(at), "enum"),
    }));
    const { name, values = [] } = lists.find((one) => one.values.includes(String(value))) ?? {};
    if (name === undefined) return new Map();
    const input = await actionInput(action, subject);
    return new Map(
      values.map((one) => [
        one,
        { ...input, body: withValue(input.body ?? {}, wrapperOf(contract, media) + pointer("", name), one) },
      ]),
    );
  }

  /** The input of a call that leaves the state of the record as it is. */
  function withoutState(operation: Operation, input: CallInput, { property, value }: State): CallInput {
    const media = requestMedia(operation);
    const schema = bodyProperties(contract, media).get(property);
    if (media?.schema === undefined || schema === undefined || input.body === undefined) return input;
    const at = `${wrapperOf(contract, media)}${pointer("", property)}`;
    const bodies = [undefined, value].map((one) => withValue(input.body ?? {}, at, one));
    const body = bodies.find((one) => contract.isValid(media.schema ?? "", one));
    return body === undefined ? input : { ...input, body };
  }
}

/** More are of the same rule. */
const MOST_STATES = 4;
const MOST_HOLDERS = 2;

/** The principle of states: what the contract rejects in one is rejected. */
export const statePrinciples: readonly Principle[] = [
  {
    id: "barred-by-state",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove", "action"],
    statement: "what the description of a 409 bars in a state of a record is rejected in it",
    applies: ({ contract, resources }, resource) => barriersOf(contract, resources, resource).length > 0,
    observe({ steps }, report) {
      for (const { purpose, operation, exchange, isSuccess } of steps) {
        if (purpose?.kind !== "barred") continue;
        const { status } = exchange.response;
        const message = `Expected a 409 response of ${operation.id} while ${purpose.state}, as its description says; received ${status}`;
        report.compared(operation, isSuccess ? { message, exchange } : undefined);
      }
    },
  },
];

/** The operations of a resource that states of its records, or of those that they belong to, bar. */
function barriersOf(contract: Contract, resources: readonly Resource[], resource: Resource): Barrier[] {
  const named = referenceNames(contract, resource.create).flatMap((name) => resourceNamed(resources, name) ?? []);
  const referred = named.flatMap((one) => [one, ...resourcesAbove(one)]);
  const above = resourcesAbove(resource);
  return operationsByKind(resource).flatMap(([kind, operation]) => {
    if (operation.isSafe) return [];
    const holders = [...new Set([...(kind === "create" ? [] : [resource]), ...above, ...referred])];
    const texts = textsOf(contract, operation);
    return holders
      .flatMap((holder): Barrier[] => {
        const all = statesOf(contract, holder);
        const barring = texts.flatMap((text) => barringStates(text, all, holder, resources));
        const states = all.filter((one) => barring.includes(one));
        const isOpen = holder.create !== undefined && holder.read !== undefined && states.length > 0;
        return isOpen ? [{ kind, operation, holder, states }] : [];
      })
      .slice(0, MOST_HOLDERS);
  });
}

/** The sentences that say when an operation is rejected: those about conflicts, and those of its description that bar something. */
function textsOf(contract: Contract, operation: Operation): string[] {
  const described = sentencesOf(contract, operation).filter((one) => BARS.test(one));
  return [...sentencesOfResponses(contract, operation, /^(409|423)$/), ...described];
}

const BARS =
  /\b(can ?not|can't|only|must|may not|409|conflict|not allowed|no longer|not possible|impossible|fails|unless)\b|→|->/i;
/** Words before a state that say that the operation needs it. */
const NEEDS =
  /\b(only(?!( [\w'`"]+){0,4} (may|can|could|must|are allowed)\b)( [\w'`"]+){0,4}|(must|has to|have to)( (?!not)\w+){0,3} be|(unless|while not|until)( it| they)?( is| are)?|other than|except( for)?|(is|are|was|were|be|been)(n't| not)|not yet|neither|nor)( in| the| a| an| its| state| status| still| yet| currently)* ?[`"'(]?$/i;
const ARROW = /→|->/;
/** Words before a state that is that of other records. */
const OF_OTHERS =
  /\b((has|have|contains?|there (is|are)|another|other|any|existing|already an?)( [\w'`"]+){0,2}|(can|can ?not|can't|may|may not|to) be) ?[`"']?$/i;

/** The states of a resource in which a sentence says that something is rejected. */
function barringStates(
  sentence: string,
  all: readonly State[],
  holder: Resource,
  resources: readonly Resource[],
): State[] {
  const named = all.flatMap((state) => {
    const found = new RegExp(`(?<![\\w/])${wordPattern(state.word)}(?![\\w/])s?`, "i").exec(sentence);
    if (found === null) return [];
    const before = sentence.slice(0, found.index);
    // "draft → sent": the first one is needed, the second one comes of it.
    if (ARROW.test(before)) return [];
    const [, next = ""] = /^[`"']?s? ([a-z_]+)/i.exec(sentence.slice(found.index + found[0].length)) ?? [];
    const owner = resourceNamed(resources, next);
    return OF_OTHERS.test(before) || (owner !== undefined && owner !== holder)
      ? []
      : [{ state, isNeeded: NEEDS.test(before) || ARROW.test(sentence) }];
  });
  const needed = named.filter(({ isNeeded }) => isNeeded).map(({ state }) => state);
  const [first] = needed;
  if (first === undefined) return named.map(({ state }) => state);
  const listed = named.map(({ state }) => state);
  return all.filter((one) => one.property === first.property && !listed.includes(one));
}

/** The states that the records of a resource can be in, by the properties that they show. */
function statesOf(contract: Contract, { read }: Resource): State[] {
  const outer = shownProperties(contract, read);
  const [only, ...others] = outer.values();
  const inner =
    only === undefined || others.length > 0 ? new Map<string, string>() : schemaProperties(contract, only, {});
  return [...(inner.size > 0 ? inner : outer)].flatMap(([property, at]): State[] => {
    // The role of the caller is no state.
    if (/role$/i.test(property)) return [];
    const node = contract.schemaAt(at);
    const values = stringsAt(node, "enum");
    const [, time] = /^(?!created|updated)(.{3,}?(?:ed|t|n))_?[aA]t$/.exec(property) ?? [];
    if (values.length > 1)
      return values.map((value) => ({
        property,
        word: value,
        value,
        isHeldBy: (record) => record[property] === value,
      }));
    if (time !== undefined && stringsAt(node, "type").includes("null"))
      return [{ property, word: time, value: "a time", isHeldBy: (record) => typeof record[property] === "string" }];
    const word = property.replace(/^is_?/i, "");
    if (!stringsAt(node, "type").includes("boolean")) return [];
    const mark = (value: boolean, own: string): State => ({
      ...{ property, word: own, value },
      isHeldBy: (record) => record[property] === value,
    });
    return [...(/(ed|t|n|ve)$/.test(word) ? [mark(true, word)] : []), mark(false, `in${word}`)];
  });
}
