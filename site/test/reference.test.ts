import { readFileSync } from "node:fs";
import { isJsonObject, type Json, loadContract, type Operation, objectAt, placeAt } from "content-service-contract";
import { type HTMLElement, parse, valid } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { successOf } from "../../codegen/samples/sample-operation.js";
import { CODE_LISTS, errorCodeTexts, errorsOf, listedCodes, retriesText } from "../reference/error-codes.js";
import { referencePages } from "../reference/reference-pages.js";

const contract = loadContract();
const pages = new Map((await referencePages()).map((page) => [page.path, page]));
// By default the parser reads the content of `pre` as text.
const PARSING = { blockTextElements: { script: true, style: true } };
const trees = new Map([...pages].map(([path, { html }]) => [path, parse(html, PARSING)]));

describe.each([...trees])("%s", (path, tree) => {
  test("is well formed, begins with its title, and has each id once", () => {
    expect(valid(pages.get(path)?.html ?? "", PARSING)).toBe(true);
    expect(tree.querySelectorAll("h1")).toHaveLength(1);
    expect(tree.firstElementChild?.tagName).toBe("H1");
    const ids = tree.querySelectorAll("[id]").map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(tree.querySelectorAll("h2, h3").filter(({ id }) => id === "")).toEqual([]);
  });

  test("has no broken link", () => {
    const hrefs = tree.querySelectorAll("a").map((link) => link.getAttribute("href") ?? "");
    const within = hrefs.filter((href) => !href.startsWith("../"));
    const lost = within.filter((href) => {
      const [file = "", id] = href.split("#");
      const target = file === "" ? tree : trees.get(`operations/${file}`);
      return target === undefined || (id !== undefined && target.getElementById(id) === null);
    });
    expect(lost).toEqual([]);
  });

  test("explains each assumption beside its mark", () => {
    for (const mark of tree.querySelectorAll("a.assumed")) {
      const [, id = ""] = /^\.\.\/project\/assumptions\.html#(D\d\d)$/.exec(mark.getAttribute("href") ?? "") ?? [];
      expect(mark.text.trim()).toMatch(new RegExp(`^assumed\\s+${id}, .+: .+`));
    }
  });
});

describe.each(contract.operations)("the page of $id", (operation) => {
  const tree = trees.get(`operations/${operation.id}.html`) ?? parse("");
  const texts = (selector: string) => tree.querySelectorAll(selector).map(({ text }) => text);

  test("has a program and a command for each example of the request, beside a visible response [DS-22]", () => {
    const count = Math.max(1, operation.requestBody?.content[0]?.examples.length ?? 0);
    for (const language of ["TypeScript", "curl"]) {
      expect(tree.querySelectorAll(`.sample[data-language="${language}"] pre code`)).toHaveLength(count);
    }
    const responses = tree.querySelectorAll(".pair .samples + .responses > .sample-response");
    expect(responses).toHaveLength(count);
    expect(tree.querySelector(".pair details")).toBeNull();
    const { status, schema } = successOf(contract, operation);
    for (const response of responses) {
      expect(response.querySelector("strong")?.text).toMatch(new RegExp(`^${status} `));
      const body = response.querySelector("pre")?.text;
      expect(body === undefined).toBe(schema === undefined);
      if (body !== undefined) expect(JSON.parse(body)).not.toEqual({});
    }
    for (const code of texts('.sample[data-language="TypeScript"] code'))
      expect(code).toContain(`client.${operation.id}`);
    for (const code of texts('.sample[data-language="curl"] code')) expect(code).toMatch(/^curl -sS /);
  });

  test("shows every parameter, status and example", () => {
    const names = texts(".properties tr > th > code");
    expect(names).toEqual(expect.arrayContaining(operation.parameters.map(({ name }) => name)));
    const statuses = tree.querySelectorAll(".response").map((response) => response.getAttribute("data-status"));
    expect(statuses).toEqual(operation.responses.map(({ status }) => status));
    const bodies = [
      ...(operation.requestBody?.content ?? []),
      ...operation.responses.flatMap(({ content }) => content),
    ];
    const examples = bodies.flatMap((media) => media.examples);
    expect(texts("details.example > summary > code:first-child")).toEqual(examples.map(({ name }) => name));
    expect(texts("details.example pre").map((text): unknown => JSON.parse(text))).toEqual(
      examples.map(({ value }) => value),
    );
  });

  test("shows every property of the body, and which are required", () => {
    const media = operation.requestBody?.content[0];
    if (media?.schema === undefined) return;
    const { properties = {}, required = [] } = contract.schemaAt(media.schema);
    const table = tree.querySelector('[aria-label="Properties of the body"]');
    const rows = (table?.querySelectorAll("tbody tr") ?? []).map((row) => [
      nameIn(row),
      row.querySelector(".required") !== null,
    ]);
    const wanted = Object.keys(properties ?? {}).map((name) => [
      name,
      Array.isArray(required) && required.includes(name),
    ]);
    expect(rows).toEqual(expect.arrayContaining(wanted));
  });

  test("says of every error when it occurs and what to do", () => {
    const rows = tree.querySelectorAll("table.errors tbody tr").map((row) => row.querySelectorAll("th, td"));
    const shown = rows.map(([status, code]) => `${status?.text} ${code?.text.trim()}`);
    expect(shown).toEqual(errorsOf(contract, operation).map(({ status, code }) => `${status} ${code}`));
    for (const cells of rows) for (const { text } of cells) expect(text.trim()).not.toBe("");
  });

  test("marks every assumption", () => {
    const marked = tree.querySelectorAll("a.assumed").map((mark) => mark.getAttribute("href")?.split("#")[1]);
    expect(marked).toEqual(expect.arrayContaining(assumedIn(operation)));
  });
});

