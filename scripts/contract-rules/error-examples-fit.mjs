import { bodiesOf, examplesOf } from "./bodies-of.mjs";
import { isRecord } from "./reading.mjs";

/**
 * Compares the `status` and the `code` of an example body with the status of its response. `codes` lists the codes of each error status.
 * Under `default` any error status is valid.
 */
export function errorExamplesFit({ codes = {} }) {
  const seen = new Set();
  return {
    Responses: {
      Response: {
        enter(response, { key: status, location: at, resolve, report }) {
          // A shared response is visited for each operation; report it once.
          const place = `${status} ${at.absolutePointer}`;
          if (seen.has(place)) return;
          seen.add(place);
          for (const { mediaType, location } of bodiesOf(response, at)) {
            for (const { example, location: exampleAt } of examplesOf(mediaType, location, resolve)) {
              if (!isRecord(example.value)) continue;
              for (const [property, message] of problemsOf(example.value, status, codes[status])) {
                report({ message, location: exampleAt.child(["value", property]) });
              }
            }
          }
        },
      },
    },
  };
}

function* problemsOf(body, status, codes) {
  if (typeof body.status === "number" && !statusFits(body.status, status)) {
    yield [
      "status",
      `Expected ${status === "default" ? "a status from 400 to 599" : status}; received ${body.status}.`,
    ];
  }
  if (codes && typeof body.code === "string" && !codes.includes(body.code)) {
    yield ["code", `Expected a code of ${status}: ${codes.join(", ")}; received ${body.code}.`];
  }
}

const statusFits = (status, key) => (key === "default" ? status >= 400 && status <= 599 : status === Number(key));
