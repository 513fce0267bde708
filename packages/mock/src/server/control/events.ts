import type { Context } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Mock } from '../../mock.ts';

/** Streams of server-sent events, which report requests and every change of the world. */
export interface EventStreams {
  /** Opens a stream. */
  open(context: Context): Response;
  close(): void;
}

interface Listener {
  readonly stream: SSEStreamingApi;
  end(): void;
}

/** Creates event streams over a mock's requests and changes. */
export function createEventStreams(mock: Mock): EventStreams {
  const listeners = new Set<Listener>();
  const send = (event: string, value: unknown) => {
    const data = JSON.stringify(value);
    for (const { stream } of listeners) void stream.writeSSE({ event, data });
  };
  const stop = mock.onRequest((request) => {
    if (listeners.size > 0) send('request', request);
  });
  const stopChanges = mock.onChange(() => send('world', {}));
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
    close() {
      stop();
      stopChanges();
      for (const { end } of listeners) end();
      listeners.clear();
    },
  };
}