test("the page of schemas has every schema with every property and every mark", () => {
  const tree = trees.get("operations/schemas.html") ?? parse("");
  const schemas = Object.entries(contract.schemaAt("/components/schemas"));
  expect(
    tree
      .querySelectorAll("h2")
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(schemas.map(([name]) => name).toSorted());
  for (const [name, schema] of schemas) {
    const section = tree.getElementById(name)?.parentNode;
    const shown = section?.querySelectorAll(".properties tr > th").map(nameIn) ?? [];
    const properties =
      isJsonObject(schema) && isJsonObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
    expect(shown, name).toEqual(expect.arrayContaining(properties));
    const marks = section?.querySelectorAll("a.assumed").map((mark) => mark.getAttribute("href")?.split("#")[1]);
    expect(marks, name).toEqual(expect.arrayContaining(marksIn(schema)));
  }
});

test("every assumption of the contract has a mark", () => {
  const marked = [...trees.values()].flatMap((tree) =>
    tree.querySelectorAll("a.assumed").map(({ attributes }) => attributes["href"]?.split("#")[1]),
  );
  expect([...new Set(marked)].toSorted()).toEqual([...new Set(marksIn(contract.document))].toSorted());
});

function nameIn(row: HTMLElement): string {
  return row.querySelector("code")?.text ?? "";
}

/** The assumptions about an operation, its parameters, headers, responses and examples. */
function assumedIn({ pointer }: Operation): string[] {
  return marksIn(contract.schemaAt(pointer), (reference) => !reference.startsWith("#/components/schemas/"));
}

function marksIn(node: Json | undefined, follows = (_: string) => false): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => marksIn(item, follows));
  if (!isJsonObject(node)) return [];
  const { $ref, "x-assumed": own, ...others } = node;
  const target = typeof $ref === "string" && follows($ref) ? placeAt(contract.document, $ref.slice(1)).node : undefined;
  const inside = [...Object.values(others), ...(target === undefined ? [] : [target])];
  return [...(typeof own === "string" ? [own] : []), ...inside.flatMap((child) => marksIn(child, follows))];
}

describe.each(CODE_LISTS)("x-codes at %s", (list) => {
  const explained = objectAt(contract.schemaAt(list), "x-codes");

  test("explains every code of the schema, and no other", () => {
    expect(Object.keys(explained).toSorted()).toEqual(listedCodes(contract, list).toSorted());
  });

  test.each(Object.entries(explained))("has the meaning and the remedy of %s in sentences", (_, text) => {
    expect(isJsonObject(text) && Object.keys(text)).toEqual(["meaning", "remedy"]);
    expect(text).toEqual({ meaning: SENTENCES, remedy: SENTENCES });
  });
});

const SENTENCES = expect.stringMatching(/^[A-Z].{15,}\.$/s);

test("the contract explains every error code of an operation", () => {
  const texts = errorCodeTexts(contract);
  const codes = contract.operations.flatMap((operation) => errorsOf(contract, operation).map(({ code }) => code));
  expect([...new Set(codes)].toSorted()).toEqual([...texts.keys()].toSorted());
});

describe("the text about retries", () => {
  const page = readFileSync(new URL("../../docs/retries.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| (\d{3}(?: with Retry-After)?) \| (.+?) \| (.+?) \|$/gm)];
  const retried = (column: number) => rows.filter((row) => row[column] !== "1").map(([, what = ""]) => what);

  test.each([
    ["updateFile", 2],
    ["queryMetadata", 2],
    ["createTask", 3],
  ] as const)("of %s matches the table of retries", (id, column) => {
    const sentence = retriesText(contract.operation(id)).split(/\.(?: |$)/)[0] ?? "";
    const statuses = [...sentence.matchAll(/\b\d{3}\b/g)].map(([status]) => status);
    expect(statuses).toEqual([...new Set(retried(column).map((what) => what.slice(0, 3)))]);
    if (!retried(column).includes("503")) expect(sentence).toContain("503 with `Retry-After`");
  });
});
