import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { Notice } from '../ui/notices.tsx';
import { explain, isLoggedOut } from './explain.ts';

/** Called when the platform's login has ended. */
export const LoggedOutContext = createContext<() => void>(() => {});

/** Props of {@link Trouble}. */
export interface TroubleProps {
  readonly error: unknown;
  /** Buttons. */
  readonly children?: ReactNode;
}

/** Shows an error to the person; renders nothing without one. */
export function Trouble({ error, children }: TroubleProps) {
  const onLoggedOut = useContext(LoggedOutContext);
  useEffect(() => {
    if (isLoggedOut(error)) onLoggedOut();
  }, [error, onLoggedOut]);
  if (error === undefined) return null;
  const { title, detail } = explain(error);
  return (
    <Notice tone="danger" title={title} actions={children}>
      {detail}
    </Notice>
  );
}
