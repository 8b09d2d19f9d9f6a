import { invalid } from "../checks.js";
import { isSerializable, serializeBody } from "../operations/serialize.js";

/** Serializes a form (`application/x-www-form-urlencoded`). An array repeats its name. */
export function formOf(body: unknown): string {
  if (body instanceof URLSearchParams) return `${body}`;
  const form = new URLSearchParams();
  for (const [name, value] of entriesOf(body, "URLSearchParams, or an object of strings, numbers and booleans")) {
    if (!isSerializable(value)) invalid(`body.${name}`, "be a string, number, boolean or an array of them");
    form.append(name, `${value}`);
  }
  return `${form}`;
}

/** Encodes a form of several parts (RFC 7578) as a `Blob`, which reads its files when it is sent. Objects become JSON. */
export function blobOf(body: unknown, contentType: string): Blob {
  const expected = `FormData, or an object of ${PARTS}, for ${contentType}`;
  const entries: Iterable<[string, unknown]> = body instanceof FormData ? body : entriesOf(body, expected);
  const boundary = `----${crypto.randomUUID()}`;
  const parts: BlobPart[] = [];
  for (const [name, value] of entries) {
    const part = partOf(value, name);
    let head = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`;
    if (part instanceof Blob) {
      const isJson = part.type === JSON_TYPE && part !== value;
      if (!isJson) head += `; filename="${escaped(part instanceof File ? part.name : "blob")}"`;
      head += `\r\nContent-Type: ${part.type || "application/octet-stream"}`;
    }
    parts.push(`${head}\r\n\r\n`, part, "\r\n");
  }
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `${contentType}; boundary=${boundary}` });
}

const JSON_TYPE = "application/json";
const PARTS = "strings, numbers, booleans, Blob, File, ArrayBuffer, Uint8Array, objects for JSON and arrays of these";

function partOf(value: unknown, name: string): string | Blob {
  if (value instanceof Blob) return value;
  // Bytes of shared memory are no part of a Blob; those of a caller are not in it.
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return new Blob([value as BlobPart]);
  if (typeof value === "object" && !(Symbol.toStringTag in Object(value)) && !(Symbol.asyncIterator in Object(value)))
    return new Blob([`${serializeBody(value)}`], { type: JSON_TYPE });
  if (!isSerializable(value)) invalid(`body.${name}`, `be one of ${PARTS}: a part cannot be a stream`);
  return `${value}`.replace(/\r?\n|\r/g, "\r\n");
}

/** As browsers write names in a form. */
const escaped = (name: string) => name.replace(/[\r\n"]/g, encodeURIComponent);

/** The entries of a plain object, without those that are undefined or null; one for each item of an array. */
function entriesOf(body: unknown, expected: string): [string, unknown][] {
  if (typeof body !== "object" || body === null || Symbol.toStringTag in body || Array.isArray(body))
    invalid("body", `be ${expected}`);
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const items = [value].flat().filter((item) => item !== undefined && item !== null);
    return items.map((item): [string, unknown] => [name, item]);
  });
}
