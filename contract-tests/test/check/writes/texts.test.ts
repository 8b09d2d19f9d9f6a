import { expect, test } from "vitest";
import { joinedText, longText, TEXT_SAMPLES, textChange } from "../../../src/check/writes/texts.js";

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
