import { type ReactNode, useEffect, useRef } from 'react';

/** Props of {@link Screen}. */
export interface ScreenProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  readonly layout?: 'narrow' | 'wide' | 'split';
  readonly children: ReactNode;
}

/** The first screen does not take the focus: a person who opens a page starts at its top. */
let isFirst = true;

/** One screen: its title receives the focus, so that a screen reader announces the screen. */
export function Screen({ title, lead, layout = 'narrow', children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Larch`;
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, [title]);
  return (
    <main className={`screen screen-${layout}`}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p className="lead">{lead}</p>}
      {children}
    </main>
  );
}
