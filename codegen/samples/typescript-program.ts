import type { CallInput } from "content-service-contract";
import type { SampleOperation, SampleTarget } from "./http-request.js";
import { inputSource, sourceText } from "./input-source.js";

/** A call as a whole program with the client. It sends one request, as the commands and the forms do. */
export function typescriptProgram(operation: SampleOperation, input: CallInput, target: SampleTarget): string {
  if (operation.secured && target.token === "")
    return "// The client sends no request without an access token. See curl.\n";
  const { imports, argument } = inputSource(input);
  const { isList, doneText } = operation;
  const name = isList ? "page" : operation.resultName;
  const start = `${name === undefined ? "" : `const ${name} = `}await client.${operation.id}(`;
  const print = name === undefined ? JSON.stringify(doneText) : `JSON.stringify(${name}, null, 2)`;
  const names = ["createClient", ...imports].toSorted();
  return [
    `import { ${names.join(", ")} } from "content-service-client";`,
    "",
    `const client = createClient(${clientOptions(operation, target)});`,
    "",
    `${start}${argument === undefined ? "" : sourceText(argument, { before: start.length + 2 })});`,
    `console.log(${print});`,
    ...(isList ? [`// paginate(client.${operation.id}, …) requests every page.`] : []),
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
