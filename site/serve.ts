// npm run docs:serve: builds the site, and serves it with a sandbox behind it, which the forms of the pages talk to.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSite } from "./build.js";
import { type ServedSite, serveSite } from "./serve-site.js";

const { values } = parseArgs({ options: { port: { type: "string", default: "4011" } } });
const folder = fileURLToPath(new URL("dist", import.meta.url));
// Before the site is built, which takes longer than to find that a port is taken.
const site = await serveSite(folder, { port: Number(values.port) }).catch((error: Error) => {
  console.error(`The site cannot be served: ${error.message}. Give another port: npm run docs:serve -- --port 4012`);
  process.exitCode = 2;
});
if (site !== undefined) await build(site);

async function build({ url, close }: ServedSite): Promise<void> {
  try {
    console.log(`${await buildSite(folder)} pages, with a sandbox behind them: ${url}`);
  } catch (error) {
    await close();
    throw error;
  }
}
