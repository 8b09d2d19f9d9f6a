import { metadataQuery, type Paginated, paginate } from "content-service-client";
import { HOLD_POLICY, INVOICES_FOLDER, RETENTION_POLICY } from "../soak-seed.js";
import { between, type Caller, type Deed } from "./caller.js";

/** Goes through a list by marker. */
export const readByMarker: Deed = (caller) =>
  walk(caller, {
    operation: "listFileVersionRetentions",
    list: paginate(caller.client.listFileVersionRetentions, {
      query: { policy_id: RETENTION_POLICY, limit: between(20, 120) },
    }),
    expected: caller.lists.retentions,
  });

/** Goes through the same list by offset. */
export const readByOffset: Deed = (caller) =>
  walk(caller, {
    operation: "listFileVersionRetentions",
    list: paginate(caller.client.listFileVersionRetentions, {
      query: { policy_id: RETENTION_POLICY, limit: between(20, 120), offset: 0 },
    }),
    expected: caller.lists.retentions,
  });

/** Goes through a list whose markers may lead to themselves. */
export const readRepeated: Deed = (caller) =>
  walk(caller, {
    operation: "listLegalHoldPolicyAssignments",
    list: paginate(caller.client.listLegalHoldPolicyAssignments, {
      query: { policy_id: HOLD_POLICY, limit: between(20, 120) },
    }),
    expected: caller.lists.assignments,
  });

/** Goes through what a query finds, in an order that was asked for. */
export const readSorted: Deed = (caller) =>
  walk(caller, {
    operation: "queryMetadata",
    list: paginate(caller.client.queryMetadata, {
      body: { ...found(), order_by: [{ field_key: "amount", direction: "ASC" }] },
    }),
    expected: caller.lists.invoices,
  });

/** Goes through what a query finds, in whatever order the service gives it. */
export const readUnsorted: Deed = (caller) =>
  walk(caller, {
    operation: "queryMetadata",
    list: paginate(caller.client.queryMetadata, { body: found() }),
    expected: caller.lists.invoices,
    isInAnyOrder: true,
  });

function found() {
  return {
    from: "enterprise_7001.contract",
    ancestor_folder_id: INVOICES_FOLDER,
    limit: between(20, 100),
    ...metadataQuery`amount >= ${100}`,
  };
}

interface Walked {
  readonly operation: string;
  readonly list: Paginated<{ readonly entries: readonly { readonly id?: string }[] }>;
  readonly expected: readonly string[];
  readonly isInAnyOrder?: boolean;
}

/** Goes through a list to its end, and looks whether every item came once. A failure on the way is told as such. */
async function walk({ meter }: Caller, { operation, list, expected, isInAnyOrder }: Walked): Promise<void> {
  const pages = list.pages();
  let read: string[] = [];
  let before: string[] = [];
  for (;;) {
    const ended = await meter.call(
      operation,
      () => pages.next(),
      ({ done }) => done !== true,
    );
    if ("error" in ended) return;
    if (ended.value.done === true) break;
    const ids = ended.value.value.entries.map(({ id }) => id ?? "");
    // The marker of a first page that leads to itself has not been seen before, so the client cannot know.
    const isRepeated = read.length === before.length && ids[0] !== undefined && ids[0] === before[0];
    if (isRepeated) {
      meter.repeatedPage();
      read = [];
    }
    read = [...read, ...ids];
    if (ids.length > 0) before = ids;
  }
  const wrong = isInAnyOrder ? differs(read.toSorted(), expected.toSorted()) : differs(read, expected);
  if (wrong)
    meter.problem(`${operation} gave ${read.length} items, not the ${expected.length} that there are, once each`);
}

function differs(read: readonly string[], expected: readonly string[]): boolean {
  return read.length !== expected.length || read.some((id, index) => id !== expected[index]);
}
