import { useCallback, useRef, useState } from 'react';

/** An action of the person, and the outcome of the last attempt. */
export interface Attempt<Arguments extends readonly unknown[]> {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** Tries it; never rejects. */
  readonly run: (...args: Arguments) => Promise<void>;
}

/** Tracks work that the wallet's own hooks do not cover. A second start while one runs is ignored. */
export function useAttempt<Arguments extends readonly unknown[]>(
  work: (...args: Arguments) => Promise<unknown>,
): Attempt<Arguments> {
  const [state, setState] = useState<{ isBusy: boolean; error?: unknown }>({ isBusy: false });
  const latest = useRef(work);
  latest.current = work;
  const isRunning = useRef(false);

  const run = useCallback(async (...args: Arguments) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isBusy: true });
    try {
      await latest.current(...args);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error });
    } finally {
      isRunning.current = false;
    }
  }, []);

  return { isBusy: state.isBusy, error: state.error, run };
}
