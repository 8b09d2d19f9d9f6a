import ts from "typescript";
import { expect, it } from "vitest";
import { NARROWED } from "../site/landing.js";
import { root } from "../support/repository.js";

const file = `${root}reports/hovers.ts`;
const text = `import { type Client, type ErrorCodes, isApiError, paginate, type User } from "content-service-client";
import type { Fault } from "content-service-sandbox";
export const fault: Fault = { kind: "html", operation: "createTask" };
export async function read(client: Client) {
  const user = await client.getCurrentUser();
  ${NARROWED.code}
  const item = await client.findSharedItem({ header: { ServiceApi: "" } });
  const page = await client.listFilesOnHold({ path: { legal_hold_policy_assignment_id: "8101" } });
  const pages = paginate(client.queryMetadata, { body: { from: "a", ancestor_folder_id: "0" } });
  const users: { getCurrentUser(): Promise<User> } = client;
  const sent = { query: { fields: ["id"] }, header: {} } satisfies Parameters<typeof client.getCurrentUser>[0];
  return [user, narrow, item, page, pages, users, sent, isApiError<ErrorCodes["deleteUser"]>(user, "not_found")];
}
`;

/** The documentation that an editor shows of a name in the text. */
const documentationOf = (name: string) =>
  ts.displayPartsToString(service.getQuickInfoAtPosition(file, text.lastIndexOf(name))?.documentation);

/** What an editor shows of a name in the text. */
function hoverOf(name: string): string {
  const info = service.getQuickInfoAtPosition(file, text.search(new RegExp(`\\b${name}\\b( =|\\()`)));
  return ts.displayPartsToString(info?.displayParts).replace(/\s+/g, " ");
}

const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, root);
const { fileExists, readFile, directoryExists, getDirectories } = ts.sys;
const read = (path: string) => (path === file ? text : readFile(path));
const service = ts.createLanguageService({
  fileExists: (path) => path === file || fileExists(path),
  readFile: read,
  directoryExists,
  getDirectories,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ""),
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
});

// Before other questions, which can change the order of properties.
const hovers = ["user", "narrow", "item", "page", "pages"].map(hoverOf);

it("shows results by their names in an editor", () => {
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  expect(hovers).toEqual([
    "const user: User",
    // The landing page shows it.
    NARROWED.hover,
    "const item: SharedItem",
    "const page: FilesOnHold",
    "const pages: Paginated<MetadataQueryResults>",
  ]);
  expect(hoverOf("getCurrentUser")).toBe(
    "(property) Operations.getCurrentUser: <[]>(options?: GetCurrentUserOptions<[]> | undefined) => CallPromise<User>",
  );
});

it("documents the parts of a request, and lists the error codes of an operation [CL-13]", () => {
  const sentences = ["fields:", "header:", "getCurrentUser>"].map(documentationOf);
  expect(sentences[0]).toMatch(/^The attributes of the response/);
  expect(sentences[1]).toBe("Request headers of the operation: `As-User`. Others are `headers`.");
  expect(sentences[2]).toContain('typed by `ErrorCodes["getCurrentUser"]`: `bad_request` (400, 422), `unauthorized`');
  const completed = (value: string) =>
    service.getCompletionsAtPosition(file, text.indexOf(value) + 1, {})?.entries.map(({ name }) => name);
  expect(completed("not_found")).toContain("user_owns_content");
  expect(completed("not_found")).not.toContain("item_name_in_use");
  // Of the sandbox.
  expect(completed("createTask")).toContain("deleteUser");
});
