import { expect, test } from "vitest";
import { inferResources } from "../../src/check/document/infer-resources.js";
import { barriersOf } from "../../src/check/sentences/barred-states.js";
import { needOf } from "../../src/check/sentences/callers.js";
import { cascadesOf } from "../../src/check/sentences/effects.js";
import { ROLES, rooms, roomsWith } from "../support/rooms.js";

/** What the readers find in the description of an operation of the rooms: states and roles that it bars, and what it does. */
function factsOf(id: string, text: string): string[] {
  const contract = roomsWith(`${rooms.operation(id).pointer}/description`, text);
  const operation = contract.operation(id);
  const resources = inferResources(contract);
  const need = needOf(contract, operation, new Set(ROLES));
  return [
    ...resources
      .flatMap((one) => barriersOf(contract, resources, one))
      .flatMap((one) => (one.operation === operation ? one.states.map(({ word }) => `not ${word}`) : [])),
    ...resources
      .flatMap((one) => cascadesOf(contract, resources, one))
      .flatMap((one) => (one.operation === operation ? `makes ${one.other.name} ${one.state.word}` : [])),
    ...ROLES.flatMap((role) => (need?.excludes(role, false) ? `no ${role}` : [])),
  ];
}

test.each([
  ["reopenBooking", "Reopens a canceled booking.", "not booked"],
  ["reopenBooking", "canceled to booked. For a booked one, a 409 and no effect.", "not booked"],
  ["updateBooking", "Changes a booked booking (409 otherwise).", "not canceled"],
  ["updateBooking", "Changes a booked booking. Any other status gives a 409.", "not canceled"],
  ["updateBooking", "Booked ones only, never by the person who canceled it.", "not canceled"],
  ["updateBooking", "All must be bookings which are not canceled.", "not canceled"],
  ["updateBooking", "Changes a booking that is not canceled yet (409 otherwise).", "not canceled"],
  ["updateBooking", "Only possible while the booking is still booked.", "not canceled"],
  ["updateBooking", "The booking has to be booked.", "not canceled"],
  ["updateBooking", "Bookings that are no longer booked cannot be changed (409).", "not canceled"],
  ["updateBooking", "One that is not booked any more cannot be changed.", "not canceled"],
  ["updateBooking", "If it is no booked one, it cannot be changed.", "not canceled"],
  ["updateBooking", "Not possible if it is anything but booked.", "not canceled"],
  ["updateBooking", "Everything but a booked booking is rejected (409).", "not canceled"],
  ["updateBooking", "Fails with 409 for any non-booked one.", "not canceled"],
  ["updateBooking", "Changes a booked booking (409 for any other status).", "not canceled"],
  ["updateBooking", "Not permitted for a canceled booking.", "not canceled"],
  ["updateBooking", "For the host only, while it is booked.", "not canceled, no cleaner"],
  ["updateBooking", "Host of the booking and admins. Only while booked.", "not canceled, no cleaner"],
  ["updateBooking", "Cleaners only themselves. Only while booked.", "not canceled, no cleaner"],
  ["updateBooking", "Only while booked. Cleaners have no access to bookings.", "not canceled, no cleaner"],
  ["updateBooking", "Admins and hosts only, cleaners may not. Only while booked.", "not canceled, no cleaner"],
  ["updateBooking", "Cleaners can change their own items only.", "no cleaner"],
  ["updateBooking", "Cleaners can update their own bookings.", "no cleaner"],
  ["updateBooking", "Cleaners are not permitted to change it.", "no cleaner"],
  ["deleteBooking", "Allowed for administrators only.", "no host, no cleaner"],
  ["deleteBooking", "Not for cleaners.", "no cleaner"],
  ["deleteBooking", "403: the caller is not admin.", "no host, no cleaner"],
  ["updateBooking", "The room is protected and you are not an admin.", ""],
  ["deleteBooking", "By staff (admin, host).", "no cleaner"],
  ["deleteBooking", "Admins, and hosts for bookings of their own room.", "no host, no cleaner"],
  ["updateBooking", "Admins and hosts, only while booked (409).", "not canceled, no cleaner"],
  ["deleteBooking", "By an admin or by the host who created it.", "no host, no cleaner"],
  ["createRoom", "Hosts and admins only.", "no cleaner"],
  ["updateBooking", "Changes a booked booking. Other bookings cannot be changed (409).", "not canceled"],
  ["updateBooking", "409 unless the status is booked.", "not canceled"],
  ["updateBooking", "Booked bookings have to be canceled first.", "not booked"],
  ["updateBooking", "The note can be changed at any time, the times only while booked.", ""],
  ["updateBooking", "Bookings can be shared in advance, but the link only works while the booking is booked.", ""],
  ["updateBooking", "Canceled bookings take no changes (400).", "not canceled"],
  ["archiveRoom", "Booked bookings of the room are canceled.", "makes bookings canceled"],
  ["archiveRoom", "Cancels the open bookings.", "makes bookings canceled"],
  ["archiveRoom", "Bookings of the room that have not started are canceled.", "makes bookings canceled"],
  ["deletePerson", "409 for a deactivated person.", "not deactivated"],
  // What is no rule, or one about something else.
  ["deletePerson", "409 for people with active bookings.", ""],
  ["updateBooking", "Moves a booked booking to another room, which cannot be undone.", ""],
  ["reopenBooking", "Reopens a canceled booking. A booked one is returned as it is.", ""],
  ["reopenBooking", "A canceled booking can be reopened for 14 days, then 409.", ""],
  ["cancelBooking", "After its start a booking can no longer be changed, only canceled.", ""],
  ["archiveRoom", "Its bookings are canceled, open otherwise.", ""],
  ["updateBooking", "Fails with 409 if it is booked while its room is closed.", ""],
  ["updateBooking", "Fails with 409 for the status of a booked booking.", ""],
  ["updateBooking", "Fails with 409 if the room is full and the booking booked.", ""],
  ["updateBooking", "Fails with 409 if the room has not enough chairs booked.", ""],
  ["updateBooking", "Fails with 409 if nothing has been booked.", ""],
  ["updateBooking", "Fails with 409 beyond the booked amount.", ""],
  ["updateBooking", "The note is not allowed to be empty when it is canceled.", ""],
  ["updateBooking", "Hosts cannot write internal notes.", ""],
  ["updateBooking", "Hosts are not allowed to write internal notes.", ""],
  ["updateBooking", "Cleaners may only send the note.", ""],
  ["updateBooking", "Only while booked. Cleaners have no access to internal notes.", "not canceled"],
  ["updateBooking", "A field is not allowed for cleaners.", ""],
  ["listBookings", "Drafts are visible to admins and hosts only.", ""],
])("reads in the description of %s, %s: %s", (id, text, facts) => {
  expect(factsOf(id, text).join(", ")).toBe(facts);
});
