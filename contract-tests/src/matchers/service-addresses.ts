import type { Contract } from "../contract/contract.js";
import type { Addresses } from "../contract/route.js";

/** The addresses of a service as they stand in the URLs of requests, and the question whether a request goes there. */
export interface ServiceAddresses extends Addresses {
  readonly isOfService: (input: string | URL | Request) => boolean;
}

/** Writes addresses as a `Request` writes its URL. Throws a `TypeError` for what is no URL. */
export function serviceAddresses({ operations }: Contract, { baseUrl, authUrl }: Addresses): ServiceAddresses {
  const given = { base: normalized(baseUrl), auth: normalized(authUrl) };
  const own = operations.map(({ server, serverUrl }) => given[server] ?? absolute(serverUrl));
  const addresses = [...new Set(own)].flatMap((address) => (address === undefined ? [] : withoutSlash(address)));
  return {
    baseUrl: given.base,
    authUrl: given.auth,
    isOfService(input) {
      const url = input instanceof Request ? input.url : absolute(input);
      return url !== undefined && addresses.some((address) => url.startsWith(`${address}/`));
    },
  };
}

function normalized(address: string | undefined): string | undefined {
  return address === undefined ? undefined : withoutSlash(new URL(address).href);
}

/** The URL in full, or undefined when it is not one: the address of a contract may be relative. */
function absolute(url: string | URL): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
