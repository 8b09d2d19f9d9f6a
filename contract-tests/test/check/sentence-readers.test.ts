import { type Contract, createContract, type Json, stringAt, valueAt, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { inferResources } from "../../src/check/document/infer-resources.js";
import { listParameters } from "../../src/check/lists/list-parameters.js";
import { allLeaves } from "../../src/check/resources/bodies.js";
import { barriersOf } from "../../src/check/sentences/barred-states.js";
import { barsAuthor, hiddenFrom, isForAll, needOf } from "../../src/check/sentences/callers.js";
import { conditionsIn } from "../../src/check/sentences/conditions.js";
import * as conflicts from "../../src/check/sentences/conflicts.js";
import * as effects from "../../src/check/sentences/effects.js";
import { countsAll } from "../../src/check/sentences/lists.js";
import { referredBy } from "../../src/check/sentences/references.js";
import { neededStates, statesOf } from "../../src/check/sentences/states.js";
import * as values from "../../src/check/sentences/values.js";
import { ROLES, rooms, roomsWith } from "../support/rooms.js";

const resourceIn = (own: Contract, name: string) =>
  inferResources(own).find((one) => one.name === name) ?? expect.unreachable(name);

/** Readers of one fact each. */
const readers: Readonly<Record<string, (own: Contract) => unknown>> = {
  deletion(own) {
    const all = Object.entries({ goes: effects.goesWith, ends: effects.endsReferences, barred: effects.isUseBarred });
    const [room, booking] = [resourceIn(own, "rooms"), resourceIn(own, "bookings")];
    return all.flatMap(([name, read]) => (read(own, room, booking) ? name : [])).join();
  },
  frozen(own) {
    const { pointer } = own.operation("updateBooking");
    const silent = createContract(withValue(own.document, `${pointer}/description`, "Changes it."));
    const barriers = barriersOf(silent, inferResources(silent), resourceIn(silent, "bookings"));
    return barriers.flatMap((one) => (one.kind === "patch" ? one.states.map(({ word }) => word) : []));
  },
  effects: (own) =>
    effects.effectsTold(
      own,
      own.operation("reopenBooking"),
      new Map([
        ["status", ["booked"]],
        ["note", []],
      ]),
    ),
  shared(own) {
    const all = inferResources(own);
    return all.flatMap((one) => (isForAll(own, all, one) ? one.name : [])).join();
  },
  secrets: (own) => hiddenFrom(own, own.operation("getRoom"), ["cleaner"], new Set(ROLES)),
  barredFromOwn(own) {
    const need = needOf(own, own.operation("deleteBooking"), new Set(ROLES));
    return ROLES.filter((one) => need?.excludes(one, true)).join();
  },
  barredFromOthers(own) {
    const roles = [...ROLES, "member"];
    const need = needOf(own, own.operation("deleteBooking"), new Set(roles));
    return roles.filter((one) => need?.excludes(one, false)).join();
  },
  bindsKeys: (own) => conflicts.bindsKeys(own, own.operation("createBooking")),
  countsAll(own) {
    const { pointer } = own.operation("listBookings");
    const at = `${pointer}/responses/200/content/application~1json/schema`;
    const count = { type: "integer", description: stringAt(own.document, "x-count") };
    const wrapped = createContract(withValue(own.document, at, { type: "object", properties: { count } } as Json));
    return countsAll(wrapped, wrapped.operation("listBookings"));
  },
  replaces: (own) => effects.isReplacementTold(own, own.operation("updatePerson")),
  needed(own) {
    const booking = resourceIn(own, "bookings");
    const { states } = neededStates(own, own.operation("addItem"), "", statesOf(own, booking));
    return states.map(({ word }) => word).join();
  },
  later(own) {
    const at = own.pointerOf("/components/schemas/Booking/properties");
    const [end, start] = ["ends_at", "starts_at"].map((name) => ({
      at: name,
      name,
      schema: `${at}/${name}`,
      value: "",
    }));
    return end && start && values.isLaterThan(own, end, start);
  },
  refers(own) {
    const leaf = { at: "/room_id", name: "roomName", schema: "/components/schemas/Room/properties/name", value: "a" };
    const resources = [{ ...resourceIn(own, "rooms"), parameter: stringAt(own.document, "x-parameter") }];
    return referredBy(own, resources, leaf)?.name;
  },
  hidden: (own) => effects.hidesDeleted(own, resourceIn(own, "bookings")),
  effect: (own) => effects.effectOn(own, "/components/schemas/Booking/properties/total", "reopen"),
  future: (own) => values.isInFuture(own, "/components/schemas/Room/properties/name", stringAt(own.document, "x-name")),
  folded: (own) => values.isFolded(own, own.operation("createPerson"), "name"),
  kept: (own) => effects.isKeptTold(own, own.operation("createPerson"), "name"),
  givesBack: (own) => effects.givesBack(own, own.operation("cancelBooking")),
  ownBarred: (own) => barsAuthor(own, resourceIn(own, "bookings"), own.operation("cancelBooking")),
  once: (own) => conflicts.documentsDuplicates(own, own.operation("cancelBooking")),
  condition(own) {
    const [read, bookings] = [own.operation("getBooking"), resourceIn(own, "bookings")];
    const total = conditionsIn(own, bookings, read).find(({ name }) => name === "total");
    const records = [
      { minutes: 30, status: "booked" },
      { minutes: 31, status: "canceled" },
    ];
    return records.map((one) => total?.expected(one));
  },
  duplicates(own) {
    const responses = { "201": { description: "The room." }, "409": { description: "A conflict." } };
    const vague = createContract(
      withValue(own.document, `${own.operation("createPerson").pointer}/responses`, responses),
    );
    return conflicts.documentsDuplicates(vague, vague.operation("createPerson"));
  },
  follows: (own) => values.followsEachChange(own, "/components/schemas/Booking/properties/total"),
  ignored: (own) => values.isIgnored(own, own.operation("createPerson"), "name"),
  partial: (own) => effects.isPartialTold(own, own.operation("updatePerson")),
  alias: (own) => effects.saysTheSame(own, own.operation("cancelBooking"), own.operation("reopenBooking")),
  shift: (own) => effects.shiftTold(own, own.operation("reopenBooking"), ["starts_at", "ends_at"]),
  anyCase(own) {
    const [leaf] = allLeaves(own, own.operation("createPerson")).filter(({ name }) => name === "name");
    return leaf && values.isSameInAnyCase(own, own.operation("createPerson"), leaf);
  },
  limit: (own) => conflicts.limitOf(own, inferResources(own), resourceIn(own, "items"))?.most,
  bookings(own) {
    const limit = conflicts.limitOf(own, inferResources(own), resourceIn(own, "bookings"));
    return limit && `${limit.most} per ${limit.holder?.name ?? "user"}`;
  },
  summed: (own) => conflicts.summedIn(own, own.operation("addItem"))?.name,
  part: (own) => conflicts.needsPart(own, own.operation("cancelBooking"), resourceIn(own, "items")),
  free: (own) => conflicts.freeStates(own, resourceIn(own, "bookings")).map(({ word }) => word),
  version: (own) => values.tagIn(own, own.operation("updatePerson")),
  total: (own) => values.derivedIn(own, own.operation("getBooking")).find(({ name }) => name === "total"),
  search(own) {
    const asked = ["keyword", "q"].map((name) => ({ name, in: "query", schema: { type: "string" } }));
    const searched = createContract(withValue(own.document, `${LIST}/parameters`, asked));
    const { search, filters } = listParameters(searched, searched.operation("listBookings"));
    return [search?.name, ...filters.map(({ parameter, property }) => `${parameter.name} of ${property}`)].join();
  },
  filters(own) {
    const { filters } = listParameters(own, own.operation("listBookings"));
    return filters.map(({ relation, isExact }) => `${relation}${isExact === false ? " in any case" : ""}`).join();
  },
  ties: (own) => listParameters(own, own.operation("listBookings")).ties,
  sorted: (own) => listParameters(own, own.operation("listBookings")).sorted,
  orders: (own) => listParameters(own, own.operation("listBookings")).order?.values.map(({ value }) => value),
};

const DELETION = `${rooms.operation("archiveRoom").pointer}/description`;
const CANCEL = `${rooms.operation("cancelBooking").pointer}/description`;
const CONFLICT = `${rooms.operation("cancelBooking").pointer}/responses/409/description`;
const DELETE = `${rooms.operation("deleteBooking").pointer}/description`;
const REOPEN = `${rooms.operation("reopenBooking").pointer}/description`;
const NEW_PERSON = `${rooms.operation("createPerson").pointer}/description`;
const PERSON = `${rooms.operation("updatePerson").pointer}/description`;
const SECRET = "/components/schemas/Room/properties/note/description";
const ROOM = "/components/schemas/Room/properties";
const END = "/components/schemas/Booking/properties/ends_at/description";
const NAME = `${rooms.operation("createPerson").pointer}/requestBody/content/application~1json/schema/properties/name/description`;
const ITEM = `${rooms.operation("addItem").pointer}/description`;
const PRICE = `${rooms.operation("addItem").pointer}/requestBody/content/application~1json/schema/properties/price/description`;
const BOOKING = `${rooms.operation("createBooking").pointer}/description`;
const CHANGE = `${rooms.operation("updatePerson").pointer}/requestBody/content/application~1json/schema`;
const TOTAL = "/components/schemas/Booking/properties/total/description";
const LIST = rooms.operation("listBookings").pointer;
const ORDER = `${LIST}/parameters/1/description`;
const TIME = { type: "string", format: "date-time" };
const message = (text: string) => ({ "application/json": { example: { message: text } } });
const versioned = (description: string) => ({ properties: { version: { type: "integer", description } } });
const schema = { type: "array", items: { type: "string" }, default: ["note,asc"] };
const sort = { name: "sort", in: "query", description: "property,(asc|desc). Properties: note", schema };
const minus = {
  ...sort,
  description: "Sorts by `note`, with a leading `-` for descending.",
  schema: { type: "string" },
};
const filters = (...told: string[]) =>
  told.map((description, index) => ({ name: index === 0 ? "from" : "to", in: "query", description, schema: TIME }));
const { parameters: _, ...list } = valueAt(rooms.document, LIST) as Readonly<Record<string, Json>>;
const sortable = { ...list, description: "Can be sorted by note.", parameters: [{ ...sort, description: "" }] };

test.each<[reader: string, at: string, value: Json, fact: unknown]>([
  ["deletion", DELETION, "Deletes the room with its bookings.", "goes"],
  ["deletion", DELETION, "Deletes the room with everything in it.", "goes"],
  ["deletion", DELETION, "Deletes the room, its chairs, doors and bookings.", "goes"],
  ["deletion", DELETION, "Its bookings stay when the room is deleted.", ""],
  ["deletion", DELETION, "The room is removed from all bookings.", "ends"],
  ["deletion", DELETION, "409 while the room has bookings.", "barred"],
  ["deletion", DELETION, "Not permitted while bookings refer to it.", "barred"],
  ["deletion", DELETION, "A room that hosts a booked booking cannot be deleted.", "barred"],
  ["deletion", DELETION, "Rooms that a booking needs are deleted.", ""],
  ["deletion", DELETION, "A room with booked or canceled bookings cannot be deleted.", "barred"],
  ["deletion", DELETION, "A room with chairs cannot be deleted.", ""],
  ["shared", "/info/description", "Hosts see only the rooms of their own company.", "people,passes"],
  ["shared", "/info/description", "Hosts see only what is of their own company.", ""],
  ["secrets", SECRET, "Returned only to admins and hosts.", ["note"]],
  ["secrets", SECRET, "Returned only to the people in the room.", []],
  ["barredFromOwn", DELETE, "Hosts (their own bookings) and admins only.", "cleaner"],
  ["barredFromOwn", DELETE, "Callers with cleaner access cannot call it.", "cleaner"],
  ["barredFromOwn", "/info/description", "Cleaners can only read (403 on everything else).", "cleaner"],
  ["barredFromOwn", "/info/description", "Cleaners can only read their own bookings.", ""],
  ["secrets", SECRET, "Shown to admins and hosts. Null for everybody else.", ["note"]],
  ["secrets", SECRET, "Shown to members, `null` for cleaners.", ["note"]],
  ["barredFromOwn", DELETE, "Admins and hosts can delete anybody's, all others only their own.", "cleaner"],
  ["barredFromOthers", DELETE, "Members can only delete their own bookings.", "member"],
  ["future", "/x-name", "reviewDeadline", true],
  ["future", "/x-name", "bornOn", false],
  ["folded", CANCEL, "Names are stored in capitals, without hyphens.", true],
  ["folded", CANCEL, "Notes are stored in capitals, without hyphens.", false],
  ["shared", LIST, { ...list, description: "Those of their company.", security: [{ token: ["host"] }] }, "rooms"],
  ["bindsKeys", BOOKING, "The same key with another body is rejected with 409.", true],
  ["bindsKeys", BOOKING, "The same key returns the booking of the first request.", false],
  ["countsAll", "/x-count", "Number of all bookings that match.", true],
  ["countsAll", "/x-count", "Number of bookings on the page.", false],
  ["replaces", PERSON, "Creates a person or replaces it.", true],
  ["replaces", PERSON, "Changes some properties.", false],
  ["needed", ITEM, "Adds an item to a booked booking (409 otherwise).", "booked"],
  ["needed", ITEM, "Adds an item to a booked booking.", ""],
  ["later", END, "It must be later than the start, by at most 2 days.", false],
  ["later", END, "It must be later than the time at which it starts.", true],
  ["later", END, "`starts_at` plus `minutes`.", false],
  ["refers", "/x-parameter", "roomName", "rooms"],
  ["refers", "/x-parameter", "name", undefined],
  ["refers", ROOM, { id: { type: "string", pattern: "^rm_" }, name: { type: "string", pattern: "^rm_" } }, "rooms"],
  ["refers", ROOM, { id: { type: "string", pattern: "^rm_" }, name: { type: "string", pattern: "^r" } }, undefined],
  ["frozen", CANCEL, "Cancels the booking, which makes it read-only.", ["canceled"]],
  ["frozen", CANCEL, "Cancels the booking.", []],
  ["frozen", "/info/description", "A canceled booking is read-only, whatever its room.", ["canceled"]],
  ["frozen", "/info/description", "A canceled room is read-only.", []],
  ["effects", REOPEN, "Sets the `status` to `booked`.", [{ name: "status", value: "booked" }]],
  ["effects", REOPEN, "The `note` is cleared.", [{ name: "note", value: null }]],
  ["effects", REOPEN, "The `note` is cleared if it is old.", []],
  ["follows", TOTAL, "Goes up by one with every change.", true],
  ["follows", TOTAL, "Send it back with every change.", false],
  ["kept", NAME, "Unchanged when left out.", true],
  ["kept", NAME, "When not sent, it keeps its value.", true],
  ["kept", NAME, "Empty when left out.", false],
  ["effect", TOTAL, "Null again after `reopen`.", "null"],
  ["effect", TOTAL, "Set by reopening, null after a cancellation.", "a value"],
  ["effect", TOTAL, "Set by the host.", undefined],
  ["givesBack", CANCEL, "The chairs become free.", true],
  ["givesBack", CANCEL, "Cancels it and puts the chairs back.", true],
  ["givesBack", CANCEL, "Returns the canceled booking.", false],
  ["givesBack", CANCEL, "Releases the room unless it is paid.", false],
  ["once", CANCEL, "A booking can be canceled only once.", true],
  ["once", CANCEL, "409 if the user has canceled the booking already.", true],
  ["once", CANCEL, "Only while booked.", false],
  ["once", CANCEL, "A name that is in use is a 409.", true],
  ["once", CANCEL, "409 while the room is in use.", false],
  ["once", CANCEL, "Nothing can be taken away that is not booked (409).", false],
  ["ownBarred", CANCEL, "Nobody cancels their own bookings (403).", true],
  ["ownBarred", CANCEL, "No user may cancel a booking of their own.", true],
  ["ownBarred", CANCEL, "Hosts cancel bookings, but not a booking of their own (403).", true],
  ["ownBarred", CANCEL, "You cannot cancel your own booking.", true],
  ["ownBarred", CANCEL, "Guests may not cancel a booking of others, only their own bookings.", false],
  ["once", CONFLICT, "The booking is canceled already.", true],
  ["once", CONFLICT, "The booking already has 8 items.", false],
  ["once", CONFLICT, "It conflicts with another request, perhaps with the same idempotent key.", false],
  ["condition", TOTAL, "True when `minutes` is at most 30.", [true, false]],
  ["condition", TOTAL, "True while the minutes are above 30.", [false, true]],
  ["condition", TOTAL, "Set while the booking is booked, otherwise null.", ["a value", "null"]],
  ["condition", TOTAL, "Null unless canceled.", ["null", undefined]],
  ["condition", TOTAL, "Null while booked.", ["null", undefined]],
  ["ignored", NAME, "Ignored for hosts.", true],
  ["ignored", NAME, "Goes to the end when missing.", true],
  ["ignored", NAME, "Shown to all.", false],
  ["partial", "/info/description", "Attributes that are not sent stay as they are.", true],
  ["partial", "/info/description", "Attributes that are not sent are reset.", false],
  ["alias", CANCEL, "Open to admins and hosts. Canceled bookings only.", true],
  ["alias", CANCEL, "Open to admins and hosts.", false],
  ["shift", REOPEN, "Moves `ends_at` by two hours.", { named: ["ends_at"], ms: 7_200_000, orLater: false }],
  ["shift", REOPEN, "Adds 1 day, or starts now.", { named: [], ms: 86_400_000, orLater: true }],
  ["shift", REOPEN, "Adds some days.", undefined],
  ["hidden", `${rooms.operation("getBooking").pointer}/responses/404`, { description: "Not found, or deleted." }, true],
  ["duplicates", NAME, "Shown to all.", false],
  ["duplicates", NAME, "Unique in the company.", true],
  ["anyCase", NEW_PERSON, "Names are unique per company, ignoring case.", true],
  ["anyCase", NEW_PERSON, "Emails are unique per company, ignoring case.", false],
  ["limit", ITEM, "A booking has at most three items.", 3],
  ["limit", ITEM, "No more than 12 items per booking.", 12],
  ["limit", ITEM, "A booking has items.", undefined],
  ["bookings", BOOKING, "409 if the person is inactive or already has two booked bookings.", "2 per people"],
  ["bookings", BOOKING, "409 if the person has three bookings already.", "3 per people"],
  ["bookings", BOOKING, "409 if the person already has a booking.", undefined],
  ["bookings", BOOKING, "A user has at most three booked bookings at a time.", "3 per user"],
  ["bookings", BOOKING, "A user has bookings.", undefined],
  ["summed", ITEM, "All prices together must not exceed the total of the booking.", "price"],
  ["summed", PRICE, "Must not be greater than what has not been paid yet.", "price"],
  ["summed", ITEM, "All texts together have at most 100 letters.", undefined],
  ["summed", ITEM, "The price must not exceed the total.", undefined],
  ["part", CANCEL, "The booking needs a room and at least one open item.", true],
  ["part", CANCEL, "A booking without items cannot be canceled.", true],
  ["part", CONFLICT, "Not booked, or items are missing", true],
  ["part", CONFLICT, "The booking has no items.", true],
  ["part", CANCEL, "Cancels a booking without items.", false],
  ["part", CONFLICT.replace(/description$/, "content"), message("Canceled before. / The booking has no items."), true],
  ["part", CONFLICT.replace(/description$/, "content"), message("The booking has 8 items."), false],
  ["free", BOOKING, "It must not overlap another one (409). Canceled bookings do not block.", ["canceled"]],
  ["free", BOOKING, "It must not overlap another one (409), canceled ones included.", []],
  ["version", CHANGE, versioned("The version that you have read last."), "version"],
  ["version", CHANGE, versioned("Version as it was last read."), "version"],
  ["version", CHANGE, versioned("The version of the format."), undefined],
  ["total", TOTAL, "Sum of `price` over the items.", { name: "total", list: "items", first: "price", others: [] }],
  [
    "total",
    TOTAL,
    "Sum of the prices, 0 once canceled.",
    { name: "total", list: "items", first: "price", others: [], otherwise: 0 },
  ],
  ["search", "/components/schemas/Booking/properties/keywords", { type: "array" }, "q,keyword of keywords"],
  ["search", "/components/schemas/Booking/properties/words", { type: "array" }, "keyword"],
  [
    "filters",
    `${LIST}/parameters`,
    filters("Starts at or after this time.", "Starts before this time."),
    "least,before",
  ],
  ["filters", `${LIST}/parameters`, filters("Starts after this time.", "Starts before this time."), "least,most"],
  [
    "filters",
    `${LIST}/parameters/0`,
    { ...sort, name: "note", description: "Whatever the case." },
    "equal in any case",
  ],
  ["ties", ORDER, "Equal ones oldest first.", "created"],
  ["ties", ORDER, "Ties are ordered by id.", "id"],
  ["ties", ORDER, "The same for all.", undefined],
  ["sorted", `${LIST}/description`, "The bookings, largest total first.", { property: "total", isDescending: true }],
  ["sorted", `${LIST}/description`, "Lowest minutes first.", { property: "minutes", isDescending: false }],
  ["sorted", `${LIST}/description`, "Bookings with the highest note first.", undefined],
  ["orders", `${LIST}/parameters`, [sort], ["note", "note,desc"]],
  ["orders", LIST, sortable, ["note", "note,desc"]],
  ["orders", `${LIST}/parameters`, [minus], ["note", "-note"]],
  ["orders", `${LIST}/parameters`, [{ ...sort, description: "" }], undefined],
])("reads the %s at %s: %j", (reader, at, value, fact) => {
  expect(readers[reader]?.(roomsWith(at, value))).toEqual(fact);
});

test.each([
  ['{"guests":["must be greater than or equal to 10"]}', 10, 1],
  ['{"field":"guests","message":"Must be more than 3"}', 4, 1],
  ['{"guests":["is too high (maximum is 12.5)"]}', 12.5, -1],
  ['{"guests":["The guests field must not be greater than 9."]}', 9, -1],
  ['{"guests":["is invalid"],"rooms":["must be at least 2"]}', undefined, undefined],
])("reads the bound of a number in the rejection %s", (rejection, number, step) => {
  expect(values.boundIn(rejection, "guests")).toEqual(number === undefined ? undefined : { number, step });
});

test.each([
  ["Goes up with each change, also with the adding or removing of an item.", true],
  ["Goes up with each change. Items do not raise it.", false],
])("reads whether records below count in %s", (text, isCounted) => {
  expect(values.countsParts(text, resourceIn(rooms, "items"))).toBe(isCounted);
});

test.each([
  ["Unique, case is ignored.", true],
  ["Must be unique; `abc-1` and `ABC-1` are the same name.", true],
  ["`abc-1` and `abc-2` are in the same room.", false],
  ["In upper case.", false],
])("reads whether case counts in %s", (text, isIgnored) => {
  expect(values.ignoresCase(text)).toBe(isIgnored);
});
