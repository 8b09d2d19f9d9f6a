import { createClient } from "content-service-client";
import { checkExchange } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { checkHar } from "../../src/har/check-har.js";
import { contractFetch } from "../../src/matchers/contract-fetch.js";
import { startedProxy } from "../proxy/raw-http.js";

const LINK = "shared_link=https://content.example/s/invoice";
const brandHeader = "X-Brand-Link";

/** The rules that a call violates in each entry of the package, with the name of the deployment and without. */
async function foundBy(header: string) {
  const sandbox = await createSandbox({ brandHeader: header });
  onTestFinished(() => sandbox.close());
  const { url } = await sandbox.listen();
  const baseUrl = `${url}/2.0`;
  return async (options: { brandHeader?: string }): Promise<string[][]> => {
    const checked = contractFetch({ baseUrl, ...options });
    const { proxy, baseUrl: proxied } = await startedProxy(url, options);
    const find = (address: string, fetch: typeof globalThis.fetch) =>
      createClient({ baseUrl: address, auth: "token-owner", fetch, brandHeader: header }).findSharedItem({
        header: { ServiceApi: LINK },
      });
    const item = await find(baseUrl, checked);
    await find(proxied, fetch);
    const headers = { authorization: "Bearer token-owner", [header]: LINK };
    const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(item) };
    const request = { method: "GET", url: `${baseUrl}/shared_items`, headers };
    const pairs = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }));
    const entry = {
      request: { ...request, headers: pairs(headers) },
      response: { status: 200, headers: pairs(response.headers), content: { text: response.body } },
    };
    const { report } = checkHar({ log: { entries: [entry] } }, { baseUrl, ...options });
    const ofReports = [proxy.report(), report].map(({ checks }) => checks.flatMap(({ findings }) => findings));
    const all = [checked.violations, checkExchange({ request, response }, { baseUrl, ...options }), ...ofReports];
    return all.map((found) => found.map(({ rule, at }) => `${rule} ${at}`));
  };
}

test("the header for shared links can have another name in every entry of the package", async () => {
  const found = await foundBy(brandHeader);
  const missing = ["request-parameter /request/headers/serviceapi"];
  expect(await found({ brandHeader })).toEqual([[], [], [], []]);
  expect(await found({})).toEqual([missing, missing, missing, missing]);
  const byContract = await foundBy("ServiceApi");
  expect(await byContract({ brandHeader: "serviceapi" })).toEqual([[], [], [], []]);
  expect(await byContract({ brandHeader })).toEqual([missing, missing, missing, missing]);
});
