import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { download } from "content-service-client/bytes";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "../properties/support/check.js";
import { errorOf } from "../support/client-with.js";
import { transportNames } from "../support/transports.js";
import { bytesClient, someBytes } from "./service.js";

/** What a service sends: where it cuts each response, and what it knows of ranges. */
interface Plan {
  readonly size: number;
  /** The shares of the rest after which a response is cut. */
  readonly cuts: readonly number[];
  readonly validator: "strong" | "weak" | "none";
  readonly ignoresRanges: boolean;
  readonly isChunked: boolean;
  /** The response from which on there is another version; 0 for none. */
  readonly changesAt: number;
}

const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");

function serviceOf({ size, cuts, validator, ignoresRanges, isChunked, changesAt }: Plan) {
  const versions = [someBytes(size, 1), someBytes(size + 1, 2)];
  let sent = 0;
  const current = () => (changesAt > 0 && sent > changesAt ? 1 : 0);
  return {
    expected: () => versions[current()] ?? new Uint8Array(),
    handle(request: IncomingMessage, response: ServerResponse) {
      sent += 1;
      const version = current();
      const body = versions[version] ?? new Uint8Array();
      const etag = `${validator === "weak" ? "W/" : ""}"${version}"`;
      const [, from = ""] = /^bytes=(\d+)-$/.exec(request.headers.range ?? "") ?? [];
      const isPart = from !== "" && !ignoresRanges && request.headers["if-range"] === etag && validator === "strong";
      const start = isPart ? Number(from) : 0;
      if (isPart && start >= body.length)
        return response.writeHead(416, { "content-range": `bytes */${body.length}` }).end();
      const rest = body.subarray(start);
      response.writeHead(isPart ? 206 : 200, {
        ...(validator !== "none" && { etag }),
        ...(isPart && { "content-range": `bytes ${start}-${body.length - 1}/${body.length}` }),
        ...(!isChunked && { "content-length": rest.length }),
        "repr-digest": `sha-256=:${digestOf(body)}:`,
      });
      const share = cuts[sent - 1];
      if (share === undefined) return response.end(rest);
      return response.write(rest.subarray(0, Math.floor(rest.length * share)), () => response.destroy());
    },
  };
}

/** A target in memory, that can be opened again. */
function memoryTarget() {
  let content = new Uint8Array();
  return {
    content: () => content,
    open(position: number) {
      content = content.slice(0, position);
      return new WritableStream<Uint8Array>({
        write(chunk) {
          content = Uint8Array.from(Buffer.concat([content, chunk]));
        },
      });
    },
  };
}

describe("a download to a target", () => {
  it("that is cut at random places resumes, or starts again, to the right bytes [BY-14]", async () => {
    const plan = fc.record({
      size: fc.integer({ min: 1, max: 200_000 }),
      cuts: fc.array(fc.constantFrom(0, 0.1, 0.5, 0.9, 1), { minLength: 1, maxLength: 3 }),
      validator: fc.constantFrom("strong", "strong", "weak", "none"),
      ignoresRanges: fc.constantFrom(false, false, true),
      isChunked: fc.boolean(),
      changesAt: fc.constantFrom(0, 0, 1, 2),
    }) as fc.Arbitrary<Plan>;
    let index = 0;
    const property = fc.asyncProperty(plan, async (plan) => {
      const service = serviceOf(plan);
      index += 1;
      const { client, close } = await bytesClient(transportNames[index % 2] ?? "nodeTransport", service.handle);
      const target = memoryTarget();
      const result = await download(client.download, {}, target);
      expect(digestOf(target.content())).toBe(digestOf(service.expected()));
      expect(result).toMatchObject({ size: service.expected().length });
      await close();
    });
    await check(property, 0.5);
  });

  it("asks only for what is missing, in this process or the next, and reports its progress [BY-14]", async () => {
    const service = serviceOf({
      ...{ size: 100_000, cuts: [0.5], validator: "strong", ignoresRanges: false, isChunked: false, changesAt: 0 },
    });
    const { client, requests } = await bytesClient("nodeTransport", service.handle);
    const target = memoryTarget();
    const starts: unknown[] = [];
    const loaded: number[] = [];
    const onProgress = (progress: { loaded: number }) => void loaded.push(progress.loaded);
    const onStart = (start: object) => starts.push(start);
    const first = await download(client.download, { onProgress }, { ...target, onStart });
    expect(first).toEqual({ size: 100_000, etag: '"0"', fileName: undefined, resumed: 1 });
    expect(starts).toEqual([{ etag: '"0"', size: 100_000 }]);
    expect(loaded.at(-1)).toBe(100_000);
    expect(loaded).toEqual(loaded.toSorted((a, b) => a - b));
    expect(requests.map(({ headers }) => [headers.range, headers["if-range"]])).toEqual([
      [undefined, undefined],
      ["bytes=50000-", '"0"'],
    ]);
    for (const position of [70_000, 100_000])
      await download(client.download, {}, { ...target, from: { position, etag: '"0"' } });
    expect(digestOf(target.content())).toBe(digestOf(service.expected()));
    // It has changed since.
    await download(client.download, {}, { ...target, from: { position: 70_000, etag: '"old"' } });
    expect(digestOf(target.content())).toBe(digestOf(service.expected()));
    await expect(download(client.download, {}, { ...target, from: { position: 1, etag: 'W/"0"' } })).rejects.toThrow(
      "from must have a position",
    );
  });

  it("fails when it makes no progress, with the error of a response, and with that of the target [BY-14]", async () => {
    const always = { size: 1000, ignoresRanges: false, isChunked: false, changesAt: 0 };
    const stuck = serviceOf({ ...always, cuts: Array(50).fill(0), validator: "strong" });
    const { client } = await bytesClient("nodeTransport", stuck.handle);
    expect(await errorOf(download(client.download, {}, memoryTarget()))).toMatchObject({ name: "NetworkError" });
    const again = serviceOf({ ...always, cuts: Array(50).fill(0.5), validator: "none" });
    const second = await bytesClient("nodeTransport", again.handle);
    expect(await errorOf(download(second.client.download, {}, memoryTarget()))).toMatchObject({ name: "NetworkError" });
    expect(second.requests).toHaveLength(4);
    const missing = await bytesClient("nodeTransport", (_, response) => response.writeHead(404).end());
    expect(await errorOf(download(missing.client.download, {}, memoryTarget()))).toMatchObject({ status: 404 });
    const full = new Error("the disk is full");
    const whole = await bytesClient("nodeTransport", serviceOf({ ...always, cuts: [], validator: "none" }).handle);
    const open = () =>
      new WritableStream({
        write() {
          throw full;
        },
      });
    expect(await errorOf(download(whole.client.download, {}, { open }))).toBe(full);
  });
});
