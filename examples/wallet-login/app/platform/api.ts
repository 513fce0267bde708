import { useCallback, useEffect, useRef, useState } from 'react';
import type { Me, Person } from '../../backend/account-routes.ts';
import type { Overview } from '../../backend/create-backend.ts';

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

/** A call to the platform's own routes that failed. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** `NETWORK`, or the backend's code. */
  readonly code: string;
  /** The field of the form that the backend refused. */
  readonly field: 'name' | 'email' | undefined;

  constructor(code: string, field?: 'name' | 'email', cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.field = field;
  }
}

async function call<Result>(path: string, body?: unknown): Promise<Result> {
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(15_000);
  const sent = fetch(`/api/${path}`, { ...(body !== undefined && post), signal });
  const response = await sent.catch((cause: unknown) => {
    throw new PlatformError('NETWORK', undefined, cause);
  });
  const received: unknown = await response.json().catch(() => null);
  if (response.ok) return received as Result;
  const { code, field } = (received ?? {}) as { code?: unknown; field?: unknown };
  const isKnown = field === 'name' || field === 'email';
  throw new PlatformError(
    typeof code === 'string' ? code : 'UNEXPECTED',
    isKnown ? field : undefined,
  );
}

/** The platform's own routes. */
export const api = {
  me: () => call<Me | null>('me'),
  overview: () => call<Overview>('overview'),
  signUp: (person: Person) => call<Me>('sign-up', person),
  logIn: (email: string) => call<Me>('log-in', { email }),
  quote: (payment: { payeeId: string; amount: number }) =>
    call<{ quoteId: string }>('quote', payment),
  logOut: () => call<null>('log-out', {}),
};

export type { Me, Overview };
