import { useEffect } from 'react';

/** Calls a function when the page becomes visible again or the device is online again. */
export function useWake(onWake: () => void): void {
  useEffect(() => {
    const wake = () => {
      if (document.visibilityState === 'visible') onWake();
    };
    window.addEventListener('online', wake);
    window.addEventListener('focus', wake);
    document.addEventListener('visibilitychange', wake);
    return () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('focus', wake);
      document.removeEventListener('visibilitychange', wake);
    };
  }, [onWake]);
}
