import type { Mock } from '../../mock.ts';
import type { LoggedRequest } from '../../request-log.ts';

/** Tells whoever listens that something happened: a request was answered, the world was changed. */
export interface EventStreams {
  /** A server-sent event stream. */
  open(): Response;
  /** The world was changed by the control API. */
  changed(): void;
  close(): void;
}

const encoder = new TextEncoder();

function event(name: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** Event streams over the requests of a mock. */
export function createEventStreams(mock: Mock): EventStreams {
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const send = (bytes: Uint8Array) => {
    for (const stream of streams) stream.enqueue(bytes);
  };
  const stop = mock.onRequest((request: LoggedRequest) => {
    if (streams.size > 0) send(event('request', request));
  });
  return {
    open() {
      let own: ReadableStreamDefaultController<Uint8Array> | undefined;
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          own = controller;
          streams.add(controller);
          controller.enqueue(event('ready', {}));
        },
        cancel() {
          if (own !== undefined) streams.delete(own);
        },
      });
      const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' };
      return new Response(stream, { headers });
    },
    changed: () => send(event('world', {})),
    close() {
      stop();
      for (const stream of streams) stream.close();
      streams.clear();
    },
  };
}
