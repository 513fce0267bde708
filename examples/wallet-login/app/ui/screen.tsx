import { type ReactNode, useEffect, useRef } from 'react';
import { Button, useAttempt } from './form.tsx';
import { Trouble } from './notices.tsx';

/** An amount of money for a person, from the smallest unit of its currency. */
export function money(
  amount: number,
  { code, decimals = 2 }: { readonly code: string; readonly decimals?: number | undefined },
): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: code });
  return format.format(amount / 10 ** decimals);
}

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

/** Props of {@link Loading}. */
export interface LoadingProps {
  /** What is being opened. */
  readonly what: string;
  /** Why it cannot be opened, if it cannot. */
  readonly error?: unknown;
  readonly retry?: () => Promise<void>;
}

/** Shown while data is loading, in the shape of it, and when it cannot be loaded. */
export function Loading({ what, error, retry = async () => {} }: LoadingProps) {
  const { run, isBusy } = useAttempt(retry);
  if (error === undefined) {
    return (
      <main className="screen screen-narrow" aria-busy="true">
        <h1 className="visually-hidden">Opening {what}…</h1>
        <div className="panel skeleton" role="status">
          <span className="visually-hidden">Opening {what}…</span>
        </div>
      </main>
    );
  }
  return (
    <Screen title={`${what.charAt(0).toUpperCase()}${what.slice(1)} cannot be opened`}>
      <Trouble error={error}>
        <Button onClick={() => void run()} isBusy={isBusy}>
          Try again
        </Button>
      </Trouble>
    </Screen>
  );
}
