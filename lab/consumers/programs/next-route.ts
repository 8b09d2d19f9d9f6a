// A route handler of Next.js: one client for the module, and one derived from it for each request.
import { createClient, isApiError, isLoginRequired } from "content-service-client";

const baseUrl = process.env["CONTENT_BASE_URL"] ?? "https://api.content.example/2.0";
const service = createClient({ baseUrl, auth: () => "" });

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  const auth = request.headers.get("x-session-token");
  if (!auth) return new Response("log in", { status: 401 });
  try {
    const me = await service.with({ auth }).getCurrentUser({ query: { fields: ["login"] }, signal: request.signal });
    return Response.json({ login: me.login });
  } catch (error) {
    if (isLoginRequired(error)) return new Response("log in again", { status: 401 });
    if (isApiError(error)) return new Response(`request ${error.requestId}`, { status: 502 });
    throw error;
  }
}
