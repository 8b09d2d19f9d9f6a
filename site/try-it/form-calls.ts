import { isJsonObject, type Json, type Operation } from "content-service-contract-tests";
import { defaultSeed } from "content-service-sandbox";
import type { SampleCall } from "../samples/sample-calls.js";

/** What the form holds at first, and when the reader chooses an example. */
export interface FormCall {
  readonly summary: string;
  /** The values of the parameters, as texts. */
  readonly values: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** The examples of an operation, as the form takes them. */
export function formCalls({ server }: Operation, calls: readonly SampleCall[]): FormCall[] {
  return calls.map(({ summary, input: { path, query, header, body } }) => ({
    summary,
    values: Object.fromEntries(
      Object.entries({ ...path, ...query, ...header }).map(([name, value]) => [name, String(value)]),
    ),
    ...(body === undefined ? {} : { body: server === "auth" ? withSandboxCredentials(body) : body }),
  }));
}

/** The credentials of the contract's example are nobody's; these are those of the sandbox. */
function withSandboxCredentials(body: Json): Json {
  const { clients = [], refresh_tokens = [] } = defaultSeed();
  const [client] = clients;
  const [refresh] = refresh_tokens;
  if (!isJsonObject(body) || client === undefined || refresh === undefined) throw new Error("The seed has credentials");
  return { ...body, ...client, refresh_token: refresh.token };
}
