/** On a narrow screen the list of pages is folded away behind a button. */
export function startMenu(): void {
  const button = document.querySelector(".menu-button");
  const menu = document.querySelector("#pages");
  button?.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    menu?.classList.toggle("open", open);
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button?.getAttribute("aria-expanded") !== "true") return;
    button.setAttribute("aria-expanded", "false");
    menu?.classList.remove("open");
    if (button instanceof HTMLElement) button.focus();
  });
  // The page that is shown may be far down in a long list.
  const current = menu?.querySelector<HTMLElement>("[aria-current]");
  if (current && menu) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}
