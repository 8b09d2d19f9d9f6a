import type { CallInput } from "content-service-contract";
import type { SampleOperation, SampleTarget } from "./http-request.js";
import { inputSource, sourceText } from "./input-source.js";

/** A call as a whole program with the client. */
export function typescriptProgram(operation: SampleOperation, input: CallInput, target: SampleTarget): string {
  if (operation.secured && target.token === "")
    return "// The client sends no request without an access token. See curl.\n";
  const { imports, argument } = inputSource(operation, input);
  const { isList, resultName: name, doneText } = operation;
  const write = (start: string) => (argument === undefined ? "" : sourceText(argument, { before: start.length }));

  const call = (): string => {
    if (isList) {
      const method = `client.${operation.id}`;
      const start = `for await (const entry of paginate(${method}${argument === undefined ? "" : ", "}`;
      return `${start}${write(`${start})) {`)})) {\n  console.log(JSON.stringify(entry));\n}`;
    }
    const start = `${name === undefined ? "" : `const ${name} = `}await client.${operation.id}(`;
    const print = name === undefined ? JSON.stringify(doneText) : `JSON.stringify(${name}, null, 2)`;
    return `${start}${write(`${start});`)});\nconsole.log(${print});`;
  };

  const names = ["createClient", ...(isList ? ["paginate"] : []), ...imports].toSorted();
  return [
    `import { ${names.join(", ")} } from "content-service-client";`,
    "",
    `const client = createClient(${clientOptions(operation, target)});`,
    "",
    call(),
    "",
  ].join("\n");
}

function clientOptions({ server }: SampleOperation, { baseUrl, authUrl, token }: SampleTarget): string {
  const options = { baseUrl, ...(server === "auth" ? { authUrl } : {}), auth: token };
  const members = Object.entries(options).map(([name, text]) => ({
    name,
    value: { kind: "text", text: JSON.stringify(text) } as const,
  }));
  return sourceText({ kind: "record", members, open: true }, { before: 0 });
}
