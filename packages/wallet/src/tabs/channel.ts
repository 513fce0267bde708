import { attempt } from '../platform/within.ts';

/** A message between tabs: that something changed, and the id of the session. Never more. */
export interface TabMessage {
  readonly type: 'session' | 'signed_out';
  readonly sessionId: string;
}

/** The wallet's connection to the other tabs of the same account and relying party. */
export interface TabChannel {
  send(message: TabMessage): void;
  close(): void;
}

function isTabMessage(value: unknown): value is TabMessage {
  const { type, sessionId } = (value ?? {}) as Partial<TabMessage>;
  return (type === 'session' || type === 'signed_out') && typeof sessionId === 'string';
}

/**
 * Opens the connection. Returns undefined if the browser has none or refuses it, as Firefox does
 * when site data is blocked: the wallet then works in this tab alone. Also returns undefined on a
 * server, because an open channel would keep the process alive; in Deno that cannot be prevented.
 */
export function openChannel(
  name: string,
  onMessage: (message: TabMessage) => void,
): TabChannel | undefined {
  if (typeof location === 'undefined' || 'Deno' in globalThis) return undefined;
  const channel = attempt(() => new BroadcastChannel(name));
  if (channel === undefined) return undefined;
  // A page that is simulated in Node has Node's channel.
  (channel as { unref?: () => void }).unref?.();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data)) onMessage(data);
  };
  return {
    send: ({ type, sessionId }) => attempt(() => channel.postMessage({ type, sessionId })),
    close: () => channel.close(),
  };
}

/**
 * Calls back whenever the page may have slept: it was hidden, frozen, offline or in the
 * back-forward cache. Does nothing outside a page.
 *
 * @returns a function that stops listening
 */
export function onWake(callback: () => void): () => void {
  if (typeof window === 'undefined' || typeof document === 'undefined') return () => {};
  const wake = () => {
    if (document.visibilityState !== 'hidden') callback();
  };
  const stop = new AbortController();
  const { signal } = stop;
  for (const name of ['pageshow', 'online', 'focus']) {
    window.addEventListener(name, wake, { signal });
  }
  for (const name of ['visibilitychange', 'resume']) {
    document.addEventListener(name, wake, { signal });
  }
  return () => stop.abort();
}
