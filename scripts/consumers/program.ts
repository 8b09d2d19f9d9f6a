import { readFile } from "node:fs/promises";
import { transform } from "esbuild";

/** The text of a program in `programs/`, as it stands there. */
export function program(name: string): Promise<string> {
  return readFile(new URL(`programs/${name}`, import.meta.url), "utf8");
}

/** A program without its types, for a runtime that takes JavaScript alone. One in a `.cts` file becomes CommonJS. */
export async function withoutTypes(name: string): Promise<string> {
  const format = name.endsWith(".cts") ? "cjs" : "esm";
  const { code } = await transform(await program(name), { loader: "ts", format });
  return code;
}
