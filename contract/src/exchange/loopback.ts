/** Whether a host name, as a parsed URL has it, is this machine. `127.0.0.1.evil.example` and `x.localhost` may lead anywhere. */
export function isLoopback(name: string): boolean {
  return /^(localhost|127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}|\[::1\])$/.test(name);
}

/** Whether requests with a token may not be sent to an address: it is `http:` to another host than the loopback address. */
export function isInsecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !isLoopback(hostname);
}

/** What is wrong with an insecure address. */
export function insecureMessage(address: string, option: string): string {
  return `Expected an https: address, since a token sent over http: can be read on the network; received ${address}. ${option} sends it nevertheless`;
}
