/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface PanelProps {
  readonly title: string;
  /** How many things there are; shown beside the title. */
  readonly count: number;
  /** Whether it starts open; it then stays as the reader leaves it. */
  readonly isOpen?: boolean;
  /** Further classes, for tests and styles. */
  readonly kind?: string;
  readonly children: ComponentChildren;
}

/** A part of the page that folds away. */
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
