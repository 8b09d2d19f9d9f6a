/** A block of code of a guide, with what stands around it. */
export interface GuideBlock {
  /** The word behind the fence, such as `ts`. */
  readonly language: string;
  readonly code: string;
  /** The name in its mark, `<!-- run: name -->` or `<!-- run-sh: name -->`. */
  readonly name: string | undefined;
  readonly mark: "run" | "run-sh" | undefined;
  /** What it prints: the next block, where that is `text` or `json` and at most one line stands between. */
  readonly output: { readonly language: string; readonly code: string } | undefined;
  /** It is the output of the block before it. */
  readonly isOutput: boolean;
  /** The options of the last `npx content-sandbox` above it: what the reader's sandbox was started with. */
  readonly sandboxOptions: string;
}

/** A guide, taken apart. Nothing is refused here: the tests say what is wrong. */
export interface Guide {
  /** The name of its file without `.md`. */
  readonly name: string;
  readonly text: string;
  readonly blocks: readonly GuideBlock[];
  /** The targets of its links, outside of code. */
  readonly links: readonly string[];
}

const BLOCK = /(?:<!-- (run|run-sh): ([\w-]+) -->\n)?^```(\w*)\n(.*?)^```$/gms;
const MAX_LINE_BETWEEN = 120;

/** Takes the text of a guide apart. */
export function readGuide(name: string, text: string): Guide {
  const found = [...text.matchAll(BLOCK)];
  let sandboxOptions = "";
  const isOutputOfPrevious = (index: number): boolean => {
    const [before, block] = [found[index - 1], found[index]];
    if (before?.[1] === undefined || block === undefined || block[1] !== undefined) return false;
    const between = text.slice(before.index + before[0].length, block.index).trim();
    const isOneLine = between.length <= MAX_LINE_BETWEEN && !between.includes("\n");
    return isOneLine && /^(text|json)$/.test(block[3] ?? "");
  };
  const blocks = found.map(([, mark, blockName, language = "", code = ""], index): GuideBlock => {
    const started = language === "sh" ? code.match(/^npx content-sandbox\b(.*)$/m) : null;
    if (started) sandboxOptions = (started[1] ?? "").trim();
    const [, , , outputLanguage = "", outputCode = ""] = found[index + 1] ?? [];
    return {
      language,
      code,
      name: blockName,
      // The pattern above knows these two words only.
      mark: mark as GuideBlock["mark"],
      output: isOutputOfPrevious(index + 1) ? { language: outputLanguage, code: outputCode } : undefined,
      isOutput: isOutputOfPrevious(index),
      sandboxOptions,
    };
  });
  return { name, text, blocks, links: linksOf(text) };
}

/** Whether a program is part of another one of the guide, which imports or starts it, and prints nothing by itself. */
export function isPart({ name, output }: GuideBlock, blocks: readonly GuideBlock[]): boolean {
  return !output && blocks.some(({ code }) => new RegExp(`"\\./${name}\\.[jt]s"`).test(code));
}

/** The places of a page that a link can lead to, named as a viewer of Markdown names them. */
export function headingIds(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)];
  return headings.map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function linksOf(text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, "code");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
}

function withoutCode(text: string): string {
  return text.replace(/^```.*?^```$/gms, "");
}
