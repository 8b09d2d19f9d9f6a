import { changing, without } from "../answers.js";
import type { Defect } from "../defect.js";
import type { Contract } from "../kit.js";

/** Documented headers of errors that are missing, or empty; those of 429 are with the statuses. */
export function headerDefects({ operations }: Contract): Defect[] {
  return operations.flatMap(({ id, responses }, number) =>
    responses
      .filter(({ status }) => status !== "429")
      .flatMap(({ status, headers }) =>
        headers.map(({ name }): Defect => {
          const missing = number % 2 === 0;
          return {
            id: `${id}/${status}-${name}`,
            operation: id,
            category: missing ? "header missing" : "header wrong",
            rule: "response-header",
            describe: `${id} answers ${status} ${missing ? "without" : "with an empty"} ${name}`,
            plant: () => {
              // A method that the path does not take reaches no operation, and is refused as its operations are.
              const spoil = (headers: Readonly<Record<string, string>>) =>
                missing ? without(headers, name) : { ...headers, [name]: "" };
              return changing(
                id,
                (answer) => answer.status === Number(status),
                (answer) => ({ ...answer, headers: spoil(answer.headers) }),
              );
            },
          };
        }),
      ),
  );
}
