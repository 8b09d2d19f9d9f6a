import { createContract, loadContract } from "content-service-contract-tests/contract";
import controlDocument from "../../generated/sandbox.json" with { type: "json" };
import { type Controls, serveControl } from "../control/control-api.js";
import type { Reply } from "../faults/fault-effects.js";
import { handlers, screens } from "../handlers/index.js";
import type { Mount } from "./router.js";
import { type AnyHandler, type Circumstances, type Screen, serveOperation } from "./service-api.js";

/** The path of the base address, as the contract has it by default. */
export const BASE_PATH = basePath();

/** The operations of the service. */
export function serviceMount(
  circumstances: (operation: string) => Omit<Circumstances, "notes">,
  brandHeader: string,
): Mount {
  const contract = loadContract();
  const served = new Map(
    contract.operations.map((operation) => {
      // Which handler has which types is checked where the handlers are put together.
      const handler = (handlers as Readonly<Record<string, AnyHandler>>)[operation.id];
      if (handler === undefined) throw new Error(`The sandbox has no handler for ${operation.id}`);
      const screen = (screens as Readonly<Record<string, Screen | undefined>>)[operation.id];
      return [operation, serveOperation({ contract, operation, handler, screen })];
    }),
  );
  return {
    contract,
    prefixOf: ({ server }) => (server === "auth" ? "" : BASE_PATH),
    maxBodyBytes: MAX_BODY_BYTES,
    errorForm: "Error",
    async answer(operation, raw, notes) {
      const serve = served.get(operation);
      if (serve === undefined) throw new Error(`There is no operation ${operation.id}`);
      const headers = withBrandHeader(raw.headers, brandHeader);
      return withBrandName(await serve({ ...raw, headers }, { ...circumstances(operation.id), notes }), brandHeader);
    },
  };
}

/** The operations of the sandbox itself, below `/_sandbox`. */
export function controlMount(controls: Controls): Mount {
  const contract = createContract(controlDocument);
  return {
    contract,
    prefixOf: () => "",
    maxBodyBytes: MAX_WORLD_BYTES,
    errorForm: "ControlError",
    answer: (operation, raw) => serveControl(contract, controls, operation, raw),
  };
}

const MAX_BODY_BYTES = 1_048_576;
const MAX_WORLD_BYTES = 268_435_456;

function basePath(): string {
  const [operation] = loadContract().operations.filter(({ server }) => server === "base");
  if (operation === undefined) throw new Error("The contract has no operation at its base address");
  return new URL(operation.serverUrl).pathname;
}

/** A refusal names the header that the caller has to send. */
function withBrandName(reply: Reply, brandHeader: string): Reply {
  const { status, body } = reply.answer;
  if (status !== 400 || body === null) return reply;
  return { ...reply, answer: { ...reply.answer, body: body.replaceAll("ServiceApi", brandHeader) } };
}

/** The headers with the shared link under the name that the contract has for it, and under no other. */
function withBrandHeader(headers: Headers, brandHeader: string): Headers {
  if (brandHeader.toLowerCase() === "serviceapi") return headers;
  const named = new Headers(headers);
  const value = named.get(brandHeader);
  named.delete("ServiceApi");
  if (value !== null) named.set("ServiceApi", value);
  return named;
}
