import { useCallback, useEffect, useRef, useState } from 'react';

/** Calls a function with an event of the document; those of the wallet's elements bubble to it. */
export function useDocumentEvent(type: string, listener: (event: Event) => void): void {
  useEffect(() => {
    document.addEventListener(type, listener);
    return () => document.removeEventListener(type, listener);
  }, [type, listener]);
}

/** Data of the backend: the last successful response is kept while another one is fetched. */
export interface Loaded<Value> {
  readonly value: Value | undefined;
  /** Why the last attempt failed. */
  readonly error: unknown;
  /** Reads again; resolves when done, also after a failure. */
  readonly reload: () => Promise<void>;
  /** Replaces the value by one that another response contained. */
  readonly set: (value: Value) => void;
}

/** Reads at once, and again on `reload`. An outdated response is dropped. */
export function useLoaded<Value>(read: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<{ value?: Value; error?: unknown }>({});
  const turn = useRef(0);

  const set = useCallback((value: Value) => {
    turn.current += 1;
    setState({ value });
  }, []);

  const reload = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    try {
      const value = await read();
      if (turn.current === mine) setState({ value });
    } catch (error) {
      if (turn.current === mine) setState((before) => ({ ...before, error }));
    }
  }, [read]);

  useEffect(() => void reload(), [reload]);

  return { value: state.value, error: state.error, reload, set };
}
