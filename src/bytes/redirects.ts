import { type Attempt, fetchHead } from "../request/attempt.js";
import { readBytes, responseError } from "../request/response.js";

const MAX_HOPS = 5;
/** Read this much of a redirect, so that its connection stays usable. */
const MAX_REDIRECT_BYTES = 65_536;
const LOOPBACK = /^http:\/\/(\[::1\]|127(\.\d+){3}|localhost)[:/]/;
/** The only headers that another host receives: those that select the bytes. */
const PASSED_ON = ["accept-encoding", "range", "if-range"];

/** Follows redirects to `https:`, or from loopback to loopback, without token, cookies or headers of the caller. */
export async function followRedirects(attempt: Attempt, first: Response): Promise<Response> {
  const { call, headers } = attempt.request;
  const { secrets } = call;
  let response = first;
  let url = call.url;
  const fail = (problem: string) => responseError(call, response, problem);
  for (let hops = 0; ; hops += 1) {
    if (response.type === "opaqueredirect")
      throw fail(
        "browsers hide redirects from programs: download through your server, or fetch a URL from a JSON response",
      );
    const location = [302, 303, 307, 308].includes(response.status) && response.headers.get("location");
    if (!location) return response;
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
    // A signed URL is as good as a token.
    for (const value of [target?.search.slice(1), ...(target?.searchParams.values() ?? [])])
      if (value && value.length > 7) secrets.push(value);
    await readBytes(response, MAX_REDIRECT_BYTES).catch(() => {});
    if (!target || target.username || target.password) throw fail("redirected to an invalid URL");
    if (target.protocol !== "https:" && !(LOOPBACK.test(target.href) && LOOPBACK.test(url)))
      throw fail("redirected to a URL that is not https:");
    if (hops >= MAX_HOPS) throw fail(`more than ${MAX_HOPS} redirects`);
    target.hash = "";
    url = target.href;
    const own = new Headers();
    for (const name of PASSED_ON) if (headers.has(name)) own.set(name, headers.get(name) ?? "");
    const init = { url, method: "GET", headers: own, credentials: "omit", referrerPolicy: "no-referrer" };
    response = await fetchHead(attempt, init);
    call.isLast = response.status === 401;
    // The query can be a signature.
    Object.defineProperty(response, "url", { value: url.split("?")[0] });
  }
}
