/** Every way in which a secret can be nearly right. The `kind` completes `a token …`. */
export function wrongSpellings(secret: string) {
  const middle = changedInTheMiddle(secret);
  const folded = inOtherCase(secret);
  return [
    ...(middle === undefined ? [] : [{ kind: "with one changed character", value: middle }]),
    ...(secret.length < SHORT ? [] : [{ kind: "without its end", value: secret.slice(0, -4) }]),
    { kind: "with another character before it", value: `x${secret}` },
    { kind: "with another character after it", value: `${secret}x` },
    ...(folded === undefined ? [] : [{ kind: "in another letter case", value: folded }]),
  ];
}

/** Shorter ones have no part that identifies them. */
const SHORT = 8;

/** In the middle: the last character of a Base64 text can have bits without a meaning. */
function changedInTheMiddle(secret: string): string | undefined {
  const places = [...secret.matchAll(/[a-z\d]/gi)].map(({ index }) => index);
  const at = places[Math.floor(places.length / 2)];
  return at === undefined ? undefined : secret.slice(0, at) + another(secret.charAt(at)) + secret.slice(at + 1);
}

function another(character: string): string {
  if (/\d/.test(character)) return String((Number(character) + 5) % 10);
  // 13 letters further, in the same letter case.
  const first = character < "a" ? 65 : 97;
  return String.fromCharCode(((character.charCodeAt(0) - first + 13) % 26) + first);
}

/** Undefined for one that may be hexadecimal or Base32: there the letter case has no meaning. */
function inOtherCase(secret: string): string | undefined {
  const [lower, upper] = [secret.toLowerCase(), secret.toUpperCase()];
  const isOneCase = secret === lower || secret === upper;
  if ((isOneCase && /^[\da-z]+$/.test(lower)) || /^[\da-f-]+$/.test(lower)) return undefined;
  return secret === lower ? upper : lower;
}
