import type { Contract, Operation } from "content-service-contract-tests";
import { type ErrorCodeText, errorCodeTexts, errorsOf } from "./error-codes.js";
import { InlineText } from "./markdown-text.js";
import { repeatsText } from "./repeats-text.js";
import { ScrollingTable } from "./scrolling-table.js";

interface Props {
  readonly contract: Contract;
  readonly operation: Operation;
}

/** The codes with which an operation can fail, when that happens, and what to do then. */
export function OperationErrors({ contract, operation }: Props) {
  const texts = errorCodeTexts(contract);
  return (
    <>
      <h2 id="errors">Errors</h2>
      <p>
        <InlineText text={repeatsText(operation)} />
      </p>
      <ScrollingTable label="Errors" className="errors" columns={["Status", "Code", "When", "What to do"]}>
        {errorsOf(contract, operation).map(({ status, code, when }) => (
          <tr>
            <td>{status}</td>
            <th scope="row">
              <a href={`errors.html#${code}`}>
                <code>{code}</code>
              </a>
            </th>
            <td>
              <When sentences={when} />
            </td>
            <td>
              <InlineText text={textOf(texts, code).remedy} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </>
  );
}

/** What the contract says of a code. Throws an `Error` for a code that it does not explain. */
export function textOf(texts: ReadonlyMap<string, ErrorCodeText>, code: string): ErrorCodeText {
  const text = texts.get(code);
  if (text === undefined) throw new Error(`x-codes does not explain ${code}`);
  return text;
}

/** One sentence, or a list of them. */
export function When({ sentences }: { sentences: readonly string[] }) {
  const [only = "", ...others] = sentences;
  if (others.length === 0) return <InlineText text={only} />;
  return (
    <ul>
      {sentences.map((sentence) => (
        <li>
          <InlineText text={sentence} />
        </li>
      ))}
    </ul>
  );
}
