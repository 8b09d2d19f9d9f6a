import { defaultSeed, type Seed } from "content-service-sandbox";
import { expect, test } from "vitest";
import { apiErrorOf } from "../../support/responses.js";
import { storedFile } from "../../support/seeds.js";
import { startSandbox } from "../../support/start-sandbox.js";

const lease = { path: { file_id: "4001" } };

test("a file has up to 100 tags, and the 101st is refused [LM-02]", async () => {
  const { as, sandbox } = await startSandbox();
  const owner = as("owner");
  const tags = Array.from({ length: 101 }, (_, index) => `tag ${index}`);
  const file = await owner.updateFile({ ...lease, query: { fields: ["tags"] }, body: { tags: tags.slice(1) } });
  expect(file.tags).toHaveLength(100);
  const refusal = await apiErrorOf(owner.updateFile({ ...lease, body: { tags } }));
  expect(refusal).toMatchObject({
    status: 400,
    code: "bad_request",
    body: { context_info: { errors: [{ name: "tags" }] } },
  });
  expect(storedFile(sandbox, "4001").tags).toEqual(tags.slice(1));
});

test("an enterprise has up to 10,000 different tags, and one more is refused [LM-02]", async () => {
  const { as, sandbox } = await startSandbox({ seed: seedWithTags(9_999) });
  const owner = as("owner");
  const tagged = (...tags: string[]) => owner.updateFile({ ...lease, query: { fields: ["tags"] }, body: { tags } });
  expect(await tagged("the last one", "tag 0")).toMatchObject({ tags: ["the last one", "tag 0"] });
  // What the file gives up makes room for what it gets.
  expect(await tagged("another one", "tag 0")).toMatchObject({ tags: ["another one", "tag 0"] });
  const before = sandbox.snapshot();
  const refusal = await apiErrorOf(tagged("another one", "one too many"));
  expect(refusal).toMatchObject({
    status: 400,
    code: "bad_request",
    body: { context_info: { errors: [{ name: "tags" }] } },
  });
  expect(sandbox.snapshot()).toEqual(before);
});

test("a tag that was taken off everything makes room, and another enterprise has its own 10,000 [LM-02]", async () => {
  const { as } = await startSandbox({ seed: seedWithTags(9_999) });
  const tagged = (file_id: string, tag: string) =>
    as(file_id === "4900" ? "partner" : "owner").updateFile({
      path: { file_id },
      query: { fields: ["tags"] },
      body: { tags: [tag] },
    });
  await tagged("4001", "the last one");
  expect(await apiErrorOf(tagged("4002", "another one"))).toMatchObject({ status: 400 });
  expect(await tagged("4900", "another one")).toMatchObject({ tags: ["another one"] });
  await tagged("4001", "tag 0");
  expect(await tagged("4002", "another one")).toMatchObject({ tags: ["another one"] });
});

test("a file that moves to another enterprise brings its tags, and only as many as fit there [LM-02]", async () => {
  const seed = seedWithTags(10_000, "3900");
  const guest = { item: { type: "folder", id: "3900" }, accessible_by: { type: "user", id: "1003" } } as const;
  seed.collaborations?.push({ id: "9050", ...guest, role: "editor", created_by: "1900" });
  const { as } = await startSandbox({ seed });
  const owner = as("owner");
  const move = () => owner.updateFile({ ...lease, body: { parent: { id: "3900" } } });
  await owner.updateFile({ ...lease, body: { tags: ["one too many"] } });
  expect(await apiErrorOf(move())).toMatchObject({ status: 400, code: "bad_request" });
  await owner.updateFile({ ...lease, body: { tags: ["tag 7"] } });
  expect(await move()).toMatchObject({ owned_by: { id: "1900" } });
});

/** The default world, in which only new files have tags: as many different ones as asked for. */
function seedWithTags(count: number, parent_id = "3007"): Seed {
  const seed = defaultSeed();
  for (const file of seed.files ?? []) file.tags = [];
  for (let start = 0; start < count; start += 100) {
    const id = String(70_000 + start);
    const tags = Array.from({ length: Math.min(100, count - start) }, (_, index) => `tag ${start + index}`);
    seed.files?.push({ id, name: id, parent_id, tags, versions: [{ id: `v${id}` }] });
  }
  return seed;
}
