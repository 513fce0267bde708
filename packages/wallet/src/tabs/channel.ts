/** What tabs tell each other: that something changed, and the id of the session. Never more. */
export interface TabMessage {
  readonly type: 'session' | 'signed_out';
  readonly sessionId: string;
}

/** The wallet's line to the other tabs of the same account and relying party. */
export interface TabChannel {
  send(message: TabMessage): void;
  close(): void;
}

function isTabMessage(value: unknown): value is TabMessage {
  const { type, sessionId } = (value ?? {}) as Partial<TabMessage>;
  return (type === 'session' || type === 'signed_out') && typeof sessionId === 'string';
}

/** Opens the line, where there is one; else a wallet is alone. */
export function openChannel(name: string, hear: (message: TabMessage) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  // In Node, where pages are rendered, an open channel would keep the process alive.
  (channel as { unref?: () => void }).unref?.();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isTabMessage(data)) hear(data);
  };
  return {
    send: ({ type, sessionId }) => channel.postMessage({ type, sessionId }),
    close: () => channel.close(),
  };
}
