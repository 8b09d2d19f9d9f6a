import { bodyOf, defineService, parametersOf, reject, type ServiceContext, type Setting } from "./service-app.js";

const defects = {
  "title-cut": "Titles of events are cut at 255 characters",
  "start-shifted": "The offset of a start time is dropped, and the time is stored as UTC",
  "description-trimmed": "Spaces at both ends of a description are trimmed",
  "put-merges": "PUT of an event keeps optional properties that the request leaves out",
  "patch-drops-attendees": "PATCH of an event without attendees removes its attendees",
  "patch-keeps-null": "PATCH with `null` does not clear a property",
  "etag-unchanged": "PATCH of an event does not change its etag",
  "if-match-ignored": "An event can be changed with an old etag",
  "rejected-patch-stored": "PATCH with an old etag gets 412, and its values are stored",
  "rejected-put-stored": "PUT of an event that ends before it starts gets 422, and its values are stored",
  "deleted-readable": "A deleted event is not listed, and can still be read",
  "events-outlive-calendar": "The events of a deleted calendar can still be read",
  "delete-two": "DELETE of an event also deletes the next one of its calendar",
  "other-calendar": "An event can be read below another calendar",
  "newest-not-listed": "A new event is listed only after another one is created",
  "from-ignored": "The list ignores `from`",
  "order-of-creation": "Events are listed in the order of their creation instead of their start",
  "page-skips": "Each page after the first skips an event",
  "count-stale": "`event_count` does not fall when an event is deleted",
  "next-event-stale": "`next_event` of a calendar shows the title that the event was created with",
} as const;

interface EventInput {
  title: string;
  start: string;
  end: string;
  description?: string;
  location?: string | null;
  all_day?: boolean;
  status?: "confirmed" | "tentative" | "canceled";
  attendees?: string[];
  reminder?: { minutes: number; method: "email" | "popup" } | null;
}

interface Event extends Required<EventInput> {
  id: string;
  calendar_id: string;
  created: string;
  updated: string;
}

interface CalendarInput {
  name: string;
  color?: string;
  time_zone?: string;
}

interface Calendar extends Required<CalendarInput> {
  id: string;
  created: string;
}

interface Stored {
  event: Event;
  version: number;
  firstTitle: string;
}

const USER = `Basic ${btoa("owner:secret")}`;
const DEFAULTS = {
  ...{ description: "", location: null, all_day: false, status: "confirmed" as const, attendees: [], reminder: null },
};
const EVENTS: EventInput[] = [
  { title: "Planning", start: "2027-01-11T09:00:00Z", end: "2027-01-11T10:00:00Z", location: "Room 2" },
  { title: "Lunch", start: "2027-01-11T12:30:00+01:00", end: "2027-01-11T13:30:00+01:00", status: "tentative" },
  { title: "Holiday", start: "2027-01-06T00:00:00Z", end: "2027-01-07T00:00:00Z", all_day: true },
];

/** The calendar service of one user, with a calendar of three events. */
export const calendar = defineService({
  name: "calendar",
  defects,
  target: { baseUrl: "https://calendar.example", token: "owner:secret" },
  errorBody: (code, message) => ({ error: { code, message } }),
  callerOf: ({ headers }) => (headers.get("authorization") === USER ? "owner" : undefined),
  addRoutes,
});

