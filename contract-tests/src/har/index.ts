export { type CheckHarOptions, checkHar, type HarResult } from "./check-har.js";
export { exchangesOfHar, type HarExchange, type HarExchanges } from "./read-har.js";
export { harOf } from "./write-har.js";
