import { answers, redirects } from "../answers.js";
import { overHttp } from "../place.js";
import { noAnswer, type Row, refused } from "../row.js";

const BASE_URL = "Check `baseUrl`: no redirect is followed, since the token would go along.";

/** The answer sends the client to another place. */
export const misdirected: readonly Row[] = [
  {
    fault: "a redirect on the same host",
    place: overHttp(redirects(() => "/2.0/elsewhere")),
    gives: refused(302),
    sent: [1, 1],
    kept: 1,
    advice: BASE_URL,
  },
  {
    fault: "a redirect to another host",
    place: overHttp(redirects(({ elsewhere }) => `http://${elsewhere}/`)),
    gives: refused(302),
    sent: [1, 1],
    kept: 1,
    advice: BASE_URL,
  },
  {
    fault: "a redirect to another scheme",
    place: overHttp(redirects(({ elsewhere }) => `https://${elsewhere}/`)),
    gives: refused(302),
    sent: [1, 1],
    kept: 1,
    advice: BASE_URL,
  },
  {
    fault: "a redirect to itself, without end",
    place: overHttp(redirects(({ url, request }) => `${url}${request.url}`)),
    gives: refused(302),
    sent: [1, 1],
    kept: 1,
    advice: BASE_URL,
  },
  {
    fault: "407, from a proxy that wants a password",
    place: overHttp(answers(407, { "proxy-authenticate": "Basic" })),
    gives: noAnswer("TypeError"),
    sent: [4, 1],
    kept: 1,
    advice: "Node's `fetch` hides this status. Pass a `fetch` that logs in to the proxy.",
    overNodeTransport: {
      gives: refused(407),
      sent: [1, 1],
      advice: "Give `nodeTransport` the proxy, with its password.",
    },
  },
  {
    fault: "421, from a server that is not meant",
    place: overHttp(answers(421, {})),
    gives: refused(421),
    sent: [2, 2],
    kept: 2,
    advice: "Node's `fetch` tries once more by another connection: 421 says that nothing was done. Check `baseUrl`.",
    overNodeTransport: { sent: [1, 1], kept: 1, advice: "Check `baseUrl`." },
  },
];
