/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface NewestProps<Item> {
  /** The newest first. */
  readonly items: readonly Item[];
  /** How many are shown at first. */
  readonly limit: number;
  readonly children: (shown: readonly Item[]) => ComponentChildren;
}

/** The newest items of a list, and a button that shows the others: what follows stays in reach. */
export function Newest<Item>({ items, limit, children }: NewestProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  const rest = items.length - limit;
  return (
    <>
      {children(isWhole ? items : items.slice(0, limit))}
      {rest > 0 && (
        <button type="button" class="more" onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Show the newest ${limit}` : `Show ${rest} more`}
        </button>
      )}
    </>
  );
}
