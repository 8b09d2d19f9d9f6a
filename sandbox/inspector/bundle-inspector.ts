import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { loadContract } from "content-service-contract";
import { type BuildOptions, build } from "esbuild";
import { sampleOperation } from "../../codegen/samples/sample-operation.js";
import type { ClientOperation } from "./operations.js";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** The page `/_sandbox/ui`: one document with its script and style, and the policy that allows only these. */
export async function bundleInspector(): Promise<{ html: string; policy: string }> {
  const bundle = async (file: string) => {
    const { outputFiles } = await build({ ...inspectorOptions(), entryPoints: [here(file)], write: false });
    return (outputFiles[0]?.text ?? "").trim();
  };
  const script = (await bundle("page.tsx")).replaceAll("</script", "<\\/script");
  const style = await bundle("page.css");
  const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return {
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
      `<title>Sandbox inspector</title><link rel="icon" href="data:,"><style>${style}</style></head>`,
      `<body><div id="inspector"></div><noscript>The inspector needs scripts.</noscript><script>${script}</script></body></html>\n`,
    ].join(""),
    policy: [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

/** How the inspector is bundled, for its own page and for the site. */
export function inspectorOptions(): BuildOptions & { write?: never } {
  return {
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "hono/jsx/dom",
    define: { OPERATIONS: JSON.stringify(clientOperations()) },
    logLevel: "warning",
    tsconfigRaw: {},
  };
}

function clientOperations(): ClientOperation[] {
  const contract = loadContract();
  return contract.operations.map((operation) => {
    const typed = operation.parameters.flatMap(({ name, in: place, schema }) => {
      const { type = "string" } = contract.schemaAt(schema);
      return place === "path" || type === "string" ? [] : [[name, String(type)] as const];
    });
    return { ...sampleOperation(contract, operation), types: Object.fromEntries(typed) };
  });
}
