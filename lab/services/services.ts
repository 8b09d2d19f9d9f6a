import { calendar } from "./calendar.js";
import { library } from "./library.js";
import { queue } from "./queue.js";
import type { Service } from "./service-app.js";
import { shop } from "./shop.js";
import { tickets } from "./tickets.js";

export const services: readonly Service[] = [shop, calendar, queue, library, tickets];
