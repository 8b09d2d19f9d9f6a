import { bodyOf, defineService, parametersOf, reject, type ServiceContext, type Setting } from "./service-app.js";

const defects = {
  "settings-ignored": "PUT of an existing queue returns the new settings and stores none of them",
  "name-lowercased": "A queue is stored under its name in lower case",
  "body-ascii-only": "Characters beyond ASCII in a message are stored as `?`",
  "attributes-dropped": "The attributes of a message are not stored",
  "priority-lost": "A message is stored with the default priority",
  "stored-twice": "A message that is sent once is stored twice",
  "message-of-another-id": "A message is read as the oldest one of its queue",
  "message-of-another-queue": "A message can be read below another queue",
  "limit-ignored": "The list of messages ignores `limit`",
  "newest-first": "The list of messages has the newest first",
  "page-repeats": "A page of messages starts with the last message of the previous page",
  "prefix-ignores-case": "The filter of queues by prefix ignores case",
  "received-again": "A received message can be received again at once",
  "stats-stale": "The statistics still count messages that were acknowledged",
  "ack-without-effect": "An acknowledged message stays in the queue",
  "old-receipt-accepted": "A message can be acknowledged with the receipt of an earlier delivery",
  "never-visible-again": "A message that was not acknowledged is not delivered again after its timeout",
  "expired-readable": "A message can be read and received after it expired",
  "purge-leaves-one": "A purge leaves the newest message in the queue",
  "messages-outlive-queue": "A queue that is deleted and created again has its old messages",
} as const;

interface Settings {
  visibility_seconds: number;
  retention_seconds: number;
  description: string;
}

interface Queue extends Settings {
  name: string;
  created_at: string;
}

interface MessageInput {
  body: string;
  priority?: number;
  delay_seconds?: number;
  attributes?: Record<string, string>;
}

interface Message {
  id: string;
  queue: string;
  body: string;
  priority: number;
  attributes: Record<string, string>;
  deliveries: number;
  sent_at: string;
  expires_at: string;
}

interface Stored {
  message: Message;
  /** When it can be received. */
  visibleAtMs: number;
  receipts: string[];
}

interface Page {
  limit: number;
  after?: string;
}

const DEFAULTS: Settings = { visibility_seconds: 30, retention_seconds: 86_400, description: "" };

/** The message queue, without a queue. */
export const queue = defineService({
  name: "queue",
  defects,
  target: { baseUrl: "https://queue.example/v0", token: "queue-token" },
  errorBody: (_, message) => ({ message }),
  callerOf: ({ headers }) => (headers.get("authorization") === "Bearer queue-token" ? "worker" : undefined),
  addRoutes,
});

