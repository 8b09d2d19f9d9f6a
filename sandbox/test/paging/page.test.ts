import { describe, expect, test } from "vitest";
import { createFaults, type Fault } from "../../src/faults/faults.js";
import { markerOf, markerPageOf, type PagedContext, pageOf } from "../../src/paging/page.js";
import { ErrorResponse } from "../../src/responses/error-response.js";

interface Query {
  readonly limit?: number;
  readonly offset?: number;
  readonly usemarker?: boolean;
  readonly marker?: string;
  readonly policy_id?: string;
}

function callWith(query?: Query, fault?: Fault, operationId = "listFilesOnHold"): PagedContext {
  const { faults, effectsOn } = createFaults(async () => {});
  if (fault !== undefined) faults.add(fault);
  const errorResponse = (example: string) => new ErrorResponse(400, { code: example });
  return { path: {}, operationId, effects: effectsOn(operationId), errorResponse, query };
}

const records = Array.from({ length: 250 }, (_, index) => ({ id: `n${index}` }));
const page = (context: PagedContext) => pageOf(context, records, ({ id }) => id);
const markerPage = (context: PagedContext) => markerPageOf(context, records, ({ id }) => id);

test("a page by offset is a page by marker if there is a marker, whatever usemarker and offset are [PG-5]", () => {
  const { next_marker } = page(callWith({ offset: 40, limit: 60 }));
  const query = { marker: next_marker ?? "", limit: 60 };
  const expected = page(callWith({ ...query, usemarker: true }));
  expect(expected.entries[0]).toBe("n100");
  for (const extra of [{}, { usemarker: false }, { offset: 0 }, { offset: 7 }])
    expect(page(callWith({ ...query, ...extra }))).toEqual(expected);
  expect(() => page(callWith({ marker: "m" }))).toThrow(ErrorResponse);
});

describe("pages by marker", () => {
  test.each([
    ["no marker at all", "nonsense"],
    ["a side that is none", markerOf(["listFilesOnHold", "[]", "beside", "n0", "forward"])],
    ["a direction that is none", markerOf(["listFilesOnHold", "[]", "after", "n0", "up"])],
    ["a marker of another operation", markerOf(["listFileVersionsOnHold", "[]", "after", "n0", "forward"])],
  ])("reject %s", (_, marker) => {
    expect(() => markerPage(callWith({ marker }))).toThrow(ErrorResponse);
  });

  test("reject the marker of another filter, and accept it with another limit", () => {
    const { next_marker } = markerPage(callWith({ limit: 3, policy_id: "1" }));
    const marker = next_marker ?? "";
    expect(() => markerPage(callWith({ marker, policy_id: "2" }))).toThrow(ErrorResponse);
    expect(markerPage(callWith({ marker, policy_id: "1", limit: 1 })).entries).toEqual(["n3"]);
  });
});

describe("a fault", () => {
  test("empties a page whose marker leads to the skipped page", () => {
    const { next_marker } = markerPage(callWith({ limit: 3 }));
    const marker = next_marker ?? "";
    const empty = markerPage(callWith({ limit: 3, marker }, { kind: "empty_page" }));
    expect(empty.entries).toEqual([]);
    expect(markerPage(callWith({ limit: 3, marker: empty.next_marker ?? "" })).entries).toEqual(["n3", "n4", "n5"]);
  });

  test("repeats the marker that was sent", () => {
    const { next_marker } = markerPage(callWith({ limit: 3 }));
    const again = markerPage(callWith({ limit: 3, marker: next_marker ?? "" }, { kind: "repeated_marker" }));
    expect([again.next_marker, again.entries]).toEqual([next_marker, ["n3", "n4", "n5"]]);
  });
});
