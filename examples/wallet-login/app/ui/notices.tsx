import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

/** The appearance of a notice, and how urgently it is announced. */
export type NoticeTone = 'info' | 'good' | 'warning' | 'danger';

/** Props of {@link Notice}. */
export interface NoticeProps {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly children?: ReactNode;
  /** Buttons. */
  readonly actions?: ReactNode;
}

/** A message within the page. Screen readers announce it when it appears. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  const isLoud = tone === 'danger' || tone === 'warning';
  return (
    <div className={`notice notice-${tone}`} role={isLoud ? 'alert' : 'status'}>
      <div className="notice-text">
        <strong>{title}</strong>
        {children !== undefined && <span>{children}</span>}
      </div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}

const format = new Intl.DateTimeFormat('en', { timeStyle: 'short' });

/** A time of today, for people and machines. */
export function When({ time }: { readonly time: string }) {
  return <time dateTime={time}>{format.format(new Date(time))}</time>;
}
/** Props of {@link Skeleton}. */
interface SkeletonProps {
  /** The name of the loading data, for screen readers. */
  readonly label: string;
  readonly lines?: number;
}

/** A placeholder in the shape of the loading data, so that the page does not jump. */
export function Skeleton({ label, lines = 2 }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span className="skeleton-line" aria-hidden="true" key={index} />
      ))}
    </div>
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
  const [toast, setToast] = useState<{ text: string } | undefined>();
  const announce = useCallback((text: string) => setToast({ text }), []);
  useEffect(() => {
    if (toast === undefined) return;
    const timer = setTimeout(() => setToast(undefined), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <ToastContext value={announce}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toast !== undefined && <p className="toast">{toast.text}</p>}
      </div>
    </ToastContext>
  );
}
