/** The method of an operation as a badge, and its path, which may be broken before each part. */
export function RequestLine({ method, path }: { method: string; path: string }) {
  return (
    <>
      <span class={`method method-${method}`}>{method.toUpperCase()}</span>{" "}
      <code class="path">
        {path.split(/(?=\/)/).map((part, index) => (
          <>
            {index > 0 && <wbr />}
            {part}
          </>
        ))}
      </code>
    </>
  );
}
