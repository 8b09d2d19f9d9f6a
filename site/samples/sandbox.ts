/** The addresses of `npx content-sandbox`, and the token of an admin of its default seed. */
export const SANDBOX = {
  baseUrl: "http://127.0.0.1:4010/2.0",
  authUrl: "http://127.0.0.1:4010",
  token: "token-admin",
} as const;

/** The script with the address of the sandbox. Without an address, each page runs a sandbox in a worker. */
export function sandboxScript(address: { baseUrl: string; authUrl: string } | null = null): string {
  return `globalThis.sandboxAddress = ${JSON.stringify(address)};\n`;
}
