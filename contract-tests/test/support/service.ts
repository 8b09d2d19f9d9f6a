import { readFileSync } from "node:fs";
import { type Contract, createContract, isJsonObject, type JsonObject, parseJson } from "content-service-contract";
import { parse } from "yaml";

/** The contract of a service, from a file of this folder. */
export function contractIn(file: string): Contract {
  return createContract(parse(readFileSync(new URL(file, import.meta.url), "utf8"), { merge: true }));
}

/** A request to a service in memory. */
export interface Received {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** The bearer token. */
  readonly token: string | undefined;
  /** The body. Empty for another one than an object. */
  readonly sent: JsonObject;
  /** Whether the body is valid by the contract. */
  readonly isValid: boolean;
}

/** A service in memory, as a fetch function. */
export function serve({ operations, isValid }: Contract, handle: (received: Received) => Response | Promise<Response>) {
  return async (url: string, { method = "GET", body, headers: given }: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(url);
    const headers = new Headers(given);
    const sent = parseJson(String(body ?? "")) ?? {};
    const isAt = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "\\w+")}$`).test(pathname);
    const operation = operations.find((one) => one.method === method.toLowerCase() && isAt(one.path));
    const { schema } = operation?.requestMedia ?? {};
    return handle({
      ...{ method, pathname, query, headers },
      token: headers.get("authorization")?.replace("Bearer ", ""),
      sent: isJsonObject(sent) ? sent : {},
      isValid: isJsonObject(sent) && (schema === undefined || isValid(schema, sent)),
    });
  };
}
