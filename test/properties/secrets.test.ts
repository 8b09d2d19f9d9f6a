import { type RefreshEvent, sharedLink } from "content-service-client";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { authUrl } from "../support/auth-with.js";
import { clientWith } from "../support/client-with.js";
import { manualClock } from "../support/manual-clock.js";
import { scriptedFetch } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { echo, echoed, type Secret, secret } from "./support/echoes.js";
import { outputs } from "./support/failures.js";
import { settled } from "./support/settled.js";
import { visibleText, wholeText } from "./support/texts.js";

const status = fc.constantFrom(200, 400, 401, 404, 409, 429, 500, 503);
const token = (mark: string) => secret(fc.oneof(visibleText, fc.constant("")), mark);
const text = (mark: string) => secret(wholeText, mark);

function expectHidden(secrets: readonly Secret[], ...values: unknown[]): void {
  const lines = values.flatMap(outputs).join("\n").split("\n");
  for (const { core } of secrets) expect(lines.find((line) => line.includes(core))).toBeUndefined();
}

describe("a secret that an answer repeats", () => {
  it("is in nothing that a call makes of it: tokens, the password of a link, a new password", async () => {
    const secrets = fc.tuple(token("a"), token("b"), text("c"), text("d"));
    const answers = fc.tuple(echo("raw", "url", "json"), status, fc.boolean());
    const property = fc.asyncProperty(secrets, answers, async (secrets, [echo, status, finds]) => {
      const [first, second, link, fresh] = secrets;
      const fetch = scriptedFetch(() => new Response(echoed(echo, sent), { status }));
      const auth = ({ rejected }: { rejected?: string | undefined }) => (rejected === undefined ? first : second).text;
      const { client, clock, events } = clientWith(fetch, { auth, maxBodyBytes: 60_000 });
      // What the other call would send is no secret of this one.
      const sent = [first, ...(status === 401 ? [second] : []), finds ? link : fresh];
      const body = { shared_link: { access: "open", password: fresh.text } } as const;
      const call = finds
        ? client.findSharedItem({ header: sharedLink({ url: "https://content.example/s/1", password: link.text }) })
        : client.updateFile({ path: { file_id: "4001" }, body });
      const result = await settled(clock, call);
      expectHidden(sent, events, ...(result.status === "rejected" ? [result.reason] : []));
    });
    await check(property);
  });

  it("is in nothing that a refresh makes of it: the client's secret, the refresh token", async () => {
    const answers = fc.tuple(echo("raw", "url", "json", "form"), status);
    const property = fc.asyncProperty(text("e"), text("f"), answers, async (client, refresh, [echo, status]) => {
      const fetch = scriptedFetch(() => new Response(echoed(echo, [client, refresh]), { status }));
      const clock = manualClock();
      const store = memoryTokenStore({ refreshToken: refresh.text });
      const auth = refreshingAuth({ authUrl, clientId: "app", clientSecret: client.text, store, fetch, clock });
      const events: RefreshEvent[] = [];
      const onEvent = (event: unknown) => events.push(event as RefreshEvent);
      const result = await settled(clock, Promise.resolve(auth({ onEvent })));
      expect(result.status).toBe("rejected");
      expectHidden([client, refresh], events, result.status === "rejected" && result.reason);
    });
    await check(property);
  });
});
