export interface DigestCheck {
  update(chunk: Uint8Array): void;
  /** The name of the header if the body does not match. */
  problem(): string | undefined;
}

/** The digests that are checked (RFC 9530, RFC 3230). Others are outdated or rare. */
const ALGORITHMS = /(?:^|,)\s*sha-(256|512)=:?([\w+/=-]+?):?\s*(?=,|$)/i;

/**
 * Creates a check by the digest of a response: of its content, or with `isWhole` of the whole representation. Undefined
 * without a digest, for an encoded body, and on platforms that cannot compute one chunk by chunk, such as browsers.
 */
export function digestCheck(
  { status, headers }: Pick<Response, "status" | "headers">,
  isWhole = status === 200,
): DigestCheck | undefined {
  if (headers.get("content-encoding")) return undefined;
  const names = isWhole ? ["Repr-Digest", "Digest", ...(status === 200 ? ["Content-Digest"] : [])] : ["Content-Digest"];
  for (const name of names) {
    const [, bits, expected] = ALGORITHMS.exec(headers.get(name) ?? "") ?? [];
    const hash = bits && nodeCrypto()?.createHash(`sha${bits}`);
    if (!hash) continue;
    return {
      update: (chunk) => void hash.update(chunk),
      problem: () => (hash.digest("base64") === expected ? undefined : name),
    };
  }
  return undefined;
}

type Hash = { update(chunk: Uint8Array): unknown; digest(encoding: "base64"): string };
type NodeCrypto = { createHash(name: string): Hash };

/** Node's module, without an import that a bundler for browsers would follow. */
function nodeCrypto(): NodeCrypto | undefined {
  // Deno and Bun have it, too. Browsers have no such object.
  const { process } = globalThis as { process?: { getBuiltinModule?(name: "node:crypto"): NodeCrypto } };
  return process?.getBuiltinModule?.("node:crypto");
}
