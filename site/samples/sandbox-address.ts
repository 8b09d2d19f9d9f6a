/** Where `npx content-sandbox` listens, and the token of the user in its world that may do the most. */
export const SANDBOX = {
  baseUrl: "http://127.0.0.1:4010/2.0",
  authUrl: "http://127.0.0.1:4010",
  token: "token-admin",
} as const;
