import { expect, it } from "vitest";
import { compilePrograms } from "../../scripts/compile-programs.js";
import { generated } from "./generated-clients.js";

/** The programs that the generated files must compile with, by the name of their sources. */
const programs = {
  pets: `
    const pet = await client.getPetsByPetId({ path: { pet_id: "7" } });
    const nickname: string | null | undefined = pet.parent?.nickname;
    const unchanged = await client.getPetsByPetId({ path: { pet_id: "7" }, header: { "If-None-Match": "1" } });
    // @ts-expect-error: undefined under a condition, and only then
    unchanged.parent;
    const header: string | undefined = pet.headers?.["x-tag"];
    const created: typeof pet | undefined = await client.postPets({ body: { name: "Rex", pin: "1234" } });
    const [first] = await client.getPets({ query: { tags: ["a"] as const }, header: { "X-Page": "2" } });
    const named: typeof pet = await client.getPetsByName({ query: { name: "Rex" } });
    const nothing: void = await client.deletePetsByPetId({ path: { pet_id: "7" } });
    // @ts-expect-error: an id of a path is text
    await client.getPetsByPetId({ path: { pet_id: 7 } });
    await client.getPets({ query: { filter: {} }, cookie: { session: "a" } });
    // @ts-expect-error: misspelt
    await client.postPets({ body: { nam: "Rex" } });
    const path = { pet_id: "7" };
    const photo: Uint8Array = await client.getPetsByPetIdPhoto({ path });
    const stream: ReadableStream<Uint8Array> = await client.getPetsByPetIdPhoto({ path, as: "stream" });
    const notes: string = await client.getPetsByPetIdNotes({ path });
    const noted: typeof pet = await client.putPetsByPetIdNotes({ path, body: "calm", onProgress: console.log });
    await client.putPetsByPetIdNotes({ path, body: new Blob(["calm"]) });
    await client.postPetsByPetIdNotes({ path, body: { note: "calm" } });
    await client.patchPetsByPetIdNotes({ path, body: stream });
    await client.putPetsByPetIdPhoto({ path, body: new FormData() });
    await client.putPetsByPetIdPhoto({ path, body: { photo: new Blob([photo.slice()]), title: notes } });
    // @ts-expect-error: misspelt
    await client.getPetsByPetIdPhoto({ path, timeout: 5 });
    // @ts-expect-error: misspelt
    await client.getPetsByPetIdPhoto({ path, header: { "if-match": "1" } });
    const same: Uint8Array | undefined = await client.getPetsByPetIdPhoto({ path, header: { "If-None-Match": "1" } });
    // @ts-expect-error: no file
    await client.putPetsByPetIdPhoto({ path, body: { title: notes } });
    // @ts-expect-error: no bytes
    await client.patchPetsByPetIdNotes({ path, body: "calm" });
    void [noted, named, same];
    console.log(nickname, header, created, first?.name, nothing);`,
  comments: `
    for await (const { id, replies } of paginate(client.listComments, { path: { file_id: "4001" } }))
      console.log(id, replies?.[0]?.message);
    const comment = await client.getComment({ path: { comment_id: "9101" } });
    const message: string = comment.message;
    const history: string[] = await client.commentsHistory({ path: { comment_id: "9101" } });
    const labels = await client.setLabels({ path: { comment_id: "9101" }, body: { tone: "calm" as const } });
    const tone: "calm" = labels.tone;
    // @ts-expect-error: not among the values of the caller
    const none: "loud" = labels.tone;
    void [tone, none, labels.id];
    // The document describes the user, and its type replaces that of the contract.
    const me: { id: string } = await client.getCurrentUser();
    // @ts-expect-error: not in the document
    me.login;
    await client.asUser("1004").deleteOperation({ path: { comment_id: "9101" } });
    // @ts-expect-error: no list
    paginate(client.commentsHistory, { path: { comment_id: "9101" } });
    await client.updateFile({ path: { file_id: "4001" }, body: [{ op: "replace" }] });
    for await (const item of paginate(client.queryMetadata, { body: { from: "x" } })) console.log(item.length);
    console.log(message, history);`,
  other: `
    import { isErrorOf } from "content-service-client/openapi";
    import type { operations as documented } from "./types.js";
    const pet = await client.getPet({ path: { id: "7" } });
    const lives: number = pet.kind === "cat" ? pet.lives : pet.kind.length;
    const chip = pet.kind === "cat" ? (pet.chip ??= { id: "1" }) : undefined;
    const tricks = pet.kind === "cat" && pet.friend?.kind === "dog" ? pet.friend.tricks : undefined;
    const more: number = pet.kind === "cat" && pet.foe ? pet.foe.tricks : 0;
    const chipId: string | undefined = chip?.id ?? chip?.code;
    if (chip) chip.family = [["Rex"], [[["Tom"]]]];
    // @ts-expect-error: a list of itself has no numbers either
    if (chip) chip.family = [["Rex"], [[[7]]]];
    const found: string[] = await client.findPets({ query: { where: { a: lives }, sort: ["{}"] } });
    // @ts-expect-error: no request carries null
    await client.findPets({ query: { dry: null } });
    // @ts-expect-error: nor an object in a list
    await client.findPets({ query: { sort: [{}] } });
    await client.grE({ body: { a: new Blob(found), b: new Uint8Array([65]) } });
    const owner = await client.getOwners({ body: { pin: "1234", photo: "x", home: { kind: "flat", floor: 2 } } });
    const id: number = owner.id;
    const floor: number | undefined = owner.home.kind === "flat" ? owner.home.floor : undefined;
    // @ts-expect-error: only requests have it for certain
    const pin: string = owner.pin;
    // @ts-expect-error: a house has no floor
    await client.getOwners({ body: { pin: "1234", home: { kind: "House", floor: 2 } } });
    const events: ReadableStream<Uint8Array> = await client.getOwners({ body: { ...owner, pin: "1234" }, as: "stream" });
    const listed: Uint8Array = await client.getOwners2();
    void [id, floor, pin, events, listed, chipId, tricks, more];
    const failed = await client.getPet({ path: { id: "7" } }).catch((error: unknown) => error);
    if (isErrorOf<documented["getPet"]>(failed)) {
      const code: "gone" | 17 = failed.body.code;
      console.log(code, failed.status);
    }`,
  overlay: `
    const comment = await client.getComment({ path: { comment_id: "9101" } });
    const message: string = comment.message;
    const me = await client.getCurrentUser({ query: { fields: ["login", "department"] } });
    const department: string = me.department;
    // @ts-expect-error: not in fields
    me.status;
    const partial = createPartialClient({ getCurrentUser: operations.getCurrentUser }, options);
    console.log(message, department, await partial.getCurrentUser());`,
} as const;

const imports = `import { type ClientOptions, createClient, createPartialClient, paginate } from "content-service-client";
import { operations } from "./operations.js";
declare const options: ClientOptions;
const client = createClient({ ...options, operations });
void [createPartialClient, paginate];
`;

it("the generated operations compile with strict settings, and have the types of their document [OD-5]", () => {
  const files = Object.entries(generated).flatMap(([name, { files }]) =>
    Object.entries(files).map(([file, text]) => [`${name}/${file}`, text] as const),
  );
  const users = Object.entries(programs).map(([name, text]) => [`${name}/program.ts`, `${imports}${text}`] as const);
  const strict = { noUnusedLocals: true, noImplicitReturns: true, declaration: true, isolatedDeclarations: true };
  expect(compilePrograms(new Map(files), strict)).toEqual([]);
  expect(compilePrograms(new Map([...files, ...users]))).toEqual([]);
});
