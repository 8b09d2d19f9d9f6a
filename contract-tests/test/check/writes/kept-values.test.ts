import { isJsonObject, type Json, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { joinedText, longText, TEXT_SAMPLES, textChange } from "../../../src/check/writes/texts.js";
import { type Misbehave, responds, responses, runOn, type Sent } from "../../support/defects.js";

/** Changes each value in the responses of some paths. */
const shown = (path: RegExp, change: (value: Json, name: string) => Json) => {
  const visit = (value: Json, own: string): Json => {
    const inner = Array.isArray(value) ? value.map((one) => visit(one, own)) : value;
    if (!isJsonObject(inner)) return change(inner, own);
    return Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, visit(one, name)]));
  };
  return responses(
    (body) => visit(body, ""),
    (_, sent) => path.test(sent.path),
  );
};
/** Converts the texts of a pattern. */
const like = (path: RegExp, pattern: RegExp, to: Json | ((text: string) => Json)) =>
  shown(path, (value, name) => {
    if (typeof value !== "string" || name.startsWith("$") || !pattern.test(value)) return value;
    return typeof to === "function" ? to(value) : to;
  });
const options = (change: (list: Json[]) => Json) =>
  shown(LIST, (value, name) => (name === "options" && Array.isArray(value) ? change(value) : value));

const [VALUES, TYPED] = ["createFileMetadata/accepts-values", "createFileMetadata/accepts-typed-values"] as const;
const [OWNER, DELETES] = ["deleteUser/documented-errors", "deleteUser/succeeds-once"] as const;
const [TEMPLATE, LIST] = ["createMetadataTemplate/creates", /\/metadata_templates\/enterprise/] as const;
const METADATA = /\/metadata\//;
const LATER = "2044-01-01T00:00:00Z";
const user = (): JsonObject => ({ type: "user", id: "1005", name: "N", login: "n@example.com" });
const alias = (): JsonObject => ({ type: "email_alias", id: "1", email: "a@b.example", is_confirmed: false });
const REJECTED = "wrong-request-rejected";
const deleting = (isMeant: (sent: Sent) => boolean) => responds(204, isMeant, () => null);
const isUnforced = ({ method, path }: Sent) => method === "DELETE" && !path.includes("force");
const addsAlias = ({ method, path }: Sent) => method === "POST" && path.includes("/1009/email_aliases");
const ofMember = ({ path, headers }: Sent) =>
  path === "/users/me" && headers["authorization"] === "Bearer token-member";

const defects: [defect: string, check: string, misbehave: Misbehave, rule?: string][] = [
  ["007 becomes a number", VALUES, like(METADATA, /^0\d+$/, Number)],
  ["the text null becomes null", VALUES, like(METADATA, /^null$/, null)],
  ["a text of a string field becomes a number", TYPED, like(METADATA, /^0\d+$/, Number)],
  ["numbers lose digits", TYPED, shown(METADATA, (one) => (typeof one === "number" ? +one.toPrecision(6) : one))],
  ["tags lose zeros", "updateFile/keeps/tags", like(/^\/files\/\d+\?/, /^007$/, "7")],
  ["a list sorts options", TEMPLATE, options((list) => list.toReversed())],
  ["a list cuts names", TEMPLATE, like(LIST, /^contract-check-/, "contract-check")],
  ["a time is in the future", "createWebLink/creates", like(/web_links/, /^\d{4}-.*T/, LATER), "consistent-records"],
  ["an owner is deleted", OWNER, deleting(isUnforced), REJECTED],
  ["force=false is like force=true", OWNER, deleting(({ path }) => path.includes("force=false")), REJECTED],
  ["a deleted user acts", DELETES, responds(200, ({ headers }) => headers["as-user"] === "1005", user)],
  ["the token of a deleted user works", DELETES, responds(200, ofMember, user)],
  ["the addresses of a deleted user stay taken", DELETES, responds(409, addsAlias)],
  ["a deleted user gets an alias", DELETES, responds(201, ({ path }) => path.includes("1005/email"), alias)],
];

test.each(defects)("finds that %s (%s)", async (_, check, misbehave, rule = "state-kept") => {
  const { rules, checks } = await runOn([check], misbehave);
  expect(rules, checks[0]?.reason).toContain(rule);
});

/** The texts that the checks send to each property with a text. */
const SENT = [` ${joinedText(TEXT_SAMPLES)} `, longText(256)];

test.each<[service: string, named: string, stored: (text: string) => string]>([
  ["composes characters", "another Unicode normalization", (text) => text.normalize("NFC")],
  ["decomposes characters", "another Unicode normalization", (text) => text.normalize("NFD")],
  ["drops characters beyond 16 bits", "", (text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, "")],
  ["replaces what is not ASCII", "", (text) => text.replace(/[^\0-\x7f]/g, "?")],
  ["drops right-to-left text", "", (text) => text.replace(/[\u0590-\u06ff]/g, "")],
  ["joins spaces", "other spaces", (text) => text.replace(/ +/g, " ")],
  ["trims", "other spaces at its ends", (text) => text.trim()],
  ["stores line feeds alone", "other line ends", (text) => text.replaceAll("\r\n", "\n")],
  ["stores carriage returns", "other line ends", (text) => text.replace(/\r?\n/g, "\r\n")],
  ["stores lower case", "other letter case", (text) => text.toLowerCase()],
  ["escapes HTML", "escaped HTML", (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")],
  ["removes HTML", "", (text) => text.replace(/<[^>]*>/g, "")],
  ["decodes percent signs", "decoded percent signs", (text) => text.replaceAll("%25", "%")],
  ["turns plus signs into spaces", "decoded percent signs", (text) => text.replaceAll("+", " ")],
  ["drops backslashes", "", (text) => text.replaceAll("\\", "")],
  ["turns tabs into spaces", "other spaces", (text) => text.replaceAll("\t", " ")],
  ["cuts to 255 characters", "its first 255", (text) => [...text].slice(0, 255).join("")],
])("a service that %s changes a text that is sent, and the difference is named", (_, named, stored) => {
  const changed = SENT.find((text) => stored(text) !== text) ?? expect.fail("Expected another text");
  expect(textChange(changed, stored(changed))).toContain(named);
});
