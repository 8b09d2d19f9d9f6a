import type { Json } from "content-service-contract-tests";
import { raw } from "hono/html";
import { codeBlock } from "../highlight.js";

/** A block of code with its colours. */
export function Code({ text, language }: { text: string; language: "ts" | "sh" | "json" }) {
  return raw(codeBlock(text.trimEnd(), language));
}

/** A value of the contract as a block of JSON. */
export function JsonCode({ value }: { value: Json }) {
  return <Code text={JSON.stringify(value, null, 2)} language="json" />;
}
