/** Puts a button on every block of code that copies it, as it is shown. */
export function startCopyButtons(): void {
  for (const block of document.querySelectorAll("main pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the code");
    // A region that is announced: a changed label of a button with the focus is not, everywhere.
    const said = document.createElement("span");
    said.className = "said";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      const copied = await copy(block.textContent ?? "");
      button.textContent = copied ? "Copied" : "Select and copy";
      said.textContent = copied ? "Copied" : "It could not be copied";
      if (!copied) getSelection()?.selectAllChildren(block);
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
      }, SHOWN_MS);
    });
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button, said);
  }
}

const SHOWN_MS = 2_000;

/** False where the browser does not allow it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
