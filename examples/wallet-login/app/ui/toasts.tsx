import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

/** Shows a message that needs no reaction. */
export type Announce = (text: string) => void;

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
