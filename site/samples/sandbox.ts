/** The addresses of `npx content-sandbox`, and the token of an admin of its default seed. */
export const SANDBOX = {
  baseUrl: "http://127.0.0.1:4010/2.0",
  authUrl: "http://127.0.0.1:4010",
  token: "token-admin",
} as const;
