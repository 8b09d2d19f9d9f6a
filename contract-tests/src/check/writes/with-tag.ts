/** An address of its own that leads to the same mailbox (RFC 5233), and is short enough for one (RFC 5321). */
export function withTag(address: string, name: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${name.slice(-12)}${address.slice(at)}`;
}
