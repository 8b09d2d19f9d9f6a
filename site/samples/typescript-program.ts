import type { CallInput, Contract, Operation } from "content-service-contract-tests";
import { stringAt } from "content-service-contract-tests/contract";
import { answerOf } from "./answer-of.js";
import { inputSource } from "./input-source.js";
import { SANDBOX } from "./sandbox-address.js";
import { sourceText } from "./source-text.js";

/** A call as a whole program, with the client of this project. */
export function typescriptProgram(contract: Contract, operation: Operation, input: CallInput): string {
  const { imports, argument } = inputSource(contract, operation, input);
  const { entries, name } = answerOf(contract, operation);
  const write = (start: string) => (argument === undefined ? "" : sourceText(argument, { before: start.length }));

  const call = (): string => {
    if (entries !== undefined) {
      const method = `client.${operation.id}`;
      const start = `for await (const entry of paginate(${method}${argument === undefined ? "" : ", "}`;
      return `${start}${write(`${start})) {`)})) {\n  console.log(JSON.stringify(entry));\n}`;
    }
    const start = `${name === undefined ? "" : `const ${name} = `}await client.${operation.id}(`;
    const print =
      name === undefined ? JSON.stringify(doneText(contract, operation)) : `JSON.stringify(${name}, null, 2)`;
    return `${start}${write(`${start});`)});\nconsole.log(${print});`;
  };

  const names = ["createClient", ...(entries === undefined ? [] : ["paginate"]), ...imports].toSorted();
  return [
    `import { ${names.join(", ")} } from "content-service-client";`,
    "",
    `const client = createClient(${clientOptions(operation)});`,
    "",
    call(),
    "",
  ].join("\n");
}

function clientOptions({ server }: Operation): string {
  const options = {
    baseUrl: SANDBOX.baseUrl,
    ...(server === "auth" ? { authUrl: SANDBOX.authUrl } : {}),
    auth: SANDBOX.token,
  };
  const members = Object.entries(options).map(([name, text]) => ({
    name,
    value: { kind: "text", text: JSON.stringify(text) } as const,
  }));
  return sourceText({ kind: "record", members, open: true }, { before: 0 });
}

/** What is printed after a call that has no answer: the first sentence that the contract says of it. */
function doneText(contract: Contract, { responses }: Operation): string {
  const success = responses.find(({ status }) => status.startsWith("2"));
  const told = success === undefined ? undefined : stringAt(contract.schemaAt(success.pointer), "description");
  return told?.match(/^.*?\.(?= |$)/)?.[0] ?? "Done.";
}
