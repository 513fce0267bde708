import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { explain } from '../errors/explain.ts';

/** Props of {@link Notice}. */
export interface NoticeProps {
  /** The appearance, and how urgently it is announced. */
  readonly tone: 'info' | 'warning' | 'danger';
  readonly title: string;
  readonly children?: ReactNode;
}

/** A message within the page. Screen readers announce it when it appears. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === 'info' ? 'status' : 'alert'}>
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Shows an error to the person, with buttons; renders nothing without one. */
export function Trouble({ error, children }: { error: unknown; children?: ReactNode }) {
  useEffect(() => {
    // As the elements do: the application detects by it that its own login has ended.
    if (error) document.dispatchEvent(new CustomEvent('wallet-error', { detail: error }));
  }, [error]);
  if (error === undefined) return null;
  return (
    <Notice tone="danger" title={explain(error)}>
      {children}
    </Notice>
  );
}

/** Shows a message that needs no reaction. */
type Announce = (text: string) => void;

const ToastContext = createContext<Announce>(() => {});

const SHOWN_FOR = 6_000;

/** Shows what has just happened, and announces it to screen readers. */
export function useAnnounce(): Announce {
  return useContext(ToastContext);
}

/** The place where announcements appear. */
export function Toasts({ children }: { readonly children: ReactNode }) {
  const [toast, announce] = useState('');
  useEffect(() => {
    if (toast === '') return;
    const timer = setTimeout(() => announce(''), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <ToastContext value={announce}>
      {children}
      <div className="toasts" role="status">
        {toast !== '' && <p className="toast">{toast}</p>}
      </div>
    </ToastContext>
  );
}
