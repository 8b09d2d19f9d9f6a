import { type Operations, operationTable } from "../../generated/operations.js";
import type { Client } from "../client.js";
import type { OperationInput } from "../operations/define-operation.js";
import type { CallOptions, CallPromise, OperationInfo } from "../operations/operation.js";
import { serializePath } from "../operations/serialize.js";
import { onAbort } from "../request/deadline.js";

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
 * Makes a part of a client from functions, for a unit test of code that takes a `Pick<Client, …>`. A list works with
 * `paginate`. The response of `withResponse()` has the status 200 and no headers. `with` and `asUser` return the same stub.
 * @throws TypeError when a name is no operation, where a test calls a method that is not among the stubs, and for an invalid path.
 * @example
 * const client = stubClient({ getCurrentUser: () => ({ name: "Contract Owner" }) });
 * console.log((await client.getCurrentUser()).name);
 */
export function stubClient<const Given extends Stubs>(
  stubs: Given,
): Pick<Operations, keyof Given & keyof Operations> & Pick<Client, "with" | "asUser"> {
  const methods = Object.entries(stubs).map(([name, stub]) => {
    if (!Object.hasOwn(operationTable, name)) throw new TypeError(`${name} is not an operation of the client`);
    const info: OperationInfo = operationTable[name as keyof Operations];
    const method = (options: OperationInput & CallOptions) =>
      callPromise(async () => {
        const { path = {}, signal } = Object(options) as typeof options;
        serializePath(info.path, path);
        signal?.throwIfAborted();
        const aborted = new Promise((_, reject) => signal && onAbort(signal, reject));
        return Promise.race([aborted, (stub as (options: unknown) => unknown)(options)]);
      });
    return [name, Object.assign(method, { operation: name, info })];
  });
  const same = () => stub;
  const stub = new Proxy(
    { ...Object.fromEntries(methods), with: same, asUser: same },
    {
      get(target, name) {
        if (name in target || typeof name === "symbol" || !Object.hasOwn(operationTable, name)) return target[name];
        throw new TypeError(`the test calls ${name}: give stubClient a function for it`);
      },
    },
  );
  return stub;
}

function callPromise<Body>(run: () => Promise<Body>): CallPromise<Body> {
  const body = run();
  const withResponse = async () => {
    const data = await body;
    return { data, response: Response.json(data ?? null), requestId: undefined, attempts: 1 };
  };
  return Object.assign(body, { withResponse });
}
