/** Cuts a text short, so that a message can quote it. */
export function excerpt(text: string): string {
  // By code points, so that no half of a pair is left over.
  return text.length <= LONGEST ? text : `${[...text.slice(0, LONGEST)].slice(0, -1).join("")}…`;
}

const LONGEST = 60;
