import { expect, test } from "vitest";
import { readLimitedBody } from "../src/http/read-limited-body.js";

const textOf = (body: BodyInit | null, headers: Record<string, string> = {}) => {
  const init = { method: "POST", body, headers, duplex: "half" };
  return readLimitedBody(new Request("http://127.0.0.1", init), 4);
};

/** A body that comes in pieces, and counts how many were asked for. */
function pieces(...texts: string[]) {
  const asked = { count: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const text = texts[asked.count];
        asked.count += 1;
        if (text === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(text));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, asked };
}

test("reads a body that is as large as it may be, whole or in pieces that cut a character", async () => {
  expect(await textOf("abcd", { "content-length": "4" })).toBe("abcd");
  const [first = 0, second = 0] = new TextEncoder().encode("é");
  const cut = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of [97, first, second]) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  expect(await textOf(cut)).toBe("aé");
});

test("reads no body as an empty text", async () => {
  expect(await textOf(null)).toBe("");
});

test("stops at the first byte too many, and does not wait for the rest", async () => {
  const { body, asked } = pieces("abc", "de", "f", "g");
  expect(await textOf(body)).toBeUndefined();
  expect(asked.count).toBe(2);
  expect(await textOf("abcde", { "content-length": "5" })).toBeUndefined();
});
