import type { Contract } from "content-service-contract";
import { BreakableText, MarkdownText, WORD_END } from "../page/elements.js";
import type { Page } from "../page/page.js";
import { errorCodes, errorCodeText, errorsOf } from "./error-codes.js";

/** The page of all error codes: what each means, what to do, and which operations return it. */
export function errorsPage(contract: Contract): Page {
  return {
    path: "operations/errors.html",
    title: "Errors",
    description: "Every error code with its status, its meaning and what to do about it.",
    part: "Operations",
    html: String(
      <>
        <h1>Errors</h1>
        <MarkdownText text={INTRODUCTION} />
        {errorCodes(contract).map((code) => (
          <CodeSection contract={contract} code={code} />
        ))}
      </>,
    ),
  };
}

const INTRODUCTION =
  "Look up what each error code means, and what to do about it. The client throws an `ApiError` with the `status`, the `code`, the `requestId` and the `body` of the response. " +
  'Use `isApiError(error, "precondition_failed")` to test for a code. A service can return codes that are not listed ' +
  "here, and a proxy can return an error without a code. The last four codes are those of the token operation (RFC 6749).";

/** A code of many operations has a message for each. */
const MOST_MESSAGES = 4;

function CodeSection({ contract, code }: { contract: Contract; code: string }) {
  const { meaning, remedy } = errorCodeText(contract, code);
  const uses = contract.operations.map(({ id, ...operation }) => ({
    id,
    errors: errorsOf(contract, operation).filter((error) => error.code === code),
  }));
  const users = uses.filter(({ errors }) => errors.length > 0).map(({ id }) => `[${id}](${id}.html#errors)`);
  const all = uses.flatMap(({ errors }) => errors);
  const statuses = [...new Set(all.map(({ status }) => status))].toSorted();
  const messages = [...new Set(all.flatMap((error) => error.messages))].map((message) => `“${message}”`);
  const by =
    users.length === uses.length ? "Every operation can return this code." : `Returned by: ${users.join(", ")}`;
  return (
    <section class="error">
      <h2 id={code}>
        <BreakableText text={code} at={WORD_END} />
      </h2>
      <MarkdownText text={`Status ${statuses.join(" or ")}. ${meaning}`} />
      <MarkdownText text={`**What to do:** ${remedy}`} />
      {messages.length > 0 && <MarkdownText text={`**Messages:** ${messages.slice(0, MOST_MESSAGES).join(" ")}`} />}
      <MarkdownText text={by} />
    </section>
  );
}
