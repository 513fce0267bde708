import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Mock } from '../../mock.ts';

/** Streams of server-sent events, which report requests and changes of the world. */
export interface EventStreams {
  /** Opens a stream. */
  open(context: Context): Response;
  /** Reports that the control API changed the world. */
  changed(): void;
  close(): void;
}

interface Listener {
  readonly stream: SSEStreamingApi;
  end(): void;
}

/** Creates event streams over a mock's requests. */
export function createEventStreams(mock: Mock): EventStreams {
  const listeners = new Set<Listener>();
  const send = (event: string, value: unknown) => {
    const data = JSON.stringify(value);
    for (const { stream } of listeners) void stream.writeSSE({ event, data });
  };
  const stop = mock.onRequest((request) => {
    if (listeners.size > 0) send('request', request);
  });
  const stopAttempts = mock.webhooks.onAttempt(() => send('world', {}));
  return {
    open: (context) =>
      streamSSE(context, async (stream) => {
        await new Promise<void>((resolve) => {
          const listener = { stream, end: resolve };
          listeners.add(listener);
          stream.onAbort(() => {
            listeners.delete(listener);
            resolve();
          });
          void stream.writeSSE({ event: 'ready', data: '{}' });
        });
      }),
    changed: () => send('world', {}),
    close() {
      stop();
      stopAttempts();
      for (const { end } of listeners) end();
      listeners.clear();
    },
  };
}
