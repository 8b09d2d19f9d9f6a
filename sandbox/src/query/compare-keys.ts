/** What values of fields are compared by: numbers for float and date, in milliseconds since 1970, and text otherwise. */
export type Key = string | number;

/** Orders numbers by size and texts by their code points. Below zero when `left` comes first, zero when they are equal. */
export function compareKeys(left: Key, right: Key): number {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : compareText(String(left), String(right));
}

function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
  }
  return left.length - right.length;
}

/** JavaScript orders by UTF-16 units, which puts U+10000 and above, written with units from 0xD800, before U+E000. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
