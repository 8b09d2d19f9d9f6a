// npm run docs:serve: builds the site, and serves it with a sandbox behind it, which the forms of the pages talk to.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSite } from "./build.js";
import { serveSite } from "./serve-site.js";

const { values } = parseArgs({ options: { port: { type: "string", default: "4011" } } });
const folder = fileURLToPath(new URL("dist", import.meta.url));
const pages = await buildSite(folder);
const { url } = await serveSite(folder, { port: Number(values.port) });
console.log(`${pages} pages, with a sandbox behind them: ${url}`);
