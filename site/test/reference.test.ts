import type { Contract, Json, Operation } from "content-service-contract";
import { isJsonObject, loadContract, objectAt, placeAt } from "content-service-contract";
import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { successOf } from "../../codegen/samples/sample-operation.js";
import { read } from "../../support/repository.js";
import { CODE_LISTS, errorCodes, errorCodeText, errorsOf, listedCodes, retriesText } from "../reference/errors.js";
import { contentsIn } from "./built-site.js";

const contract = loadContract();
const control = loadContract(parseYaml(read("sandbox/openapi/sandbox.yaml")));
const pages = contentsIn("operations/");

describe.each(contract.operations)("the page of $id", (operation) => {
  const page = pages.get(`operations/${operation.id}.html`) ?? parse("");
  const texts = (selector: string) => page.querySelectorAll(selector).map(({ text }) => text);

  test("has a program and a command for each example of the request, beside a visible response [DS-22]", () => {
    const count = Math.max(1, operation.requestBody?.content[0]?.examples.length ?? 0);
    const programs = texts('.sample[data-language="TypeScript"] pre code');
    const commands = texts('.sample[data-language="curl"] pre code');
    const responses = page.querySelectorAll(".pair .samples + .responses > .sample-response");
    expect([programs, commands, responses].map(({ length }) => length)).toEqual([count, count, count]);
    for (const code of programs) expect(code).toContain(`client.${operation.id}`);
    for (const code of commands) expect(code).toMatch(/^curl -sS /);
    const { status, schema } = successOf(contract, operation);
    for (const response of responses) {
      expect(response.querySelector("strong")?.text).toMatch(new RegExp(`^${status} `));
      const body = response.querySelector("pre")?.text;
      expect(body === undefined).toBe(schema === undefined);
      if (body !== undefined) expect(JSON.parse(body)).not.toEqual({});
    }
  });

  test("shows every parameter, status, example and property of the body, who may call, and every assumption", () => {
    const roles = operation.access.roles.flat();
    const said = texts(".facts li").filter((fact) => fact.startsWith("only for the role"));
    expect(said).toEqual(roles.length === 0 ? [] : [`only for the role ${roles.join(" or ")}`]);
    const names = texts(".properties tr > th > code");
    expect(names).toEqual(expect.arrayContaining(operation.parameters.map(({ name }) => name)));
    const statuses = page.querySelectorAll(".response").map((response) => response.getAttribute("data-status"));
    expect(statuses).toEqual(operation.responses.map(({ status }) => status));
    const bodies = [operation.requestBody?.content ?? [], ...operation.responses.map(({ content }) => content)].flat();
    const examples = bodies.flatMap((media) => media.examples);
    expect(texts("details.example > summary > code:first-child")).toEqual(examples.map(({ name }) => name));
    expect(texts("details.example pre").map((text): unknown => JSON.parse(text))).toEqual(
      examples.map(({ value }) => value),
    );
    const rows = page.querySelectorAll('[aria-label="Properties of the body"] tbody tr');
    const shown = rows.map((row) => [nameIn(row), row.querySelector(".required") !== null]);
    expect(shown).toEqual(expect.arrayContaining(bodyProperties(operation)));
    // A constant is said once.
    for (const text of texts(".properties tr > td")) expect(text).not.toMatch(/(always `?(\w+)`?).*(\1|Example: \2)/is);
    const assumed = marksIn(contract.schemaAt(operation.pointer), (target) => !target.includes("/schemas/"));
    expect(marksOf(page)).toEqual(expect.arrayContaining(assumed));
  });

  test("says of every error when it occurs and what to do", () => {
    const rows = page.querySelectorAll("table.errors tbody tr").map((row) => row.querySelectorAll("th, td"));
    const shown = rows.map(([status, code]) => `${status?.text} ${code?.text.trim()}`);
    expect(shown).toEqual(errorsOf(contract, operation).map(({ status, code }) => `${status} ${code}`));
    const statuses = rows.map(([status]) => Number(status?.text));
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
    for (const cells of rows) for (const { text } of cells) expect(text.trim()).not.toBe("");
  });
});

/** The properties of a request body by name, and whether each is required. */
function bodyProperties({ requestBody }: Operation): [name: string, required: boolean][] {
  const at = requestBody?.content[0]?.schema;
  if (at === undefined) return [];
  const { properties, required } = contract.schemaAt(at);
  const names = isJsonObject(properties) ? Object.keys(properties) : [];
  return names.map((name) => [name, Array.isArray(required) && required.includes(name)]);
}

