import { bodyOf, defineService, parametersOf, reject, type ServiceContext, type Setting } from "./service-app.js";

const defects = {
  "priority-lost": "A new ticket is stored with normal priority",
  "emoji-dropped": "Characters beyond the Basic Multilingual Plane are removed from a new subject",
  "reads-alternate": "Every second read of a ticket returns it as it was when it was created",
  "patch-drops-email": "PATCH of a requester's name removes the email address",
  "patch-appends-labels": "PATCH of labels adds them to the old ones",
  "patch-reopens": "PATCH of a closed ticket opens it",
  "comment-delete-nothing": "DELETE of a comment returns 204 and deletes nothing",
  "comment-delete-all": "DELETE of a comment deletes all comments of the ticket",
  "comments-outlive-ticket": "The comments of a deleted ticket can still be read",
  "comment-count-stale": "`comment_count` of a ticket does not grow with a new comment",
  "comment-of-another-ticket": "A comment can be read and changed below another ticket",
  "listed-by-label": "A ticket is listed once for each of its labels",
  "filter-lost-on-pages": "The filter by priority is ignored on all pages but the first",
  "rejected-label-added": "A label that is one too many is rejected, and added",
  "descending-ignored": "`sort=-created_at` lists the oldest first",
  "total-of-all-accounts": "`total` counts the tickets of other accounts",
  "close-without-effect": "A ticket is returned as closed and stays open",
  "other-account-reads": "A ticket can be read with the key of another account",
  "other-account-changes": "A ticket can be changed with the key of another account",
  "share-never-expires": "A shared ticket can be read after the share expired",
} as const;

interface TicketInput {
  subject: string;
  body: string;
  priority?: "low" | "normal" | "high";
  labels?: string[];
  assignee?: string | null;
  requester: { name: string; email?: string | null };
}

interface Ticket extends Required<TicketInput> {
  id: string;
  number: number;
  status: "open" | "closed";
  closed_at: string | null;
  created_at: string;
  updated_at: string;
}

interface Comment {
  id: string;
  ticket_id: string;
  author: string;
  text: string;
  created_at: string;
}

interface Stored {
  account: string;
  ticket: Ticket;
  asCreated: Ticket;
  comments: Comment[];
  reads: number;
}

interface TicketQuery {
  limit: number;
  cursor?: string;
  status?: string;
  priority?: string;
  label?: string;
  sort: "created_at" | "-created_at" | "-priority";
}

const ACCOUNTS: Readonly<Record<string, string>> = { "key-bakery": "bakery", "key-florist": "florist" };
const RANKS = ["low", "normal", "high"];
const MAX_LABELS = 5;

/** The ticket system with two accounts. One of them has a ticket. */
export const tickets = defineService({
  name: "tickets",
  defects,
  target: {
    ...{ baseUrl: "https://tickets.example", token: "key-bakery", secondToken: "key-florist" },
    callers: [
      { name: "the bakery", facts: { tenant: "bakery" } },
      { name: "the florist", token: "key-florist", facts: { tenant: "florist" } },
    ],
  },
  errorBody: (status, detail) => ({ errors: [{ status: String(status), detail }] }),
  callerOf: ({ headers }) => ACCOUNTS[headers.get("x-api-key") ?? ""],
  addRoutes,
});

