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
