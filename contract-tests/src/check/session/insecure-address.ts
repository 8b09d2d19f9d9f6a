/** Whether requests with a token may not be sent to an address: it is `http:` to another host than the loopback address. */
export function isInsecure(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  // `x.localhost` may resolve to any host.
  return protocol === "http:" && !/^(?:localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
}

/** What is wrong with an insecure address. */
export function insecureMessage(address: string, option: string): string {
  return `Expected an https: address, since a token sent over http: can be read on the network; received ${address}. ${option} sends it nevertheless`;
}
