import { cut } from "./tables/cut.js";
import { large } from "./tables/large.js";
import { malformed } from "./tables/malformed.js";
import { misdirected } from "./tables/misdirected.js";
import { silent } from "./tables/silent.js";
import { unexpected } from "./tables/unexpected.js";
import { unreachable } from "./tables/unreachable.js";

/** The tables of the page, in its order. */
export const tables = { unreachable, silent, cut, large, unexpected, malformed, misdirected };
