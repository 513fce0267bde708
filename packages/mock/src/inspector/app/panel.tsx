/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  /** Number of entries, shown beside the title. */
  readonly count: number;
  /** Whether it starts open; afterwards the reader opens and closes it. */
  readonly isOpen?: boolean;
  /** Further classes, for tests and styles. */
  readonly kind?: string;
  readonly children: ComponentChildren;
}

/** A part of the page that can be folded. */
export function Panel({ title, count, isOpen = false, kind = '', children }: PanelProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <section class={`panel ${kind}`} aria-label={title}>
      <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
          <span class="count">{count}</span>
        </summary>
        {open && children}
      </details>
    </section>
  );
}

/** A button that copies text, and confirms it. */
export function Copy({ text, label }: { readonly text: string; readonly label: string }) {
  const [word, setWord] = useState('Copy');
  const copy = () => {
    const copied =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
    copied.then(
      () => setWord('Copied'),
      () => setWord('Select it'),
    );
  };
  return (
    <button type="button" onClick={copy} onBlur={() => setWord('Copy')}>
      <span aria-live="polite">{word}</span>
      <span class="unseen"> {label}</span>
    </button>
  );
}

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
