import { type CallInput, type Json, type JsonObject, type Operation, withValue } from "content-service-contract";
import { bodyProperties, placeInBody } from "../resources/bodies.js";
import { isEnding, resembles, verbOf } from "../resources/operations.js";
import { plain } from "../resources/payload.js";
import type { State } from "../sentences/states.js";
import type { Session } from "../session/check.js";
import type { Recorder } from "./recorder.js";
import type { Step, Subject } from "./trace.js";

/** The calls to records that need a state. */
export interface Calls {
  readonly session: Session;
  readonly recorder: Recorder;
  present(subject: Subject): Promise<JsonObject>;
  actionInput(operation: Operation, subject: Subject): Promise<CallInput>;
  /** Calls an action, again with each that its rejections say that the record or the request lacks. */
  act(action: Operation, input: CallInput, subject: Subject): Promise<Step | undefined>;
}

/** The calls that bring records into states. */
export function stateChanges({ session, recorder, present, actionInput, act }: Calls) {
  const { contract } = session;
  return { bring, stateInputs };

  /** Brings a record into a state: by the action with its name, by a change of its property, or by all actions in turn. */
  async function bring(subject: Subject, state: State): Promise<boolean> {
    const { actions } = subject.resource;
    const isThere = async () => state.isHeldBy(await present(subject));
    if (await isThere()) return true;
    const named = actions.filter((one) => resembles(plain(state.word), verbOf(one)));
    const isThereBy = async (some: readonly Operation[]) => {
      for (const action of some) {
        await act(action, await actionInput(action, subject), subject);
        if (await isThere()) return true;
      }
      return false;
    };
    if (await isThereBy(named)) return true;
    for (const kind of ["patch", "replace"] as const) {
      const { [kind]: operation } = subject.resource;
      const schema = operation && bodyProperties(contract, operation).get(state.property);
      if (operation === undefined || schema === undefined) continue;
      const ways = [state.value, ...contract.enumAt(schema)];
      for (const value of ways) {
        const media = operation.requestMedia;
        const base =
          kind === "patch" || media === undefined ? {} : ((await actionInput(operation, subject)).body ?? {});
        const body = withValue(base, placeInBody(contract, operation, state.property), value);
        const input = { ...session.inputFor(operation.id).input, path: subject.path, body };
        await recorder.call(kind, operation, input, { subject });
        if (await isThere()) return true;
      }
    }
    const others = actions.filter((one) => !named.includes(one));
    const open = others.filter((one) => !isEnding(one));
    // Twice, since one can need another one first.
    for (const action of [...open, ...open, ...others.filter(isEnding)]) {
      const inputs = await stateInputs(action, subject, state);
      const before = [...inputs.keys()].filter((value) => value !== state.value);
      const ways = [state.value, ...before.flatMap((value) => [value, state.value])];
      const told = ways.flatMap((value) => inputs.get(value) ?? []);
      for (const input of told.length > 0 ? told : [await actionInput(action, subject)]) {
        const step = await act(action, input, subject);
        // The record can need this action before the named one, such as a price before the payment.
        if ((await isThere()) || (step?.isSuccess && (await isThereBy(named)))) return true;
      }
    }
    return false;
  }

  /** The inputs of an action whose body names a state, by that: `accepted` is what `accept` leads to. */
  async function stateInputs(action: Operation, subject: Subject, { value, word }: State) {
    const lists = [...bodyProperties(contract, action)].map(([name, at]) => ({
      name,
      values: contract.enumAt(at),
    }));
    const isNamed = (one: string) => one !== value && resembles(plain(word), plain(one));
    const { name, values = [] } =
      lists.find((one) => one.values.includes(String(value))) ?? lists.find((one) => one.values.some(isNamed)) ?? {};
    if (name === undefined) return new Map<Json, CallInput>();
    const input = await actionInput(action, subject);
    return new Map<Json, CallInput>(
      values.map((one) => [
        !values.includes(String(value)) && isNamed(one) ? value : one,
        { ...input, body: withValue(input.body ?? {}, placeInBody(contract, action, name), one) },
      ]),
    );
  }
}