function addRoutes({ app, now, time, has }: Setting<keyof typeof defects>): void {
  const calendars = new Map<string, Calendar>();
  const deletedCounts = new Map<string, number>();
  const gone: Stored[] = [];
  let stored: Stored[] = [];
  let lastNumber = 0;
  const nextId = (prefix: string) => prefix + String(++lastNumber).padStart(5, "0");
  const work = newCalendar({ name: "Work", color: "#336699", time_zone: "Europe/Vienna" });
  for (const one of EVENTS) newEvent(work.id, one);

  function newCalendar(input: CalendarInput): Calendar {
    const calendar = { id: nextId("cal"), color: "#888888", time_zone: "UTC", ...input, created: time() };
    calendars.set(calendar.id, calendar);
    return calendar;
  }
  function newEvent(calendar_id: string, input: EventInput): Stored {
    const created = time();
    const event = { ...DEFAULTS, ...kept(input), id: nextId("evt"), calendar_id, created, updated: created };
    const one = { event, version: 1, firstTitle: event.title };
    stored.push(one);
    return one;
  }
  /** The values of a request as they are stored. */
  function kept<Input extends Partial<EventInput>>(input: Input): Input {
    const values = { ...input };
    if (has("title-cut") && values.title !== undefined) values.title = values.title.slice(0, 255);
    if (has("description-trimmed") && values.description !== undefined) values.description = values.description.trim();
    if (has("start-shifted") && values.start !== undefined) values.start = values.start.replace(/[+-]\d\d:\d\d$/, "Z");
    return values;
  }

  const calendarOf = (c: ServiceContext) => {
    const id = c.req.param("calendarId") ?? "";
    return calendars.get(id) ?? reject(404, `Calendar ${id} not found`);
  };
  const eventOf = (c: ServiceContext): Stored => {
    const { calendarId, eventId } = c.req.param();
    if (!has("events-outlive-calendar")) calendarOf(c);
    const all = has("deleted-readable") && c.req.method === "GET" ? [...stored, ...gone] : stored;
    const found = all.find(({ event }) => event.id === eventId);
    const isOwn = found?.event.calendar_id === calendarId || has("other-calendar");
    return found && isOwn ? found : reject(404, `Event ${eventId} not found`);
  };
  const eventsIn = (id: string) => stored.filter(({ event }) => event.calendar_id === id);
  const byStart = (left: Stored, right: Stored) => Date.parse(left.event.start) - Date.parse(right.event.start);
  const etagOf = ({ event, version }: Stored) => `"${event.id}-${version}"`;
  const isCurrent = (c: ServiceContext, one: Stored) => names(c.req.header("if-match") ?? "*", etagOf(one));
  const endsBeforeStart = ({ start, end }: Pick<Event, "start" | "end">) => Date.parse(end) < Date.parse(start);

  function shown(calendar: Calendar) {
    const own = eventsIn(calendar.id);
    const next = own.toSorted(byStart).find(({ event }) => Date.parse(event.start) > now());
    const title = next && (has("next-event-stale") ? next.firstTitle : next.event.title);
    const next_event = next ? { id: next.event.id, title, start: next.event.start } : null;
    const event_count = own.length + (has("count-stale") ? (deletedCounts.get(calendar.id) ?? 0) : 0);
    return { ...calendar, event_count, next_event };
  }

  app.get("/calendars", (c) => {
    const { page_size, page_token } = parametersOf<{ page_size: number; page_token?: string }>(c);
    const start = positionOf(page_token);
    const items = [...calendars.values()].slice(start, start + page_size).map(shown);
    return c.json({ items, next_page_token: tokenAt(start + page_size, calendars.size) });
  });
  app.post("/calendars", (c) => c.json(shown(newCalendar(bodyOf<CalendarInput>(c))), 201));
  app.get("/calendars/:calendarId", (c) => c.json(shown(calendarOf(c))));
  app.put("/calendars/:calendarId", (c) => {
    const calendar = calendarOf(c);
    Object.assign(calendar, { color: "#888888", time_zone: "UTC" }, bodyOf<CalendarInput>(c));
    return c.json(shown(calendar));
  });
  app.delete("/calendars/:calendarId", (c) => {
    const { id } = calendarOf(c);
    calendars.delete(id);
    if (!has("events-outlive-calendar")) stored = stored.filter(({ event }) => event.calendar_id !== id);
    return c.body(null, 204);
  });

  app.get("/calendars/:calendarId/events", (c) => {
    const query = parametersOf<{ page_size: number; page_token?: string; from?: string; to?: string; status?: string }>(
      c,
    );
    const { from, to, status, page_size } = query;
    const found = eventsIn(calendarOf(c).id)
      .filter((one) => !has("newest-not-listed") || one !== stored.at(-1) || stored.length <= EVENTS.length)
      .filter(({ event }) => from === undefined || has("from-ignored") || Date.parse(event.start) >= Date.parse(from))
      .filter(({ event }) => to === undefined || Date.parse(event.start) < Date.parse(to))
      .filter(({ event }) => status === undefined || event.status === status);
    if (!has("order-of-creation")) found.sort(byStart);
    const start = positionOf(query.page_token);
    const first = has("page-skips") && start > 0 ? start + 1 : start;
    const items = found.slice(first, start + page_size).map(({ event }) => event);
    return c.json({ items, next_page_token: tokenAt(start + page_size, found.length) });
  });
  app.post("/calendars/:calendarId/events", (c) => {
    const calendar = calendarOf(c);
    const input = bodyOf<EventInput>(c);
    if (endsBeforeStart(input)) reject(422, "The event ends before it starts");
    const one = newEvent(calendar.id, input);
    return c.json(one.event, 201, { ETag: etagOf(one) });
  });
  app.get("/calendars/:calendarId/events/:eventId", (c) => {
    const one = eventOf(c);
    c.header("ETag", etagOf(one));
    return names(c.req.header("if-none-match") ?? "", etagOf(one)) ? c.body(null, 304) : c.json(one.event);
  });
  app.put("/calendars/:calendarId/events/:eventId", (c) => {
    const one = eventOf(c);
    const input = kept(bodyOf<EventInput>(c));
    const values = has("put-merges") ? input : { ...DEFAULTS, ...input };
    if (!isCurrent(c, one)) reject(412, "The event has changed");
    if (endsBeforeStart(input)) {
      if (has("rejected-put-stored")) Object.assign(one.event, values);
      reject(422, "The event ends before it starts");
    }
    Object.assign(one.event, values, { updated: time() });
    one.version += 1;
    return c.json(one.event, 200, { ETag: etagOf(one) });
  });
  app.patch("/calendars/:calendarId/events/:eventId", (c) => {
    const one = eventOf(c);
    const input = kept(bodyOf<Partial<EventInput>>(c));
    const given = Object.entries(input).filter(([, value]) => value !== null || !has("patch-keeps-null"));
    const changes = Object.fromEntries(given);
    if (!isCurrent(c, one)) {
      if (has("rejected-patch-stored")) Object.assign(one.event, changes);
      if (!has("if-match-ignored")) reject(412, "The event has changed");
    }
    if (endsBeforeStart({ ...one.event, ...input })) reject(422, "The event ends before it starts");
    if (has("patch-drops-attendees")) one.event.attendees = [];
    Object.assign(one.event, changes, { updated: time() });
    if (!has("etag-unchanged")) one.version += 1;
    return c.json(one.event, 200, { ETag: etagOf(one) });
  });
  app.delete("/calendars/:calendarId/events/:eventId", (c) => {
    const one = eventOf(c);
    if (!isCurrent(c, one)) reject(412, "The event has changed");
    const own = eventsIn(one.event.calendar_id);
    const next = has("delete-two") ? own[own.indexOf(one) + 1] : undefined;
    stored = stored.filter((other) => other !== one && other !== next);
    gone.push(one);
    deletedCounts.set(one.event.calendar_id, (deletedCounts.get(one.event.calendar_id) ?? 0) + 1);
    return c.body(null, 204);
  });
}

/** Whether a list of etags has this one (RFC 9110, section 13.1). */
const names = (etags: string, etag: string) => etags.split(/ *, */).some((one) => one === "*" || one === etag);

const tokenAt = (position: number, total: number) => (position < total ? btoa(`at:${position}`) : null);

function positionOf(token: string | undefined): number {
  if (token === undefined) return 0;
  const [, position] = /^at:(\d+)$/.exec(Buffer.from(token, "base64").toString()) ?? [];
  return position === undefined || btoa(`at:${position}`) !== token
    ? reject(400, "Unknown page_token")
    : Number(position);
}