function addRoutes({ app, now, time, has }: Setting<keyof typeof defects>): void {
  const queues = new Map<string, Queue>();
  let stored: Stored[] = [];
  let acknowledged = 0;
  let lastNumber = 0;
  const keyOf = (name: string) => (has("name-lowercased") ? name.toLowerCase() : name);

  const queueOf = (c: ServiceContext): Queue => {
    const name = c.req.param("name") ?? "";
    return queues.get(keyOf(name)) ?? reject(404, `No queue ${name}`);
  };
  /** What is in a queue, without what has expired. */
  const storedIn = ({ name }: Queue) =>
    stored.filter(
      ({ message }) => message.queue === name && (has("expired-readable") || Date.parse(message.expires_at) > now()),
    );
  const isVisible = ({ visibleAtMs, message }: Stored) =>
    visibleAtMs <= now() && !(has("never-visible-again") && message.deliveries > 0);
  const messageOf = (c: ServiceContext): Stored => {
    const queue = queueOf(c);
    const all = has("message-of-another-queue") ? [...queues.values()].flatMap(storedIn) : storedIn(queue);
    const id = c.req.param("messageId");
    return all.find(({ message }) => message.id === id) ?? reject(404, `No message ${id}`);
  };

  app.get("/queues", (c) => {
    const { limit, after = "", prefix = "" } = parametersOf<Page & { prefix?: string }>(c);
    const folded = (text: string) => (has("prefix-ignores-case") ? text.toLowerCase() : text);
    const found = [...queues.values()]
      .filter(({ name }) => name > after && folded(name).startsWith(folded(prefix)))
      .sort((left, right) => (left.name < right.name ? -1 : 1));
    return c.json({ queues: found.slice(0, limit), more: found.length > limit });
  });
  app.put("/queues/:name", (c) => {
    const name = keyOf(c.req.param("name"));
    const settings = { ...DEFAULTS, ...bodyOf<Partial<Settings> | null>(c) };
    const old = queues.get(name);
    const queue = { name, created_at: old?.created_at ?? time(), ...settings };
    if (old === undefined || !has("settings-ignored")) queues.set(name, queue);
    return c.json(queue, old === undefined ? 201 : 200);
  });
  app.get("/queues/:name", (c) => c.json(queueOf(c)));
  app.delete("/queues/:name", (c) => {
    const { name } = queueOf(c);
    queues.delete(name);
    if (!has("messages-outlive-queue")) stored = stored.filter(({ message }) => message.queue !== name);
    return c.body(null, 204);
  });
  app.get("/queues/:name/stats", (c) => {
    const all = storedIn(queueOf(c));
    const ready = all.filter(isVisible).length;
    const messages = all.length + (has("stats-stale") ? acknowledged : 0);
    return c.json({ messages, ready, in_flight: all.length - ready });
  });
  app.post("/queues/:name/purge", (c) => {
    const queue = queueOf(c);
    const all = storedIn(queue);
    const left = has("purge-leaves-one") ? all.at(-1) : undefined;
    stored = stored.filter((one) => one === left || one.message.queue !== queue.name);
    return c.json({ purged: all.length });
  });

  app.post("/queues/:name/messages", (c) => {
    const queue = queueOf(c);
    const { body, priority = 5, delay_seconds = 0, attributes = {} } = bodyOf<MessageInput>(c);
    const sentAtMs = now();
    const create = (): Message => ({
      ...{ id: `m-${++lastNumber}`, queue: queue.name, body, priority, attributes, deliveries: 0 },
      sent_at: time(sentAtMs),
      expires_at: time(sentAtMs + queue.retention_seconds * 1000),
    });
    const message = create();
    const kept = { ...message };
    if (has("body-ascii-only")) kept.body = body.replace(/[\u{80}-\u{10ffff}]/gu, "?");
    if (has("attributes-dropped")) kept.attributes = {};
    if (has("priority-lost")) kept.priority = 5;
    const visibleAtMs = sentAtMs + delay_seconds * 1000;
    stored.push({ message: kept, visibleAtMs, receipts: [] });
    if (has("stored-twice")) stored.push({ message: create(), visibleAtMs, receipts: [] });
    return c.json(message, 201);
  });
  app.get("/queues/:name/messages", (c) => {
    const { limit, after } = parametersOf<Page>(c);
    const all = storedIn(queueOf(c)).map(({ message }) => message);
    if (has("newest-first")) all.reverse();
    const last = all.findIndex(({ id }) => id === after);
    if (after !== undefined && last < 0) reject(400, `No message ${after}`);
    const rest = all.slice(has("page-repeats") ? Math.max(last, 0) : last + 1);
    if (has("limit-ignored")) return c.json({ messages: rest, more: false });
    return c.json({ messages: rest.slice(0, limit), more: rest.length > limit });
  });
  app.get("/queues/:name/messages/:messageId", (c) => {
    const { message } = messageOf(c);
    const oldest = has("message-of-another-id") ? storedIn(queueOf(c))[0]?.message : undefined;
    return c.json(oldest ?? message);
  });
  app.delete("/queues/:name/messages/:messageId", (c) => {
    const one = messageOf(c);
    stored = stored.filter((other) => other !== one);
    return c.body(null, 204);
  });
  app.post("/queues/:name/receive", (c) => {
    const queue = queueOf(c);
    const { max = 1 } = bodyOf<{ max?: number } | null>(c) ?? {};
    const ready = storedIn(queue).filter(isVisible);
    // The sort is stable: the oldest of a priority stays first.
    const taken = ready.sort((left, right) => right.message.priority - left.message.priority).slice(0, max);
    const deliveries = taken.map((one) => {
      const receipt = `r-${++lastNumber}`;
      one.receipts.push(receipt);
      one.message.deliveries += 1;
      if (!has("received-again")) one.visibleAtMs = now() + queue.visibility_seconds * 1000;
      return { receipt, message: one.message };
    });
    return c.json({ deliveries });
  });
  app.post("/queues/:name/messages/:messageId/ack", (c) => {
    const one = messageOf(c);
    const { receipt } = bodyOf<{ receipt: string }>(c);
    const isHidden = one.visibleAtMs > now() || has("received-again");
    const isLast = one.receipts.at(-1) === receipt && isHidden;
    const isKnown = has("old-receipt-accepted") && one.receipts.includes(receipt);
    if (!isLast && !isKnown) reject(409, "This receipt is not valid");
    if (!has("ack-without-effect")) stored = stored.filter((other) => other !== one);
    acknowledged += 1;
    return c.body(null, 204);
  });
}
