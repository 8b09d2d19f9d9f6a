/** Reads a body as UTF-8 up to a bound; says whether that was all, and drops the connection where it was not. */
export async function readText(
  response: Response,
  leftBytes: number,
): Promise<readonly [text: string, complete: boolean]> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (!value) return [text + decoder.decode(), true];
    text += decoder.decode(value.subarray(0, leftBytes), { stream: true });
    leftBytes -= value.length;
    if (leftBytes < 0) {
      // Not awaited: a source that never settles its cancel must not hold the call.
      reader?.cancel().catch(() => {});
      return [text, false];
    }
  }
}