test.each<[string, Contract, Map<string, HTMLElement>, string]>([
  ["service", contract, pages, "operations"],
  ["control API", control, contentsIn("sandbox/"), "sandbox"],
])("the %s has a page for each operation, and for every schema with its properties [DS-8]", (_, api, found, folder) => {
  const listed = found.get(`${folder}/index.html`)?.text ?? "";
  for (const { id, method, path, requestBody } of api.operations) {
    const page = found.get(`${folder}/${id}.html`);
    expect(page?.querySelector(".request-line")?.text, id).toContain(`${method.toUpperCase()} ${path}`);
    expect(page?.querySelectorAll(".response").length, id).toBeGreaterThan(0);
    expect(page?.querySelector("pre code.language-sh")?.text, id).toContain(`curl -sS`);
    const fields = page?.querySelectorAll("#request-body ~ .table").length ?? 0;
    expect(fields > 0 || requestBody === undefined, `fields of ${id}`).toBe(true);
    expect(listed).toContain(id);
  }
  const schemas = Object.entries(api.schemaAt("/components/schemas"));
  const page = found.get(`${folder}/schemas.html`);
  const titles = page?.querySelectorAll(".schema h2").map(({ id }) => id) ?? [];
  expect(titles.toSorted()).toEqual(schemas.map(([name]) => name).toSorted());
  for (const [name, schema] of schemas) {
    const section = page?.getElementById(name)?.parentNode ?? parse("");
    const properties = isJsonObject(schema) ? Object.keys(objectAt(schema, "properties")) : [];
    const shown = section.querySelectorAll(".properties tr > th").map(nameIn);
    expect(shown, name).toEqual(expect.arrayContaining(properties));
    expect(marksOf(section), name).toEqual(expect.arrayContaining(marksIn(schema)));
  }
});

test("every assumption of the contract has a mark, with its explanation", () => {
  const marks = [...pages.values()].flatMap((page) => page.querySelectorAll("a.assumed"));
  for (const mark of marks) expect(mark.getAttribute("title")).toMatch(/^D\d\d, .+: .+/);
  const marked = [...pages.values()].flatMap(marksOf);
  expect([...new Set(marked)].toSorted()).toEqual([...new Set(marksIn(contract.document))].toSorted());
});

function nameIn(row: HTMLElement): string {
  return row.querySelector("code")?.text ?? "";
}

function marksOf(part: HTMLElement): (string | undefined)[] {
  return part.querySelectorAll("a.assumed").map((mark) => mark.getAttribute("href")?.split("#")[1]);
}

/** The assumptions in a part of a contract, and behind the references that it follows. */
function marksIn(node: Json | undefined, follows = (_: string) => false): string[] {
  if (Array.isArray(node)) return node.flatMap((item) => marksIn(item, follows));
  if (!isJsonObject(node)) return [];
  const { $ref, "x-assumed": own, ...others } = node;
  const target = typeof $ref === "string" && follows($ref) ? placeAt(contract.document, $ref.slice(1)).node : undefined;
  const inside = [...Object.values(others), ...(target === undefined ? [] : [target])];
  return [...(typeof own === "string" ? [own] : []), ...inside.flatMap((child) => marksIn(child, follows))];
}

test("x-codes explains every code of the schemas and of an operation in sentences, and no other", () => {
  const listed = CODE_LISTS.flatMap((list) => listedCodes(contract, list)).toSorted();
  const used = contract.operations.flatMap((operation) => errorsOf(contract, operation).map(({ code }) => code));
  expect(errorCodes(contract).toSorted()).toEqual(listed);
  expect([...new Set(used)].toSorted()).toEqual(listed);
  const sentences = expect.stringMatching(/^[A-Z].{15,}\.$/s);
  for (const code of listed)
    expect(errorCodeText(contract, code), code).toEqual({ meaning: sentences, remedy: sentences });
});

test.each([
  ["updateFile", 2],
  ["queryMetadata", 2],
  ["createTask", 3],
] as const)("the text about retries of %s matches the table of retries", (id, column) => {
  const rows = [...read("docs/retries.md").matchAll(/^\| ([\d, ]{3,}(?: with Retry-After)?) \| (.+?) \| (.+?) \|$/gm)];
  const retried = rows.filter((row) => row[column] !== "1").flatMap(([, what = ""]) => what.split(", "));
  const sentence = retriesText(contract.operation(id)).split(/\.(?: |$)/)[0] ?? "";
  const statuses = [...sentence.matchAll(/\b\d{3}\b/g)].map(([status]) => status);
  expect(statuses).toEqual([...new Set(retried.map((what) => what.slice(0, 3)))].toSorted());
  if (!retried.includes("503")) expect(sentence).toContain("503 with `Retry-After`");
});