function addRoutes({ app, now, time, has }: Setting<keyof typeof defects>): void {
  let stored: Stored[] = [];
  const deleted: Stored[] = [];
  const shares = new Map<string, { one: Stored; expiresAtMs: number }>();
  let lastNumber = 0;
  const nextId = () => `7d0c5f3e-0000-4000-8000-${String(++lastNumber).padStart(12, "0")}`;
  const requester = { name: "Front desk" };
  create("florist", { subject: "Wilted roses", body: "Half of them", labels: ["delivery"], requester });

  function create(account: string, { requester, ...input }: TicketInput): Stored {
    const ticket: Ticket = {
      ...{ priority: "normal", labels: [], assignee: null, status: "open", closed_at: null, ...input },
      requester: { email: null, ...requester },
      ...{ id: nextId(), number: stored.length + deleted.length + 1, created_at: time(), updated_at: time() },
    };
    const one = { account, ticket, asCreated: structuredClone(ticket), comments: [], reads: 0 };
    stored.push(one);
    return one;
  }
  const ticketOf = (c: ServiceContext): Stored => {
    const id = c.req.param("ticketId");
    const found = stored.find(({ ticket }) => ticket.id === id);
    const isOpen = c.req.method === "GET" ? has("other-account-reads") : has("other-account-changes");
    return found && (isOpen || found.account === c.get("caller")) ? found : reject(404, `No ticket ${id}`);
  };
  /** The ticket whose comments a request is about. */
  const commentedOf = (c: ServiceContext): Stored => {
    const gone = deleted.find(({ ticket }) => ticket.id === c.req.param("ticketId"));
    return gone && has("comments-outlive-ticket") ? gone : ticketOf(c);
  };
  const commentOf = (c: ServiceContext): Comment => {
    const own = commentedOf(c);
    const places = has("comment-of-another-ticket") ? stored.filter(({ account }) => account === own.account) : [own];
    const id = c.req.param("commentId");
    return places.flatMap(({ comments }) => comments).find((one) => one.id === id) ?? reject(404, `No comment ${id}`);
  };
  const shown = ({ ticket, comments }: Stored, change: Partial<Ticket> = {}) => {
    const comment_count = has("comment-count-stale") ? 0 : comments.length;
    return { ...ticket, ...change, comment_count };
  };

  app.get("/tickets", (c) => {
    const { limit, cursor, status, priority, label, sort } = parametersOf<TicketQuery>(c);
    const ignoresPriority = has("filter-lost-on-pages") && cursor !== undefined;
    const matches = ({ ticket }: Stored) =>
      (status === undefined || ticket.status === status) &&
      (priority === undefined || ignoresPriority || ticket.priority === priority) &&
      (label === undefined || ticket.labels.includes(label));
    const found = stored.filter((one) => one.account === c.get("caller") && matches(one));
    const total = has("total-of-all-accounts") ? stored.filter(matches).length : found.length;
    if (sort === "-created_at" && !has("descending-ignored")) found.reverse();
    const rank = ({ ticket }: Stored) => RANKS.indexOf(ticket.priority);
    if (sort === "-priority") found.sort((left, right) => rank(right) - rank(left));
    const last = found.findIndex(({ ticket }) => `after-${ticket.number}` === cursor);
    if (cursor !== undefined && last < 0) reject(400, "Unknown cursor");
    const page = found.slice(last + 1, last + 1 + limit);
    const isLast = last + 1 + limit >= found.length;
    const rows = page.flatMap((one) => {
      const times = has("listed-by-label") ? one.ticket.labels.length : 1;
      return Array.from({ length: Math.max(1, times) }, () => one);
    });
    const next_cursor = isLast ? null : `after-${page.at(-1)?.ticket.number}`;
    return c.json({ data: rows.map((one) => shown(one)), meta: { total, next_cursor } });
  });
  app.post("/tickets", (c) => {
    const one = create(c.get("caller"), bodyOf<TicketInput>(c));
    const data = shown(one);
    if (has("priority-lost")) one.ticket.priority = "normal";
    if (has("emoji-dropped")) one.ticket.subject = one.ticket.subject.replace(/[\u{10000}-\u{10ffff}]/gu, "");
    return c.json({ data }, 201, { Location: `/tickets/${data.id}` });
  });
  app.get("/tickets/:ticketId", (c) => {
    const one = ticketOf(c);
    one.reads += 1;
    return c.json({ data: shown(one, has("reads-alternate") && one.reads % 2 === 0 ? one.asCreated : {}) });
  });
  app.patch("/tickets/:ticketId", (c) => {
    const one = ticketOf(c);
    const { requester, labels, ...rest } = bodyOf<Partial<TicketInput>>(c);
    if (has("patch-reopens")) Object.assign(one.ticket, { status: "open", closed_at: null });
    if (has("patch-drops-email") && requester) one.ticket.requester.email = null;
    if (labels) one.ticket.labels = has("patch-appends-labels") ? [...one.ticket.labels, ...labels] : labels;
    Object.assign(one.ticket.requester, requester);
    Object.assign(one.ticket, rest, { updated_at: time() });
    return c.json({ data: shown(one) });
  });
  app.delete("/tickets/:ticketId", (c) => {
    const one = ticketOf(c);
    stored = stored.filter((other) => other !== one);
    deleted.push(one);
    return c.body(null, 204);
  });

  app.post("/tickets/:ticketId/close", (c) => {
    const one = ticketOf(c);
    if (one.ticket.status === "closed") reject(409, "The ticket is closed");
    const change = { status: "closed" as const, closed_at: time() };
    if (!has("close-without-effect")) Object.assign(one.ticket, change);
    return c.json({ data: shown(one, change) });
  });
  app.post("/tickets/:ticketId/reopen", (c) => {
    const one = ticketOf(c);
    if (one.ticket.status === "open") reject(409, "The ticket is open");
    Object.assign(one.ticket, { status: "open", closed_at: null });
    return c.json({ data: shown(one) });
  });
  app.put("/tickets/:ticketId/labels/:label", (c) => {
    const { ticket, ...rest } = ticketOf(c);
    const labels = [...new Set([...ticket.labels, c.req.param("label")])];
    const isRejected = labels.length > MAX_LABELS;
    if (!isRejected || has("rejected-label-added")) ticket.labels = labels;
    if (isRejected) reject(422, `A ticket has at most ${MAX_LABELS} labels`);
    return c.json({ data: shown({ ticket, ...rest }) });
  });
  app.delete("/tickets/:ticketId/labels/:label", (c) => {
    const { ticket } = ticketOf(c);
    const label = c.req.param("label");
    if (!ticket.labels.includes(label)) reject(404, `The ticket has no label ${label}`);
    ticket.labels = ticket.labels.filter((one) => one !== label);
    return c.body(null, 204);
  });
  app.post("/tickets/:ticketId/shares", (c) => {
    const one = ticketOf(c);
    const expiresAtMs = now() + bodyOf<{ seconds: number }>(c).seconds * 1000;
    const code = `s${++lastNumber}`;
    shares.set(code, { one, expiresAtMs });
    return c.json({ data: { code, expires_at: time(expiresAtMs) } }, 201, { Location: `/shared/${code}` });
  });
  app.get("/shared/:code", (c) => {
    const share = shares.get(c.req.param("code"));
    const isValid = share && stored.includes(share.one);
    if (!isValid || (share.expiresAtMs <= now() && !has("share-never-expires"))) reject(404, "No such share");
    return c.json({ data: shown(share.one) });
  });

  app.get("/tickets/:ticketId/comments", (c) => {
    const { limit, cursor } = parametersOf<{ limit: number; cursor?: string }>(c);
    const { comments } = commentedOf(c);
    const last = comments.findIndex(({ id }) => id === cursor);
    if (cursor !== undefined && last < 0) reject(400, "Unknown cursor");
    const data = comments.slice(last + 1, last + 1 + limit);
    const next_cursor = last + 1 + limit < comments.length ? data.at(-1)?.id : null;
    return c.json({ data, meta: { total: comments.length, next_cursor } });
  });
  app.post("/tickets/:ticketId/comments", (c) => {
    const { comments, ticket } = ticketOf(c);
    const { author, text } = bodyOf<Pick<Comment, "author" | "text">>(c);
    const comment = { id: nextId(), ticket_id: ticket.id, author, text, created_at: time() };
    comments.push(comment);
    return c.json({ data: comment }, 201, { Location: `/tickets/${ticket.id}/comments/${comment.id}` });
  });
  app.get("/tickets/:ticketId/comments/:commentId", (c) => c.json({ data: commentOf(c) }));
  app.patch("/tickets/:ticketId/comments/:commentId", (c) => {
    const comment = commentOf(c);
    comment.text = bodyOf<Pick<Comment, "text">>(c).text;
    return c.json({ data: comment });
  });
  app.delete("/tickets/:ticketId/comments/:commentId", (c) => {
    const { comments } = ticketOf(c);
    const place = comments.indexOf(commentOf(c));
    if (has("comment-delete-all")) comments.length = 0;
    else if (!has("comment-delete-nothing") && place >= 0) comments.splice(place, 1);
    return c.body(null, 204);
  });
}
