import { useEffect, useRef, useState } from "hono/jsx/dom";

/** How many rows are rendered above and below those in view. */
const SPARE = 15;

interface Props<Item> {
  readonly items: readonly Item[];
  /** The element of the list, and that of the space for the rows out of view. */
  readonly as: "ol" | "tbody";
  readonly class?: string;
  /** The row that is shown when it changes. */
  readonly target?: Item | undefined;
  readonly row: (item: Item) => unknown;
}

/** A list that renders only the rows in view, so that its length does not matter. Rows are about equally high. */
export function Windowed<Item>({ items, as: List, target, row, ...rest }: Props<Item>) {
  const list = useRef<HTMLElement>(null);
  const height = useRef(36);
  const [view, setView] = useState({ start: 0, end: 4 * SPARE });
  const Space = List === "ol" ? "li" : "tr";
  const end = Math.min(view.end, items.length);
  const start = Math.max(0, Math.min(view.start, end - 1));
  const before = start * (height.current ?? 0);
  const after = (items.length - end) * (height.current ?? 0);

  const at = target === undefined ? -1 : items.indexOf(target);
  const look = () => {
    const element = list.current;
    if (element === null) return;
    const rows = [...element.children].filter((one) => !one.classList.contains("space"));
    const heights = rows.map((one) => one.getBoundingClientRect().height).toSorted((a, b) => a - b);
    // An open row is much higher than the others.
    height.current = heights[Math.floor(heights.length / 2)] || 36;
    const above = -element.getBoundingClientRect().top;
    const first = Math.floor(above / height.current) - SPARE;
    const next = { start: Math.max(0, first), end: first + Math.ceil(innerHeight / height.current) + 2 * SPARE };
    setView((known) => (known.start === next.start && known.end === next.end ? known : next));
  };
  useEffect(look);
  useEffect(() => {
    // What is above the list can change without it.
    const sizes = new ResizeObserver(look);
    sizes.observe(document.body);
    addEventListener("scroll", look, { passive: true });
    return () => {
      sizes.disconnect();
      removeEventListener("scroll", look);
    };
  }, []);
  useEffect(() => {
    const element = list.current;
    if (element === null || at < 0) return;
    const top = element.getBoundingClientRect().top + at * (height.current ?? 0);
    if (top < 0 || top > innerHeight) scrollBy({ top: top - innerHeight / 3 });
  }, [target, at < 0]);

  return (
    <List ref={list} {...rest}>
      {before > 0 && <Space key="before" class="space" aria-hidden="true" style={{ height: `${before}px` }} />}
      {items.slice(start, end).map(row)}
      {after > 0 && <Space key="after" class="space" aria-hidden="true" style={{ height: `${after}px` }} />}
    </List>
  );
}
