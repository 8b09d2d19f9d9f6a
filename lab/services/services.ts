import type { CheckTarget } from "content-service-contract-tests";
import type { Hono } from "hono";
import { calendarDefects, createCalendars } from "./calendar.js";
import { createLibrary, libraryDefects } from "./library.js";
import { createQueues, queueDefects } from "./queue.js";
import type { ServiceEnv, ServiceOptions } from "./service-app.js";
import { createShop, shopDefects } from "./shop.js";
import { createTickets, ticketDefects } from "./tickets.js";

/** A small stateful service of the benchmark, with its planted defects. */
export interface Service {
  /** The name of its files. */
  readonly name: string;
  /** A sentence for each defect, by id. */
  readonly defects: Readonly<Record<string, string>>;
  /** What the operator of the service gives to the contract tests. */
  readonly target: Pick<CheckTarget, "baseUrl" | "token" | "secondToken" | "callers">;
  /** Creates the service with its own state, and with a defect by id. */
  create(options: ServiceOptions<string>): Hono<ServiceEnv>;
}

/** The services, by their names. */
export const services: readonly Service[] = [
  service("shop", shopDefects, createShop, { baseUrl: "https://shop.example", token: "" }),
  service("calendar", calendarDefects, createCalendars, { baseUrl: "https://calendar.example", token: "owner:secret" }),
  service("queue", queueDefects, createQueues, { baseUrl: "https://queue.example/v0", token: "queue-token" }),
  service("library", libraryDefects, createLibrary, {
    ...{ baseUrl: "https://library.example/api/v3", token: "token-student", secondToken: "token-teacher" },
  }),
  service("tickets", ticketDefects, createTickets, {
    ...{ baseUrl: "https://tickets.example", token: "key-bakery", secondToken: "key-florist" },
    callers: [
      { name: "the bakery", facts: { tenant: "bakery" } },
      { name: "the florist", token: "key-florist", facts: { tenant: "florist" } },
    ],
  }),
];

function service<Defect extends string>(
  name: string,
  defects: Readonly<Record<Defect, string>>,
  create: (options: ServiceOptions<Defect>) => Hono<ServiceEnv>,
  target: Service["target"],
): Service {
  const isDefect = (id: string): id is Defect => Object.hasOwn(defects, id);
  return {
    ...{ name, defects, target },
    create({ defect, now }) {
      if (defect !== undefined && !isDefect(defect)) throw new TypeError(`The ${name} has no defect ${defect}`);
      return create({ defect, now });
    },
  };
}
