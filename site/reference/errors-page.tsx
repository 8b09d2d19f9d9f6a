import type { Contract, Operation } from "content-service-contract";
import { BreakableText, InlineText, ScrollingTable } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { errorCodeTexts, errorsOf } from "./error-codes.js";

/** The page of all error codes: what each means, what to do, and which operations return it. */
export function errorsPage(contract: Contract): Page {
  return {
    path: "operations/errors.html",
    title: "Errors",
    description: "Every error code with its status, its meaning and what to do about it.",
    part: "Operations",
    html: String(<ErrorsBody contract={contract} />),
  };
}

interface CodeUse {
  readonly statuses: readonly number[];
  readonly operations: readonly Operation[];
}

function ErrorsBody({ contract }: { contract: Contract }) {
  const codes = [...errorCodeTexts(contract)].map(([code, text]) => ({ code, ...text, ...usesOf(contract, code) }));
  return (
    <>
      <h1>Errors</h1>
      <p>
        <InlineText text={INTRODUCTION} />
      </p>
      <ScrollingTable label="All codes" className="errors" columns={["Code", "Status", "Meaning"]}>
        {codes.map(({ code, statuses, meaning }) => (
          <tr>
            <th scope="row">
              <a href={`#${code}`}>
                <code>
                  <BreakableText text={code} at={/(?<=_)/} />
                </code>
              </a>
            </th>
            <td>{statuses.join(", ")}</td>
            <td>
              <InlineText text={meaning} />
            </td>
          </tr>
        ))}
      </ScrollingTable>
      {codes.map(({ code, statuses, meaning, remedy, operations }) => (
        <section class="error">
          <h2 id={code}>
            <BreakableText text={code} at={/(?<=_)/} />
          </h2>
          <p>
            Status {statuses.join(" or ")}. <InlineText text={meaning} />
          </p>
          <p>
            <strong>What to do:</strong> <InlineText text={remedy} />
          </p>
          <OperationLinks contract={contract} operations={operations} />
        </section>
      ))}
    </>
  );
}

const INTRODUCTION =
  "The client throws an `ApiError` with the `status`, the `code`, the `requestId` and the `body` of the response. " +
  'Use `isApiError(error, "precondition_failed")` to test for a code. A service can return codes that are not listed ' +
  "here, and a proxy can return an error without a code. The last four codes are those of the token operation (RFC 6749).";

function OperationLinks({ contract, operations }: { contract: Contract; operations: readonly Operation[] }) {
  if (operations.length === contract.operations.length) return <p>Every operation can return this code.</p>;
  return (
    <p>
      Returned by:{" "}
      {operations.map(({ id, summary }, index) => (
        <>
          {index > 0 && ", "}
          <a href={`${id}.html#errors`} title={summary}>
            {id}
          </a>
        </>
      ))}
    </p>
  );
}

function usesOf(contract: Contract, code: string): CodeUse {
  const uses = contract.operations.flatMap((operation) =>
    errorsOf(contract, operation)
      .filter((error) => error.code === code)
      .map(({ status }) => ({ status, operation })),
  );
  return {
    statuses: [...new Set(uses.map(({ status }) => status))].toSorted(),
    operations: [...new Set(uses.map(({ operation }) => operation))],
  };
}
