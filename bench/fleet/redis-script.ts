/** Runs one Redis command, and gives its answer. */
export type Run = (args: readonly string[]) => unknown;

const word = String.raw`(?:"\w+"|KEYS\[\d\]|ARGV\[\d\])`;
const call = String.raw`redis\.call\((${word}(?:, ${word})*)\)`;
const guard = new RegExp(String.raw`^if ${call} ~= (${word}) then return 0 end\s*`);
const command = new RegExp(String.raw`^(return )?${call}\s*`);
const result = /^return (\d+)$/;

/** Runs a script of the few forms that the Redis store is written in, in one step; throws at any other. */
export function runScript(script: string, keys: readonly string[], values: readonly string[], run: Run): unknown {
  const textOf = (text: string): string => {
    const place = Number(/\d/.exec(text)?.[0]) - 1;
    const value = text.startsWith('"') ? text.slice(1, -1) : (text.startsWith("KEYS") ? keys : values)[place];
    if (value === undefined) throw new Error(`the script has no ${text}`);
    return value;
  };
  const answerOf = (words = "") => run(words.split(", ").map(textOf));

  for (let rest = script; rest !== ""; ) {
    const [line, first, second = ""] = guard.exec(rest) ?? [];
    if (line !== undefined) {
      if (answerOf(first) !== textOf(second)) return 0;
      rest = rest.slice(line.length);
      continue;
    }
    const [called, returns, words] = command.exec(rest) ?? [];
    if (called !== undefined) {
      const answer = answerOf(words);
      if (returns) return answer;
      rest = rest.slice(called.length);
      continue;
    }
    const [, number] = result.exec(rest) ?? [];
    if (number === undefined) throw new Error(`cannot run: ${rest}`);
    return Number(number);
  }
  return null;
}
