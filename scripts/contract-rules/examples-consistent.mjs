import { isRecord, recordsIn } from "./reading.mjs";

/**
 * Compares the parts of an example with each other: the counts of a page with its entries, the name of a page with its
 * marker, and times with the times of earlier events.
 */
export function examplesConsistent() {
  return {
    Example: {
      enter(example, { key, location, report }) {
        for (const message of pageProblems(example.value, nameOf(key, location))) report({ message, location });
        for (const { record, path } of recordsIn(example.value, ["value"])) {
          for (const [property, message] of timeProblems(record)) {
            report({ message, location: location.child([...path, property]) });
          }
        }
      },
    },
  };
}

/** The name of an example in the contract, or of its file. */
function nameOf(key, { source }) {
  return /\/examples\/(\w+)\.yaml$/.exec(source.absoluteRef)?.[1] ?? String(key);
}

function* pageProblems(page, name) {
  if (!isRecord(page) || !Array.isArray(page.entries)) return;
  const { entries, limit, offset, total_count: total, next_marker: next } = page;
  if (entries.length > limit) yield `The page has ${entries.length} entries, more than its limit ${limit}.`;
  if (total < entries.length + (offset ?? 0)) yield `The page ends after the total of ${total} entries.`;
  if (total > (offset ?? 0) + entries.length && entries.length < limit) {
    yield `The page has fewer entries than its limit, and not all ${total}.`;
  }
  if (typeof next === "string" && entries.length < limit) yield "The page has a next marker, but is not full.";
  if (/last_?page/i.test(name) && typeof next === "string" && next !== "") yield "The last page has a next marker.";
  if (/marker_?page/i.test(name) && typeof next !== "string") yield "The page has no next marker.";
}

// Each time must not be before those listed with it.
const CAUSES = {
  modified_at: ["created_at", "content_modified_at"],
  content_modified_at: ["content_created_at"],
  trashed_at: ["created_at"],
  purged_at: ["trashed_at", "created_at"],
  acknowledged_at: ["created_at"],
  expires_at: ["created_at"],
  due_at: ["created_at"],
  completed_at: ["assigned_at"],
  reminded_at: ["assigned_at"],
  deleted_at: ["assigned_at"],
  disposition_at: ["applied_at"],
};

function* timeProblems(record) {
  for (const [later, causes] of Object.entries(CAUSES)) {
    for (const earlier of causes) {
      if (Date.parse(record[later]) < Date.parse(record[earlier])) yield [later, `${later} is before ${earlier}.`];
    }
  }
}
