/** Where the service is, as the programs read it from their environment. */
export function serviceEnvironment({ baseUrl, authUrl }: { baseUrl: string; authUrl: string }): Record<string, string> {
  return { CONTENT_BASE_URL: baseUrl, CONTENT_AUTH_URL: authUrl };
}
