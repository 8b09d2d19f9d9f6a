/** The part of Node's `Buffer` by which the sandbox writes and reads markers, and mends halves of characters. */
export const Buffer = {
  from(text: string, encoding: Encoding = "utf8") {
    const bytes = encoding === "utf8" ? new TextEncoder().encode(text) : read(text);
    return { toString: (to: Encoding = "utf8") => (to === "utf8" ? new TextDecoder().decode(bytes) : write(bytes)) };
  },
};

type Encoding = "utf8" | "base64url";

/** Throws where Node skips what is no base64. The reader of markers takes neither. */
function read(text: string): Uint8Array {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function write(bytes: Uint8Array): string {
  const base64 = btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
