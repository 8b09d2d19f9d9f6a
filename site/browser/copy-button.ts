import { element } from "./page.js";

/** Puts a block of code into a frame with a copy button. The button copies what the block shows at the time. */
export function withCopyButton(block: Element, what = "code"): void {
  const button = element("button", { type: "button", class: "copy-button", "aria-label": `Copy the ${what}` }, "Copy");
  // Not every screen reader announces a changed label of the focused button.
  const said = element("span", { class: "said", role: "status" });
  button.addEventListener("click", async () => {
    // The browser may not allow it.
    const copied = await navigator.clipboard.writeText(block.textContent ?? "").then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : "Select and copy";
    said.textContent = copied ? "Copied" : "Cannot copy";
    if (!copied) getSelection()?.selectAllChildren(block);
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, SHOWN_MS);
  });
  const frame = element("div", { class: "code" });
  block.replaceWith(frame);
  frame.append(block, button, said);
}

const SHOWN_MS = 2_000;
