type Read = readonly [text: string, complete: boolean];

/** A transport of our own reads cheaper than through a stream. */
type Answer = Response & { readonly readText?: (maxBytes: number) => Promise<Read> };

/** Reads a body as UTF-8 up to a bound; says whether that was all, and drops the connection where it was not. */
export async function readText(answer: Answer, leftBytes: number): Promise<Read> {
  if (answer.readText) return answer.readText(leftBytes);
  const reader = answer.body?.getReader();
  // Most answers are one piece. A text that comes in several has a decoder of its own, for what a piece ends with.
  let decoder = whole;
  let text = "";
  let last: Uint8Array | undefined;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return [text + decoder.decode(last), true];
    if (last) {
      if (decoder === whole) decoder = new TextDecoder();
      text += decoder.decode(last, { stream: true });
    }
    last = value.subarray(0, leftBytes);
    leftBytes -= value.length;
    if (leftBytes < 0) {
      // Not awaited: a source that never settles its cancel must not hold the call.
      reader?.cancel().catch(() => {});
      return [text + decoder.decode(last), false];
    }
  }
}

const whole = /* @__PURE__ */ new TextDecoder();
