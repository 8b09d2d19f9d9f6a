import { type Operations, operationTable } from "../../generated/operations.js";
import { type Client, createPartialClient } from "../client.js";
import type { Codec, OperationInfo } from "../operations/operation.js";
import type { PreparedRequest } from "../request/call.js";
import { withDeadline } from "../request/deadline.js";
import { withText } from "../request/response.js";

/** Functions that replace methods. Each returns what the test needs of the body of a success, or throws. */
export type Stubs = {
  [Name in keyof Operations]?: (
    ...args: Parameters<Operations[Name]>
  ) => PartOf<Operations[Name]> | Promise<PartOf<Operations[Name]>>;
};

type PartOf<Method extends (...args: never) => unknown> = Part<Awaited<ReturnType<Method>>>;
type Part<Value> = Value extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]?: Part<Value[Name]> | undefined }
    : Value;

/**
 * Makes a part of a client from functions, for a unit test of code that takes a `Pick<Client, …>`. Options are checked as by
 * a client. A list works with `paginate`. The response of `withResponse()` has the status 200 and no headers. `with` and
 * `asUser` return the same stub.
 * @throws TypeError when a name is no operation, and where a test calls a method that is not among the stubs.
 * @example
 * const client = stubClient({ getCurrentUser: () => ({ name: "Contract Owner" }) });
 * console.log((await client.getCurrentUser()).name);
 */
export function stubClient<const Given extends Stubs>(
  stubs: Given,
): Pick<Operations, keyof Given & keyof Operations> & Pick<Client, "with" | "asUser"> {
  const methods = Object.entries(stubs).map(([operation, run]) => {
    if (!Object.hasOwn(operationTable, operation))
      throw new TypeError(`${operation} is not an operation of the client`);
    const info: OperationInfo = operationTable[operation as keyof Operations];
    const method = (options?: object): unknown => {
      const codec = codecOf(() => (run as (options: unknown) => unknown)(options));
      const client = createPartialClient<object>({ [operation]: { ...info, codec, empty: true } }, OPTIONS);
      // It has the method of its row.
      return (client as unknown as Readonly<Record<string, typeof method>>)[operation]?.(options);
    };
    return [operation, Object.assign(method, { operation, info })];
  });
  const checked = createPartialClient({}, OPTIONS);
  const client = {
    ...Object.fromEntries(methods),
    with: (options: object) => checked.with(options) && stub,
    asUser: (userId: string) => checked.asUser(userId) && stub,
  };
  const stub = new Proxy(client, {
    get(target, name) {
      if (name in target || typeof name === "symbol" || !Object.hasOwn(operationTable, name)) return target[name];
      throw new TypeError(`the test calls ${name}: give stubClient a function for it`);
    },
  });
  return stub;
}

const address = "https://stub.invalid";
/** The signal and the timeouts of a call alone end it. */
const limits = { timeoutMs: Infinity, totalTimeoutMs: Infinity, retry: false } as const;
const OPTIONS = { baseUrl: address, authUrl: address, auth: "stub", ...limits };

/** Runs a stub in place of a request. */
const codecOf = (run: () => unknown): Codec => ({
  ...{ options: {}, serializer: () => ({}), hook() {} },
  async exchange({ request }) {
    // A hook gets the request of the call.
    const { call } = request as PreparedRequest;
    const data = await withDeadline(call, call.settings.timeoutMs, async () => run());
    call.received = { data };
    call.text = JSON.stringify(data ?? null);
    return withText(new Response(), call);
  },
});
