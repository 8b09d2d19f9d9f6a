import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, test } from "vitest";
import { quickFormats, strictFormats } from "../../src/contract/formats.js";
import { seededNumbers } from "../support/mutated-bodies.js";

/** The function of a format, from one of the tables. */
function formatOf(table: typeof strictFormats, name: string): (text: string) => boolean {
  // The types of a table allow every kind of format; these are functions, or objects with one that takes text.
  const format = table[name] as ((text: string) => boolean) | { validate: (text: string) => boolean };
  return typeof format === "function" ? format : format.validate;
}

const samples = {
  "date-time": ["2026-02-28T23:59:59Z", "2026-10-09T07:08:00+05:30", "2024-02-29T00:00:60Z", "1999-12-31T23:59:59.9Z"],
  uri: ["https://files.example/a/b-c?x=1&y=2", "http://127.0.0.1:80/~a", "urn:a:b", "https://u@h.example/%20#f"],
};

test.each(Object.entries(samples))("takes and refuses the same texts as the exact %s", (name, texts) => {
  const quick = formatOf(quickFormats, name);
  const exact = strictFormats[name] === undefined ? formatOf({ ...fullFormats }, name) : formatOf(strictFormats, name);
  const random = seededNumbers(7);
  const letters = "0123456789-+:.TZtz /?#%&=~@[]aé\n\\";
  const answers = new Set<boolean>();
  for (const text of texts)
    for (let round = 0; round < 20_000; round += 1) {
      const changed = [...text];
      for (let left = random(3); left > 0; left -= 1)
        changed.splice(
          random(text.length),
          random(2),
          letters[random(letters.length)] ?? "",
          ...(random(9) ? [] : ["0"]),
        );
      const candidate = changed.join("");
      if (quick(candidate) !== exact(candidate)) expect.fail(`${candidate}: quick says ${quick(candidate)}`);
      answers.add(quick(candidate));
    }
  expect(answers.size).toBe(2);
});

test("takes every hour, minute, day and month that the exact date-time takes", () => {
  const [quick, exact] = [formatOf(quickFormats, "date-time"), formatOf(strictFormats, "date-time")];
  for (let number = 0; number < 100; number += 1) {
    const two = String(number).padStart(2, "0");
    for (const text of [
      `2026-${two}-01T00:00:00Z`,
      `2026-02-${two}T00:00:00Z`,
      `2026-01-01T${two}:00:00Z`,
      `2026-01-01T00:${two}:00Z`,
      `2026-01-01T23:59:${two}Z`,
      `2026-01-01T00:00:00+${two}:00`,
      `2026-01-01T00:00:00-00:${two}`,
    ])
      expect([text, quick(text)]).toEqual([text, exact(text)]);
  }
});
