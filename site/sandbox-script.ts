/** The script with the address of the sandbox. Without an address, each page runs a sandbox in a worker. */
export function sandboxScript(address: { baseUrl: string; authUrl: string } | null = null): string {
  return `globalThis.sandboxAddress = ${JSON.stringify(address)};\n`;
}
